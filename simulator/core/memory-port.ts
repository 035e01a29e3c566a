import type { Notification, Subject } from './entities.ts';
import type { MemoryKind, MemoryRow } from './memory-row.ts';

/** Notes what has changed since it was asked last. */
export interface Memory {
  /** An object or a notification is not as it was. */
  touch(thing: Subject | Notification): void;
  /** A notification was made from its object as it is now. */
  noted(notification: Notification): void;
  put(kind: MemoryKind, id: number | string, data: unknown): void;
  forget(kind: MemoryKind, id: number | string): void;
  /** Everything that changed, and nothing of it again. */
  take(): MemoryRow[];
}
