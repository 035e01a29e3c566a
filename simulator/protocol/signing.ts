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
export { explainSign, type RecipeMatch, type SignQuestion, type SignVerdict } from './sign-explain.ts';
