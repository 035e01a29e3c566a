import type { Requirement } from './types.ts';

/** How requests are signed. */
export const authenticationRequirements = [
  {
    id: 'auth.1',
    level: 'must',
    party: 'both',
    section: 'Authentication 1',
    text: 'The signature goes into the parameter `sign` of the JSON body.',
  },
  {
    id: 'auth.1.header',
    level: 'open',
    party: 'both',
    section: 'Authentication 1',
    text: 'Which of body and header counts when both carry a signature is not shown. Reading request.sign-place.',
  },
  {
    id: 'auth.2',
    level: 'must',
    party: 'both',
    section: 'Authentication 2',
    text: "The values of the operation's signature fields, in alphabetical order of their keys, are joined by colons, the secret key follows without a separator, and the lower-case hex SHA-256 of the UTF-8 text is sent.",
  },
  {
    id: 'auth.3',
    level: 'must',
    party: 'merchant',
    section: 'Authentication 3',
    text: 'The secret key is never sent.',
  },
  {
    id: 'auth.4',
    level: 'must',
    party: 'both',
    section: 'Authentication 4',
    text: 'The field `sign` is never part of the signed string.',
  },
  {
    id: 'auth.5',
    level: 'open',
    party: 'both',
    section: 'Authentication 5',
    text: 'How null or empty values enter the signature of a request is not shown. Reading request.null-in-signature.',
  },
  {
    id: 'auth.6',
    level: 'must',
    party: 'both',
    section: 'Authentication 6',
    text: 'Each operation has its own list of signature fields; fields outside the list are not signed.',
  },
  {
    id: 'auth.7',
    level: 'must',
    party: 'both',
    section: 'Authentication 7',
    text: 'Notifications are signed by the same algorithm.',
  },
] as const satisfies readonly Requirement[];
