/** How notifications are written: as JSON or as a form, and by which answers to what the specification leaves open. */
export interface NotificationForm {
  readonly format: 'json' | 'form';
  /** Reading id to answer. */
  readonly readings: Readonly<Record<string, string>>;
}

/** What decides how a genuine notification looks, and so whether a merchant understands it: the likeliest difference first. */
const CHOICES = [
  ['notification.status', ['integer', 'text']],
  ['notification.fields', ['record', 'observed']],
  ['notification.number-literals', ['shortest', 'decimal']],
  ['notification.unused-fields', ['null', 'omitted']],
] as const;

const choicesOf = (current: NotificationForm): NotificationForm[] =>
  CHOICES.reduce<NotificationForm[]>(
    (forms, [id, answers]) => {
      const own = current.readings[id] ?? answers[0];
      const other = answers.find((answer) => answer !== own) ?? own;
      return forms.flatMap((form) =>
        [own, other].map((answer) => ({ ...form, readings: { ...form.readings, [id]: answer } })),
      );
    },
    (['json', 'form'] as const).map((format) => ({ format, readings: current.readings })),
  );

/** The readings in which a form differs from another one, with its answers. */
export const otherReadings = (
  form: NotificationForm,
  from: NotificationForm,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    CHOICES.flatMap(([id, answers]) => {
      const answer = form.readings[id] ?? answers[0];
      return answer === (from.readings[id] ?? answers[0]) ? [] : [[id, answer] as const];
    }),
  );

const differences = (form: NotificationForm, from: NotificationForm): number =>
  Object.keys(otherReadings(form, from)).length + (form.format === from.format ? 0 : 1);

/**
 * Every way in which a notification may be written, by how much it differs from this one, which is first: whoever
 * tries them in turn finds the fewest differences that are needed.
 */
export function notificationForms(current: NotificationForm): readonly NotificationForm[] {
  return choicesOf(current).toSorted((a, b) => differences(a, current) - differences(b, current));
}

/** In what a form differs from another one, in words; empty where it does not. */
export function formInWords(form: NotificationForm, from: NotificationForm): string {
  const readings = Object.entries(otherReadings(form, from)).map(
    ([id, answer]) => `reading ${id} is "${answer}"`,
  );
  const format =
    form.format === from.format ? [] : [`they are sent as ${form.format} (profile.notifications)`];
  return [...format, ...readings].join(' and ');
}

/** What to write into a configuration so that notifications have this form. */
export function formAsConfiguration(form: NotificationForm, from: NotificationForm): string {
  const readings = otherReadings(form, from);
  const profile = {
    ...(form.format === from.format ? {} : { notifications: form.format }),
    ...(Object.keys(readings).length === 0 ? {} : { readings }),
  };
  return `"profile": ${JSON.stringify(profile)}`;
}
