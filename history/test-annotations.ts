import { CHECK_ANNOTATION, type Level } from './record.ts';

/** What a test says about itself when it is declared: Playwright's form of an annotation. */
export interface TestAnnotation {
  readonly type: string;
  readonly description: string;
}

/**
 * The annotations of the test of a check: which check it is, and for the Allure report its severity, its
 * area (the first word of its id) and its requirements. To be given with the declaration, so that they are
 * there even when the test never runs.
 */
export function annotationsOf(check: {
  readonly id: string;
  readonly level: Level;
  readonly requirements: readonly string[];
  readonly capabilities: readonly string[];
}): TestAnnotation[] {
  const label = (name: string, value: string): TestAnnotation => ({
    type: `allure.label.${name}`,
    description: value,
  });
  return [
    { type: CHECK_ANNOTATION, description: check.id },
    label('severity', check.level === 'must' ? 'critical' : 'minor'),
    label('epic', check.capabilities[0] ?? 'general'),
    label('feature', check.id.split('.')[0] ?? check.id),
    ...check.requirements.map((id): TestAnnotation => ({ type: 'tms', description: id })),
  ];
}
