/** The languages for which there is example code. */
export const LANGUAGES = ['express', 'fastapi', 'laravel', 'php', 'spring', 'none'] as const;
export const CI_SYSTEMS = ['github', 'gitlab', 'none'] as const;
export const INTERFACES = ['http', 'module'] as const;
export const FORMATS = ['ts', 'json'] as const;

export type Language = (typeof LANGUAGES)[number];
export type CiSystem = (typeof CI_SYSTEMS)[number];

/** What `init` has to know. */
export interface Answers {
  readonly name: string;
  /** How the merchant is reached or started: one of the two. */
  readonly place: { readonly url: string } | { readonly start: string };
  readonly capabilities: readonly string[];
  readonly interface: (typeof INTERFACES)[number];
  readonly language: Language;
  readonly ci: CiSystem;
  readonly format: (typeof FORMATS)[number];
}
