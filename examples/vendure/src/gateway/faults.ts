/**
 * Faults that integrations like this one often have. No plugin has such switches; here they show what gatecheck sees.
 *
 * SHOP_FAULT is one of: double-credit, unsigned-believed, amount-not-compared, waiting-is-done,
 * second-refund, refund-counted-twice.
 */
export const fault = (name: string): boolean => process.env.SHOP_FAULT === name;
