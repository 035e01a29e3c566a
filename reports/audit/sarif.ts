import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LawDefinition } from '../../ledger/types.ts';
import type { Audit } from './audit.ts';
import { eventKey } from './event-lines.ts';

const LEVELS = { must: 'error', should: 'warning', open: 'note' } as const;

/** The file as a tool would look for it: below the folder of the run, or else anywhere. */
function uriOf(file: string): string {
  const below = relative('.', resolve(file));
  return below.startsWith('..') ? pathToFileURL(file).href : encodeURI(below.replaceAll('\\', '/'));
}

/**
 * What an audit found as SARIF 2.1.0: each breach at the line of the recording that shows it, and at the file where it has
 * no lines of its own, as a HAR.
 *
 * @param lines the line of each event, by {@link eventKey}
 */
export function sarifOf(
  audit: Audit,
  lines: ReadonlyMap<string, number>,
  definitions: readonly LawDefinition[],
): object {
  const broken = audit.laws.filter(({ violations }) => violations.length > 0);
  const uri = uriOf(audit.file);
  const locations = (recording: number, events: readonly number[]): object[] => {
    const known = events.flatMap((seq) => lines.get(eventKey(recording, seq)) ?? []);
    if (known.length === 0) return [{ physicalLocation: { artifactLocation: { uri } } }];
    return known.map((startLine) => ({
      physicalLocation: { artifactLocation: { uri }, region: { startLine } },
    }));
  };
  const rules = broken.map(({ id, title, level }) => {
    const fix = definitions.find((law) => law.id === id)?.fix;
    return {
      id,
      shortDescription: { text: title },
      ...(fix === undefined ? {} : { help: { text: fix } }),
      defaultConfiguration: { level: LEVELS[level] },
    };
  });
  const results = broken.flatMap(({ id, level, violations }, ruleIndex) =>
    violations.map(({ recording, key, actual, events }) => {
      // The last event is the one that breaks the law; those before it lead there.
      const [last, ...before] = locations(recording, events).toReversed();
      return {
        ruleId: id,
        ruleIndex,
        level: LEVELS[level],
        message: { text: `${key}: ${actual}` },
        ...(last === undefined ? {} : { locations: [last] }),
        relatedLocations: before.toReversed(),
        partialFingerprints: { 'object/v1': `${id} ${key}` },
      };
    }),
  );
  return {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [{ tool: { driver: { name: 'gatecheck', semanticVersion: audit.suite, rules } }, results }],
  };
}
