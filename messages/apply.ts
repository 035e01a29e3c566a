import { notificationText } from '../simulator/protocol/signing.ts';
import type { WireObject, WireValue } from '../simulator/protocol/wire.ts';
import type { Row, ShopFacts } from './row.ts';

/** What a row does to a notification, in the order of its making: fields, secret, signed body, headers. */
export interface Change {
  readonly set?: Readonly<Record<string, WireValue | undefined>>;
  readonly secret?: string;
  readonly tamper?: (signed: WireObject) => WireObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Replaces the sign of a signed body; undefined leaves it out. */
export const signedAs =
  (change: (digest: string) => WireValue | undefined) =>
  (body: WireObject): WireObject => {
    const { sign, ...rest } = body;
    const changed = change(String(sign));
    return changed === undefined ? rest : { ...rest, sign: changed };
  };

/** What a row changes in a notification of this shop. */
export function changeOf({ flaw }: Row, shop: ShopFacts): Change {
  switch (flaw.kind) {
    case 'sign':
      return { tamper: signedAs(flaw.sign) };
    case 'secret':
      return { secret: flaw.secret(shop), ...(flaw.set === undefined ? {} : { set: flaw.set }) };
    case 'sender':
      return { tamper: signedAs(flaw.sign), headers: flaw.headers };
    case 'recipe':
      return {
        tamper: (body) => {
          const { sign: _, ...rest } = body;
          return { ...rest, sign: flaw.digest(notificationText(body), shop.secret, rest) };
        },
      };
  }
}
