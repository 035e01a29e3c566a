import { BROWSER_REMEDY, tryBrowser } from '../../scripts/browser.mjs';
import { type DoctorFinding, fine, wrong } from './finding.ts';

/** The oldest Node that runs gatecheck. */
const OLDEST = { major: 20, minor: 19 } as const;

/** Whether this Node is new enough. */
export function nodeFinding(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  return isEnough
    ? fine('Node', `Node.js ${version}.`)
    : wrong(
        'Node',
        `Node.js ${version} is too old.`,
        `Install Node.js ${OLDEST.major}.${OLDEST.minor} or newer.`,
      );
}

/**
 * Whether there is a browser that starts, which only the checks of a claimed `checkout` need.
 *
 * @param find answers the path of a Chromium, or undefined.
 */
export async function browserFinding(
  find: () => Promise<string | undefined>,
  isNeeded: boolean,
): Promise<DoctorFinding> {
  if (!isNeeded) return fine('browser', 'Not looked for: no capability that is claimed needs one.');
  const { path, why } = await tryBrowser(find);
  return path === undefined
    ? wrong('browser', why, `Capability checkout needs one. ${BROWSER_REMEDY}`)
    : fine('browser', `${path} starts.`);
}
