/** The last lines of a journal as bytes outside of the heap, where they cost the collector nothing. */
export interface JournalPages {
  /** Adds a line: the members of two JSON objects, neither of which is empty, in one. The first is ASCII. */
  push(kind: string, stamp: string, event: string): void;
  /** How many lines are kept: all, or the last ones that the limits leave. */
  size(): number;
  /** The bytes that are held for them. */
  heldBytes(): number;
  /** The kind of a line; 0 is the oldest. */
  kindAt(index: number): string;
  textAt(index: number): string;
  /** The bytes that were added since the last call, in order. */
  takeNew(): Uint8Array[];
}

/** How much of a journal is kept: the newest line always, older ones as far as both limits allow. */
export interface JournalLimits {
  readonly lines: number;
  readonly bytes: number;
}

/** A block of lines. `ends[i]` is where line i ends. */
interface Block {
  readonly bytes: Buffer;
  used: number;
  taken: number;
  readonly ends: number[];
  readonly kinds: string[];
}

const blockBytes = 256 * 1024;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Joins the two objects here and not as text, which would be copied once more before it is written. */
function write(block: Block, kind: string, stamp: string, event: string): void {
  const { bytes } = block;
  const comma = block.used + bytes.write(stamp, block.used, 'latin1') - 1;
  const end = comma + bytes.write(event, comma, 'utf8');
  bytes[comma] = COMMA;
  bytes[end] = LINE_FEED;
  block.used = end + 1;
  block.ends.push(block.used);
  block.kinds.push(kind);
}

/**
 * Keeps the last lines in blocks, which are forgotten and used again as a whole.
 *
 * @param collects whether `takeNew` will be called: then no line is forgotten that it has not given.
 */
export function createJournalPages(limits: JournalLimits, collects: boolean): JournalPages {
  const blocks: Block[] = [];
  let spare: Buffer | undefined;
  let lines = 0;
  let held = 0;
  let fresh: Block[] = [];

  function open(atLeast: number): Block {
    const isUsual = atLeast <= blockBytes;
    forgetOldest(Math.max(atLeast, blockBytes));
    const bytes = isUsual ? (spare ?? Buffer.allocUnsafeSlow(blockBytes)) : Buffer.allocUnsafeSlow(atLeast);
    if (isUsual) spare = undefined;
    held += bytes.length;
    const block: Block = { bytes, used: 0, taken: 0, ends: [], kinds: [] };
    blocks.push(block);
    return block;
  }

  /** Makes room for a block of so many bytes. */
  function forgetOldest(newBytes: number): void {
    for (;;) {
      const oldest = blocks[0];
      if (oldest === undefined) return;
      const isOver = lines - oldest.ends.length >= limits.lines || held + newBytes > limits.bytes;
      // What is still to be written must not be written over.
      if (!isOver || (collects && oldest.taken < oldest.used)) return;
      blocks.shift();
      lines -= oldest.ends.length;
      held -= oldest.bytes.length;
      if (oldest.bytes.length === blockBytes) spare = oldest.bytes;
    }
  }

  const size = () => Math.min(lines, limits.lines);

  function find(index: number): { block: Block; at: number } {
    let at = index + lines - size();
    for (const block of blocks) {
      if (at < block.ends.length) return { block, at };
      at -= block.ends.length;
    }
    throw new RangeError(`line ${index} of ${lines}`);
  }

  return {
    push(kind, stamp, event) {
      let block = blocks.at(-1);
      // A UTF-16 unit takes at most three bytes; measuring exactly is worth it only where that does not fit.
      if (block === undefined || block.used + stamp.length + event.length * 3 > block.bytes.length) {
        // The closing brace of the one gives way to the comma that is the opening brace of the other.
        const bytes = stamp.length - 1 + Buffer.byteLength(event) + 1;
        if (block === undefined || block.used + bytes > block.bytes.length) {
          block = open(bytes);
        }
      }
      write(block, kind, stamp, event);
      lines += 1;
      if (collects && fresh.at(-1) !== block) fresh.push(block);
    },
    size,
    heldBytes: () => held + (spare?.length ?? 0),
    kindAt(index) {
      const { block, at } = find(index);
      return block.kinds[at] ?? '';
    },
    textAt(index) {
      const { block, at } = find(index);
      return block.bytes.toString('utf8', block.ends[at - 1] ?? 0, block.ends[at]);
    },
    takeNew() {
      const parts = fresh.map((block) => {
        const part = block.bytes.subarray(block.taken, block.used);
        block.taken = block.used;
        return part;
      });
      fresh = [];
      return parts;
    },
  };
}
