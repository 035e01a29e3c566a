/** How much is tried to explain one signature, so that no message costs much more than an ordinary one. */
export interface SignWork {
  /** Whether a text of so many fields and this weight may still be built; if so, it is counted. */
  mayBuild(fields: number, characters: number): boolean;
  /** Whether a text of this weight may still be hashed; if so, it is counted. */
  mayHash(characters: number): boolean;
  /** What was counted, in steps. */
  steps(): number;
}

/** Characters outside of ASCII take as much longer to spell and to hash. */
const OUTSIDE_OF_ASCII = 3;

/** The length of a text in characters of ASCII that cost as much. */
export const weightOf = (text: string): number =>
  text.length + (OUTSIDE_OF_ASCII - 1) * (Buffer.byteLength(text) - text.length);

/** What each thing costs, in steps of about a nanosecond. */
const steps = {
  text: 5_000,
  field: 1_500,
  /** Most spellings look at each character of a text. */
  character: 40,
  hash: 5_000,
  hashedCharacter: 3,
} as const;

/** An ordinary request takes 30 million in all. Notifications have many more fields, and the gateway explains none. */
export const MOST_STEPS = {
  request: { texts: 12e6, hashes: 36e6 },
  notification: { texts: 80e6, hashes: 120e6 },
} as const;

/** The work for one message. What is too long for what is left is passed over, and shorter texts still have their turn. */
export function createSignWork(kind: keyof typeof MOST_STEPS): SignWork {
  const { texts, hashes } = MOST_STEPS[kind];
  let left: number = texts + hashes;
  let leftForTexts: number = texts;
  return {
    mayBuild(fields, characters) {
      const cost = steps.text + fields * steps.field + characters * steps.character;
      if (cost > leftForTexts) return false;
      leftForTexts -= cost;
      left -= cost;
      return true;
    },
    mayHash(characters) {
      const cost = steps.hash + characters * steps.hashedCharacter;
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    steps: () => texts + hashes - left,
  };
}
