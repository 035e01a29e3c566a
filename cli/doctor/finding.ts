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
}

export const fine = (what: string, message: string): DoctorFinding => ({
  what,
  state: 'ok',
  message,
  remedy: '',
});

export const note = (what: string, message: string, remedy = ''): DoctorFinding => ({
  what,
  state: 'note',
  message,
  remedy,
});

export const wrong = (what: string, message: string, remedy: string): DoctorFinding => ({
  what,
  state: 'wrong',
  message,
  remedy,
});
