import type { Verbs } from '../../suite/engine/index.ts';

export const isForm = (t: Verbs): boolean => t.slot.config.profile.notifications === 'form';

export function formOnly(t: Verbs): void {
  if (!isForm(t)) t.notApplicable('The profile has notifications in JSON (profile.notifications).');
}
