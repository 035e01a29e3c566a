import type { Verbs } from '../../suite/engine/index.ts';

export const FAKE = 'tokenThatWasNeverIssued0000000001';

export const withToken = (token: string): string =>
  JSON.stringify({
    ps_payer_account: '4111******1111',
    payment_token: {
      token,
      status: 'active',
      expires_at: '2035-01-01T00:00:00+03:00',
      account: '4111******1111',
      card_info: {},
    },
  });

/** The tokens, masked, with which the merchant has charged since. */
export async function tokensUsed(t: Verbs, after: number): Promise<string[]> {
  const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after });
  return made
    .map(({ request }) => request.fields?.payment_token)
    .filter((token) => typeof token === 'string');
}
