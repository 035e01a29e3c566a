import { mapRecipeTexts } from './recipe-texts.ts';
import type { Command, filledIn, InterfaceConfig } from './resolved.ts';
import type { Where } from './templates.ts';

/**
 * Fills in one text of a configuration.
 *
 * @param key where it stands, such as `merchant.start.env.PORT`
 */
export type Fill = (key: string, text: string, where?: Where) => string;

const interfacePlaces = (given: InterfaceConfig, fill: Fill): InterfaceConfig => {
  if (given.type === 'module') return given;
  const filled = { ...given, baseUrl: fill('merchant.interface.baseUrl', given.baseUrl) };
  if (filled.type === 'http') return filled;
  const { database } = filled;
  const key = 'merchant.interface';
  const placed = { ...filled, database: database && fill(`${key}.database`, database) };
  return mapRecipeTexts(placed, key, (where, text) => fill(where, text, { atCalls: true }));
};

/**
 * Every text of a configuration that may use template variables, filled in: for a slot with its values, to look at
 * them with samples.
 */
export function placesOf({ merchant, gateway, under }: ReturnType<typeof filledIn>, fill: Fill) {
  const { start, control } = merchant;
  const optional = (key: string, text: string | null): string | null =>
    text === null ? null : fill(key, text);
  const each = (key: string, texts: readonly string[]): string[] =>
    texts.map((text, index) => fill(`${key}[${index}]`, text));
  const command = (key: string, given: Command): Command =>
    typeof given === 'string' ? fill(key, given) : each(key, given);
  const environment = (key: string, env: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(`${key}.${name}`, text)]));
  return {
    start: start && {
      prepare: start.prepare && command('merchant.start.prepare', start.prepare),
      command: command('merchant.start.command', start.command),
      env: environment('merchant.start.env', start.env),
      cwd: fill('merchant.start.cwd', start.cwd),
      ready: optional('merchant.start.ready', start.ready),
    },
    control: control && {
      kill: command('merchant.control.kill', control.kill),
      start: command('merchant.control.start', control.start),
    },
    url: fill('merchant.url', merchant.url, { notHere: ['merchant.url'] }),
    callbackUrl: fill('merchant.callbackUrl', merchant.callbackUrl),
    callbackUrls: each('merchant.callbackUrls', merchant.callbackUrls),
    allowCallbacksTo: each('merchant.allowCallbacksTo', merchant.allowCallbacksTo),
    successUrl: optional('merchant.successUrl', merchant.successUrl),
    failedUrl: optional('merchant.failedUrl', merchant.failedUrl),
    logs: each('merchant.logs', merchant.logs),
    interface: interfacePlaces(merchant.interface, fill),
    under: environment('under.env', under.env),
    publicUrl:
      gateway.publicUrl &&
      fill('gateway.publicUrl', gateway.publicUrl, { notHere: ['gateway.baseUrl', 'gateway.origin'] }),
  };
}
