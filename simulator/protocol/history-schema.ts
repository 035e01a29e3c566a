/** The name and version of the journal's line format. */
export const HISTORY_SCHEMA = 'gatecheck/history@1';
