/** Judgements that no faulty shop brings about, each with its reason. `--sites` fails where the list is not exact. */
export const unreachedSites: Readonly<Record<string, string>> = {};
