import type { Command, filledIn } from './resolved.ts';
import type { TemplateVariable } from './templates.ts';

/**
 * Fills in one text of a configuration.
 *
 * @param key where it stands, such as `merchant.start.env.PORT`
 * @param notHere variables that have no value there
 */
export type Fill = (key: string, text: string, notHere?: readonly TemplateVariable[]) => string;

/**
 * Every text of a configuration that may use template variables, filled in: for a slot with its values, to look at
 * them with samples.
 */
export function placesOf({ merchant, gateway }: ReturnType<typeof filledIn>, fill: Fill) {
  const { start, control } = merchant;
  const optional = (key: string, text: string | null): string | null =>
    text === null ? null : fill(key, text);
  const each = (key: string, texts: readonly string[]): string[] =>
    texts.map((text, index) => fill(`${key}[${index}]`, text));
  const command = (key: string, given: Command): Command =>
    typeof given === 'string' ? fill(key, given) : each(key, given);
  const inEnv = ([name, text]: [string, string]) => [name, fill(`merchant.start.env.${name}`, text)] as const;
  return {
    start: start && {
      prepare: start.prepare && command('merchant.start.prepare', start.prepare),
      command: command('merchant.start.command', start.command),
      env: Object.fromEntries(Object.entries(start.env).map(inEnv)),
      cwd: fill('merchant.start.cwd', start.cwd),
      ready: optional('merchant.start.ready', start.ready),
    },
    control: control && {
      kill: command('merchant.control.kill', control.kill),
      start: command('merchant.control.start', control.start),
    },
    url: fill('merchant.url', merchant.url, ['merchant.url']),
    callbackUrl: fill('merchant.callbackUrl', merchant.callbackUrl),
    callbackUrls: each('merchant.callbackUrls', merchant.callbackUrls),
    allowCallbacksTo: each('merchant.allowCallbacksTo', merchant.allowCallbacksTo),
    successUrl: optional('merchant.successUrl', merchant.successUrl),
    failedUrl: optional('merchant.failedUrl', merchant.failedUrl),
    logs: each('merchant.logs', merchant.logs),
    interface:
      merchant.interface.type === 'http'
        ? { ...merchant.interface, baseUrl: fill('merchant.interface.baseUrl', merchant.interface.baseUrl) }
        : merchant.interface,
    publicUrl:
      gateway.publicUrl &&
      fill('gateway.publicUrl', gateway.publicUrl, ['gateway.baseUrl', 'gateway.origin']),
  };
}
