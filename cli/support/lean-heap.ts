import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of a gateway that runs for long near what it holds: new objects get no more room than they have
 * by now, and the heap is collected when it has grown by a fifth instead of doubled. It halves what is garbage and
 * costs many requests a second, so it is for those who ask for little memory.
 */
export function leanHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}
