/** Where a run leaves its reports that nobody gave a folder: what tries only some checks leaves the report of all alone. */
export const OUT = { whole: 'reports/out', part: 'reports/part' } as const;
