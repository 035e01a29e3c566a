import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from '@playwright/test/reporter';
import type { CheckRecord } from '../../history/record.ts';
import { writeWhole } from '../files.ts';

/** The folder, below that of the reports, with what the browser showed in checks that failed. */
export const BROWSER_DIR = 'browser';

type Attachment = Pick<TestResult['attachments'][number], 'name' | 'contentType' | 'body' | 'path'>;

const KEPT = /^(image\/png|video\/webm|application\/vnd\.allure\.playwright-trace)$/;
/** What Allure knows under a name of its own. */
const PLAIN: Readonly<Record<string, string>> = {
  'application/vnd.allure.playwright-trace': 'application/zip',
};
const NAME = /^[\w-]+\.(png|webm|zip)$/;

/**
 * Writes the pictures, traces and videos that a test has attached to `browser/<check>/` below the folder of
 * the reports.
 *
 * @returns the record with the places of the files, relative to that folder
 */
export function withBrowserFiles(
  record: CheckRecord,
  attachments: readonly Attachment[],
  outDir: string,
): CheckRecord {
  const kept = attachments.filter(({ name, contentType }) => KEPT.test(contentType) && NAME.test(name));
  if (kept.length === 0) return record;
  const folder = join(outDir, BROWSER_DIR, record.id);
  mkdirSync(folder, { recursive: true });
  const files = kept.flatMap((attachment) => {
    const content = contentOf(attachment);
    if (content === undefined) return [];
    writeWhole(join(folder, attachment.name), content);
    const { name, contentType } = attachment;
    return [{ path: `${BROWSER_DIR}/${record.id}/${name}`, contentType: PLAIN[contentType] ?? contentType }];
  });
  return files.length === 0 ? record : { ...record, files };
}

/** Brings what the browser showed in one run to where several runs are reported together. */
export function copyBrowserFiles(from: string, to: string): void {
  const folder = join(from, BROWSER_DIR);
  if (from !== to && existsSync(folder)) cpSync(folder, join(to, BROWSER_DIR), { recursive: true });
}

function contentOf({ body, path }: Attachment): Buffer | undefined {
  try {
    return body ?? (path === undefined ? undefined : readFileSync(path));
  } catch {
    return undefined;
  }
}
