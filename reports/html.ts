import htm from 'htm';
import { h, type VNode } from 'preact';

/**
 * Markup with values, which are escaped. Not from `htm/preact`: htm does not declare that it needs preact, and is not
 * given it by package managers that go by what is declared.
 */
export const html = (htm as unknown as typeof htm.default).bind(h) as (
  markup: TemplateStringsArray,
  ...values: unknown[]
) => VNode;
