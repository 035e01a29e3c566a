/** How the signature calculator shows a message: its fields in order and the string, the secret masked. */
import { Command, Option } from '@commander-js/extra-typings';
import { printableLine } from '../history/printable.ts';
import { maskSecrets, SECRET_MASK } from '../simulator/protocol/masking.ts';
import { exactText, type FieldPart, fieldParts, type Message } from './message.ts';
import { secretForms } from './support/secret.ts';

/** The arguments and options that sign and verify have in common. */
export function calculator(name: string) {
  return new Command(name)
    .argument('<what>', 'an operation, such as invoice/create, or notification')
    .argument('[file]', 'the body; - or nothing reads standard input')
    .option('--body <text>', 'the body itself')
    .option('--form', 'the body is application/x-www-form-urlencoded, not JSON')
    .option('--secret <spec>', `the secret key: ${secretForms}`)
    .option('--secret-env <name>', 'the environment variable that holds the secret key')
    .option('--secret-file <file>', 'the file that holds the secret key')
    .addOption(
      new Option(
        '--empty <rule>',
        'what null and empty signature fields of a request do (not specified)',
      ).choices(['skip', 'empty-slot'] as const),
    )
    .option('--json', 'print JSON');
}

/** What both commands show of a message. */
export function messageView(message: Message) {
  const hide = (text: string) => maskSecrets(text, [message.secret]);
  return {
    message: message.operation?.id ?? 'notification',
    fields: fieldParts(message).map((part) => ({
      ...part,
      text: part.text === null ? null : hide(part.text),
    })),
    stringToSign: hide(exactText(message)) + SECRET_MASK,
  };
}

/** The view as lines for a terminal. */
export function messageLines({ message, fields, stringToSign }: ReturnType<typeof messageView>): string[] {
  const width = Math.max(...fields.map(({ key }) => key.length), 0);
  const signed = fields.filter(({ text }) => text !== null);
  const left = fields.filter(({ text }) => text === null);
  return [
    message,
    '',
    'Fields, in order:',
    ...signed.map((part) => fieldLine(part, width)),
    ...(left.length > 0 ? ['Not in the string:', ...left.map((part) => fieldLine(part, width))] : []),
    '',
    'String to sign:',
    `  ${printableLine(stringToSign)}`,
  ];
}

function fieldLine({ key, text, note }: FieldPart, width: number): string {
  const told = [text, note === null ? null : `(${note})`].filter((each) => each !== null);
  return `  ${printableLine(key).padEnd(width)}  ${printableLine(told.join('  '))}`;
}
