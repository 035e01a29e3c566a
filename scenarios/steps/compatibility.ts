import type { Verbs } from '../../suite/engine/index.ts';

/** What a later gateway may do without a new version: new fields, another order, new headers (Versioning 3). */
export async function laterGateway(t: Verbs): Promise<void> {
  await t.gateway.arm([
    {
      where: {},
      times: null,
      effect: {
        kind: 'answer',
        unknownFields: true,
        shuffle: true,
        headers: { 'x-new-header': 'new', 'x-request-cost': '3' },
      },
    },
  ]);
}
