import { maskSecrets } from '../protocol/masking.ts';
import { explainSign, type SignVerdict } from '../protocol/signing.ts';
import { textOf, type WireObject } from '../protocol/wire.ts';
import { type Refusal, refuse, textField } from './call.ts';
import type { ParsedRequest } from './parse.ts';
import type { World } from './world.ts';

/** The signature that counts, by the reading `request.sign-place` (Authentication 1). */
function sentSign(world: World, fields: WireObject, header: string | undefined): string | undefined {
  const inBody = textOf(fields.sign);
  const place = world.readings['request.sign-place'];
  if (place === 'body') return inBody;
  return place === 'header' ? header : (inBody ?? header);
}

/** Judges the signature, where the operation and the shop are known. */
export function judgeSign(
  world: World,
  parsed: ParsedRequest,
  header: string | undefined,
): SignVerdict | undefined {
  const { compiled, fields, account } = parsed;
  if (compiled === undefined || fields === undefined || account === undefined) return undefined;
  const question = {
    kind: 'request',
    operation: compiled.operation.id,
    signedFields: compiled.operation.signedFields,
    body: fields,
    secret: account.secret,
    rule: world.readings['request.null-in-signature'],
    header,
  } as const;
  return explainSign(question, sentSign(world, fields, header));
}

/** A verdict as the journal shows it: the secrets of the other shops are masked too. */
export function shownVerdict(world: World, verdict: SignVerdict): SignVerdict {
  const { secrets } = world.store;
  return {
    ...verdict,
    expectedText: maskSecrets(verdict.expectedText, secrets),
    sent: verdict.sent === null ? null : maskSecrets(verdict.sent, secrets),
  };
}

function wrongSign(world: World, verdict: SignVerdict): Refusal {
  const text = verdict.expectedText.replace(/<SECRET>$/, '');
  const reason =
    verdict.sent === null && verdict.place === 'none'
      ? `It is required, string to sign: "${text}"`
      : `Invalid sign, string to sign: "${text}"`;
  return refuse(
    'signature',
    world.readings['error.bad-signature'],
    `Incorrect values for parameters: sign="${reason}"`,
  );
}

/** Judges shop and signature; undefined for a request that is what it says it is. */
export function authenticate(
  world: World,
  parsed: ParsedRequest,
  verdict: SignVerdict | undefined,
): Refusal | undefined {
  if (parsed.refusal !== undefined) return parsed.refusal;
  const { account, fields } = parsed;
  if (account === undefined || verdict === undefined) {
    const id = fields === undefined ? '' : (textField(fields, 'shop_id') ?? '');
    return refuse('shop', 11, `Shop (id = ${id}) is not found`);
  }
  if (account.config.active === false) {
    return refuse('shop', world.readings['error.inactive-shop'], `Shop (id = ${account.id}) is not active`);
  }
  return verdict.ok ? undefined : wrongSign(world, verdict);
}
