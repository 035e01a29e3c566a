import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** No page has as many bytes: a browser opens it at once, and a mail carries it. */
const TOO_MANY_BYTES = 200_000;

/** A part of a page that can be told in several forms, from the shortest to the fullest. */
export interface Piece {
  readonly forms: readonly (() => VNode | null)[];
}

/** That a piece is told at least in this form. */
export type Step = readonly [piece: Piece, form: number];

/** In which form each piece is told. */
export type Plan = (piece: Piece) => number;

export const bytesOf = (node: VNode | null): number =>
  node === null ? 0 : Buffer.byteLength(renderToString(node));

/**
 * Chooses the form of each piece. All are told in their shortest form; then the steps are gone through in their order, and
 * each is taken that still fits.
 *
 * @param room the bytes that are left where every piece has its shortest form
 */
export function planned(steps: readonly Step[], room: number): Plan {
  const chosen = new Map<Piece, number>();
  const plan: Plan = (piece) => chosen.get(piece) ?? 0;
  const sizes = new Map<Piece, Map<number, number>>();
  const sizeOf = (piece: Piece, form: number): number => {
    const known = sizes.get(piece) ?? new Map<number, number>();
    sizes.set(piece, known);
    const size = known.get(form) ?? bytesOf(piece.forms[form]?.() ?? null);
    known.set(form, size);
    return size;
  };
  let left = room;
  for (const [piece, form] of steps) {
    if (form <= plan(piece)) continue;
    const more = sizeOf(piece, form) - sizeOf(piece, plan(piece));
    if (more > left) continue;
    chosen.set(piece, form);
    left -= more;
  }
  return plan;
}

/**
 * A page in which each piece has the fullest form that there is room for. What stands around the pieces is other where they
 * are short: where a page is too large after all, there is less room.
 */
export function fitted(page: (plan: Plan) => string, steps: readonly Step[]): string {
  const shortest = page(() => 0);
  let room = TOO_MANY_BYTES - 1 - Buffer.byteLength(shortest);
  while (room > 0) {
    const text = page(planned(steps, room));
    const over = Buffer.byteLength(text) - (TOO_MANY_BYTES - 1);
    if (over <= 0) return text;
    room -= over;
  }
  return shortest;
}
