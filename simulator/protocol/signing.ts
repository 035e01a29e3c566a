/** Signatures: the public surface for everything else (Authentication, Events 5). */
export {
  digest,
  type EmptyRule,
  notificationText,
  signedText,
  signNotification,
  signRequest,
  verifyDigest,
} from './sign-digest.ts';
export {
  describeVerdict,
  explainSign,
  OTHER_INTERPRETATION,
  type SignQuestion,
  type SignVerdict,
} from './sign-explain.ts';
export { type SignedMessage, signedMessage } from './sign-message.ts';
export { type RecipeMatch, signedByMistake } from './sign-recipes.ts';
