import type { Cause } from '../../suite/preflight/index.ts';

/** What `doctor` looked at, and what is to be done where it is not as it should be. */
export interface DoctorFinding {
  readonly what: string;
  /** `note`: it works, and there is something to know. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly message: string;
  /** Empty when nothing is to be done. */
  readonly remedy: string;
  /** What else did not work, or was not tried, because of it. */
  readonly consequences?: readonly string[];
  /** Why it did not work, to tell it with what else has that cause; of `traffic`, any flow that did not work. */
  readonly cause?: Cause | { readonly kind: 'traffic' } | undefined;
}

export const fine = (what: string, message: string): DoctorFinding => ({
  what,
  state: 'ok',
  message,
  remedy: '',
});

export const note = (
  what: string,
  message: string,
  remedy = '',
  cause?: DoctorFinding['cause'],
): DoctorFinding => ({
  what,
  state: 'note',
  message,
  remedy,
  cause,
});

export const wrong = (
  what: string,
  message: string,
  remedy: string,
  cause?: DoctorFinding['cause'],
): DoctorFinding => ({
  what,
  state: 'wrong',
  message,
  remedy,
  cause,
});
