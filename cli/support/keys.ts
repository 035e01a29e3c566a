import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readText } from '../../suite/config/read-text.ts';
import { whyUnreadable } from '../../suite/config/unreadable.ts';
import { usageError } from './exit.ts';

const MAKE = {
  private: 'openssl genpkey -algorithm ed25519 -out certify.key',
  public: 'openssl pkey -in certify.key -pubout -out certify.pub',
} as const;

/**
 * Reads an Ed25519 key in PEM form.
 *
 * @throws {CliError} (exit 2) when there is none, with the command that makes one.
 */
export function readKey(kind: 'private' | 'public', file: string): KeyObject {
  const hint = `Create one with: ${MAKE[kind]}`;
  let text: string;
  try {
    text = readText(file);
  } catch (cause) {
    throw usageError(`the key "${file}" cannot be read: ${whyUnreadable(cause)}.`, hint);
  }
  let key: KeyObject;
  try {
    // A public key can be had from a private one, and whoever checks should not need that.
    if (kind === 'public' && text.includes('PRIVATE KEY')) throw new Error('private');
    key = kind === 'private' ? createPrivateKey(text) : createPublicKey(text);
  } catch {
    throw usageError(`"${file}" is no ${kind} key in PEM form.`, hint);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw usageError(
      `"${file}" is a key for ${key.asymmetricKeyType ?? 'something else'}, expected Ed25519.`,
      hint,
    );
  }
  return key;
}
