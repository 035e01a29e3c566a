import { codeOf } from './names.ts';
import type { Project } from './project.ts';

/** Where a shop has the routes of the test interface. */
export interface Routes {
  /** What stands before `/orders`. */
  readonly prefix: string;
  readonly file: string;
}

const COLLECTION = /((?:\/[\w-]+){0,20})\/orders(?=['"`$])/g;
const MEMBER = /((?:\/[\w-]+){0,20})\/orders\/(?=['"`:{<$([])/g;

/** Fields that the test interface answers with, and that the API of a shop for its customers has no use for. */
const FIELDS = [/\bshop_order_id\b/, /\bcredited\b/, /\bcredits\b/];

const FOR_TESTS = /test|check(?!out)|conformance/i;

/** Where routers are put below a path, as frameworks write it. */
const MOUNT =
  /(?:\.use\(|prefix\s*[=:]|prefix\(|RequestMapping\(|\.route\(|\.mount\(|\.Group\()\s*['"`]\/?([\w/-]+)['"`]/g;

const prefixesOf = (text: string, path: RegExp): string[] =>
  [...text.matchAll(path)].map(([, prefix = '']) => prefix);

/** Routers are often put below a path elsewhere: then the one that is named for tests is meant. */
function mountOf(project: Project, own: string): string {
  const here = prefixesOf(own, MOUNT)[0];
  const elsewhere = codeOf(project)
    .flatMap(([, text]) => prefixesOf(text, MOUNT))
    .find((path) => FOR_TESTS.test(path));
  const path = here ?? elsewhere;
  return path === undefined ? '' : `/${path.replace(/^\/|\/$/g, '')}`;
}

/** The routes of the test interface, where a project has them: orders are made and read below one prefix. */
export function testRoutes(project: Project): Routes | undefined {
  for (const [file, source] of codeOf(project)) {
    const text = source.replaceAll('\\/', '/');
    if (!FIELDS.every((field) => field.test(text)) || !/post/i.test(text)) continue;
    const read = prefixesOf(text, MEMBER);
    // A path may be taken apart by hand; below one that is named for tests there is nothing else.
    const prefix = prefixesOf(text, COLLECTION).find((each) => read.includes(each) || FOR_TESTS.test(each));
    if (prefix !== undefined) return { prefix: prefix === '' ? mountOf(project, text) : prefix, file };
  }
  return undefined;
}
