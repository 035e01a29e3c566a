import { ERROR_CODES } from '../../simulator/protocol/codes.ts';
import { OPERATION_IDS, operationUnder } from '../../simulator/protocol/operations.ts';
import { type ReadingValues, resolveReadings } from '../../simulator/protocol/readings.ts';
import { type RequestField, requestFields } from '../../simulator/protocol/request-fields.ts';
import { playExamples } from './gateway-notes/play.ts';
import { table } from './markdown.ts';
import { replaceBlock } from './notifications.ts';
import { type Generator, readProjectFile } from './page.ts';

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || '–';

function requests(readings: ReadingValues): string {
  const rows = OPERATION_IDS.map((id) => {
    const fields = requestFields(id, readings);
    const names = (required: boolean): string =>
      code(fields.filter((field) => field.required === required).map(({ name }) => name));
    const { path, signedFields } = operationUnder(readings, id);
    return [`\`${path}\``, names(true), names(false), code(signedFields)];
  });
  return table(['operation', 'required', 'optional', 'signed, in this order'], rows);
}

/** What a refund request's fields mean; a field without an entry would make the page incomplete. */
const REFUND_MEANINGS: Readonly<Record<string, string>> = {
  shop_id: 'your shop',
  invoice_id: '`payment_id` of the paid invoice',
  shop_refund_id: 'your id of the refund, unique in your shop, at most 255 characters',
  amount: 'at most what is left of the payment',
  now: 'time of the request',
  currency: "the invoice's, as a number (digits as text are tolerated); another one is code 16",
  description: 'of the refund',
  callback_url: 'where the notification of `type=refund` goes; without it, to the shared address',
};

function refundFields(readings: ReadingValues): string {
  const { signedFields } = operationUnder(readings, 'invoice/create-refund');
  const rows = requestFields('invoice/create-refund', readings).map(
    ({ name, type, required }: RequestField) => {
      const meaning = REFUND_MEANINGS[name];
      if (meaning === undefined) throw new Error(`docs/gateway-notes.md does not say what ${name} means`);
      const mark = (yes: boolean): string => (yes ? 'yes' : 'no');
      const kind = type.name === 'id' ? 'text' : type.name;
      return [`\`${name}\``, kind, mark(required), mark(signedFields.includes(name)), meaning];
    },
  );
  return table(['field', 'type', 'required', 'signed', 'meaning'], rows);
}

const FATAL = { yes: 'yes', no: 'no', 'not shown': 'open' } as const;

function codes(): string {
  const rows = ERROR_CODES.map((each) => [
    String(each.code),
    each.text,
    FATAL[each.fatal],
    each.listed ? 'the specification' : "merchants' own tables",
  ]);
  return table(['code', 'text', 'fatal', 'known from'], rows);
}

/** The page about what the simulator does where the specification is silent: prose, tables and real answers. */
export const generateGatewayNotes: Generator = async () => {
  const path = 'docs/gateway-notes.md';
  const spec = resolveReadings('spec');
  let text = await readProjectFile(path);
  text = replaceBlock(text, 'requests', requests(spec));
  text = replaceBlock(text, 'refund-fields', refundFields(spec));
  text = replaceBlock(text, 'codes', codes());
  for (const { name, json } of playExamples()) {
    text = replaceBlock(text, name, `\`\`\`json\n${json}\n\`\`\``);
  }
  return [{ path, text }];
};
