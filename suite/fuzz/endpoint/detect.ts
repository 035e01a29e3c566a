import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DeliveryReply,
  formAsConfiguration,
  formInWords,
  type NotificationForm,
  notificationForms,
  otherReadings,
  TLS_REFUSED,
} from '../../../simulator/index.ts';
import {
  type Base,
  families,
  type NoticeCase,
  onlyFields,
  renderMessage,
  rowOf,
  type Twist,
} from '../../arbitraries/index.ts';
import { runBatch } from '../batch.ts';
import type { EndpointTarget } from '../endpoint-target.ts';
import type { Finding } from '../finding.ts';
import { isOk, replyInWords } from '../reply.ts';
import { type Subject, TargetError } from '../target.ts';
import { NAME_AUTHORITY } from './state.ts';

/** One way of telling of a payment. */
interface Candidate {
  readonly form: NotificationForm;
  readonly base: Base;
  /** A wrong way of signing, by the id of its row. */
  readonly mistake?: string;
}

/** How an endpoint understands notifications. */
export interface Detected {
  /** With how many fields it honours one; null where it honours none that is rightly signed. */
  readonly base: Base | null;
  /** Why it honours no whole one, or none that is rightly signed. */
  readonly finding: Finding | null;
  /** What was found out, in a sentence; null where it understands them as they are. */
  readonly note: string | null;
}

const PLAIN: NoticeCase = {
  order: { amount: '10.50', fee: '0', description: null },
  before: [],
  message: { status: 4, twists: [] },
  copies: 1,
};

/** Fields that may be left out of the plain notification: among them is what an endpoint cannot bear. */
const SPARE_FIELDS: readonly string[] = [
  'error_code',
  'shop_refund',
  'ps_currency',
  'description',
  'created',
  'updated',
  'processed',
  'addons',
  'settlement_currency',
  'settlement_rate',
  'expires_at',
];

/** How long a reply that is not OK may have an effect all the same. */
const BRIEF_MS = 40;

const replyOf = (reply: DeliveryReply): string =>
  reply.outcome === 'replied' ? `HTTP ${reply.status}` : replyInWords(reply);

/** Tells an endpoint of one payment in ever other ways, until one is honoured. */
class Detection {
  readonly #target: EndpointTarget;
  readonly #counter: { messages: number };
  readonly #replies = new Map<string, { count: number; example: string }>();
  #subject: Subject | undefined;
  #shown: string | undefined;
  /** The order of the message before was booked after it had been looked at for the last time. */
  #cameLate = false;

  constructor(target: EndpointTarget, counter: { messages: number }) {
    this.#target = target;
    this.#counter = counter;
  }

  /** An order that no message has changed yet: a refusal may have closed the one before. */
  async #order(): Promise<Subject> {
    const sight = this.#subject === undefined ? undefined : await this.#target.look(this.#subject);
    this.#cameLate = sight?.booked === true;
    if (this.#subject !== undefined && sight?.words === this.#shown) return this.#subject;
    const [fresh] = await this.#target.open([PLAIN], 'genuine');
    if (fresh === undefined || fresh.spent === true) {
      if (this.#subject !== undefined) return this.#subject;
      throw new TargetError(
        'There is no unpaid order to tell the endpoint of.',
        'Give more unpaid orders: a dozen is good.',
      );
    }
    this.#subject = fresh;
    this.#shown = (await this.#target.look(fresh))?.words;
    return fresh;
  }

  #message(subject: Subject, { form, base, mistake }: Candidate) {
    const { facts } = subject;
    const twists: Twist[] = mistake === undefined ? [] : [{ mutation: mistake }];
    const context = { facts, secret: this.#target.secret, readings: form.readings, format: form.format };
    return renderMessage({ status: 4, twists }, context, base);
  }

  /** Whether a payment that is told of in this way counts as paid. */
  async #honours(candidate: Candidate, settleMs = this.#target.settleMs): Promise<boolean> {
    const subject = await this.#order();
    // One of those before was honoured, and which of them is found out with the orders that are left.
    if (this.#cameLate) return true;
    await this.#target.truth(subject, 4);
    const reply = await this.#target.send(this.#message(subject, candidate), {
      subject,
      url: this.#target.callbackUrl,
      label: () => 'a plain notification',
      status: 4,
      verdict: 'accept',
      genuine: true,
    });
    this.#counter.messages += 1;
    this.#note(reply);
    if (this.#target.oracle !== 'state') return isOk(reply);
    const until = performance.now() + (isOk(reply) ? settleMs : Math.min(BRIEF_MS, settleMs));
    for (let wait = 4; ; wait = Math.min(wait * 2, 50)) {
      if ((await this.#target.look(subject))?.booked === true) return true;
      if (performance.now() >= until) return false;
      await sleep(wait);
    }
  }

  #note(reply: DeliveryReply): void {
    if (reply.outcome === 'refused' || reply.outcome === 'invalid')
      throw new TargetError(
        `Nobody answers at ${this.#target.callbackUrl}: ${replyInWords(reply)}.`,
        reply.body.startsWith(TLS_REFUSED)
          ? NAME_AUTHORITY
          : 'Is the endpoint running, and is this its address?',
      );
    const kind = `${replyOf(reply)} ${reply.body.slice(0, 40)}`;
    const seen = this.#replies.get(kind) ?? { count: 0, example: replyInWords(reply) };
    this.#replies.set(kind, { ...seen, count: seen.count + 1 });
  }

  /** The first of these that is honoured. */
  async first(candidates: readonly Candidate[]): Promise<Candidate | undefined> {
    for (const candidate of candidates) if (await this.#honours(candidate)) return candidate;
    return undefined;
  }

  /** After how long a payment that is told of in this way counts as paid; undefined where it does not, or no order is left. */
  async timeOf(candidate: Candidate, patienceMs: number): Promise<number | undefined> {
    if ((await this.#target.look(await this.#order()))?.booked === true) return undefined;
    const begun = performance.now();
    return (await this.#honours(candidate, patienceMs)) ? performance.now() - begun : undefined;
  }

  /** What the endpoint said to all of it. */
  trouble(): TargetError {
    const all = [...this.#replies.entries()].toSorted(([, a], [, b]) => b.count - a.count);
    // One that takes a single format says so to half of them.
    const telling = all.filter(([kind]) => !kind.startsWith('HTTP 415'));
    const only = (status: number): boolean =>
      telling.length > 0 && telling.every(([kind]) => kind.startsWith(`HTTP ${status}`));
    const told = [...this.#replies.values()].reduce((sum, { count }) => sum + count, 0);
    const said = all.slice(0, 3).map(([, { count, example }]) => `${count} times ${example}`);
    const isSeen = this.#target.oracle === 'state';
    const words = `No plain notification ${isSeen ? 'has its effect' : 'is answered with HTTP 200 and OK'}, so no refusal would prove anything. Of ${told} messages in every form (JSON and forms, each reading of the fields, with and without the fields that have no value) the endpoint answered ${said.join(', ')}.`;
    const order = this.#subject?.facts.shopOrderId;
    if (only(404))
      return new TargetError(
        `${this.#target.callbackUrl} answers HTTP 404 to every notification.`,
        `Is this the address, with its path and query? If it is, it does not know order ${order}: does that order exist there?`,
      );
    if (only(405) || only(301) || only(302) || only(307) || only(308))
      return new TargetError(
        `${this.#target.callbackUrl} answers ${said.join(', ')}: it takes no POST there.`,
        'Give the address at which notifications are received; redirects are not followed.',
      );
    if (only(500))
      return new TargetError(
        `${this.#target.callbackUrl} answers HTTP 500 to every plain notification of order ${order}: ${telling[0]?.[1].example}.`,
        'The endpoint itself fails. Look into its log; does it know this order?',
      );
    const more = isSeen ? '' : ' Whether any was booked is seen only with one of the --state options.';
    return new TargetError(
      words,
      `Check the secret and the shop id of --shop, and that order ${order} is known there as it is given (amount, currency). gatecheck verify explains a signature.${more}`,
    );
  }
}

const BASES: readonly Base[] = ['record', 'lean-with-data', 'lean'];

const MISTAKES = families.find(({ id }) => id === 'sign.recipe')?.rows.map(({ id }) => id) ?? [];

/** The forms in which a wrong way of signing is looked for: as it is, as everything that was observed, each as JSON and as a form. */
function usualForms(forms: readonly NotificationForm[]): readonly NotificationForm[] {
  const [current] = forms;
  if (current === undefined) return [];
  const most = Math.max(...forms.map((form) => Object.keys(otherReadings(form, current)).length));
  return forms.filter((form) => [0, most].includes(Object.keys(otherReadings(form, current)).length));
}

/** A notification that is refused, as a finding; null where it is honoured. */
async function refusal(
  target: EndpointTarget,
  counter: { messages: number },
  testCase: NoticeCase = PLAIN,
): Promise<Finding | null> {
  const [result] = await runBatch(target, [testCase], {
    patience: 1,
    base: 'record',
    enough: Number.POSITIVE_INFINITY,
    counter,
  });
  return result?.finding ?? null;
}

/** Which fields of the record an endpoint cannot bear: without them it honours a notification. Found by halves. */
async function unbearable(
  target: EndpointTarget,
  base: Exclude<Base, 'record'>,
  counter: { messages: number },
): Promise<Finding | null> {
  const kept = base === 'lean' ? [] : ['ps_data'];
  const refusedWith = (fields: readonly string[]): Promise<Finding | null> => {
    const twists = [{ mutation: onlyFields, params: [...kept, ...fields] }];
    return refusal(target, counter, { ...PLAIN, message: { status: 4, twists } });
  };
  let fields = base === 'lean' ? ['ps_data', ...SPARE_FIELDS] : SPARE_FIELDS;
  let found = await refusedWith(fields);
  while (found !== null && fields.length > 1) {
    const half = Math.ceil(fields.length / 2);
    const [first, second] = [fields.slice(0, half), fields.slice(half)];
    const ofFirst = await refusedWith(first);
    const ofSecond = ofFirst === null ? await refusedWith(second) : null;
    // Where neither half is refused, it is two fields together.
    if (ofFirst === null && ofSecond === null) return found;
    fields = ofFirst === null ? second : first;
    found = ofFirst ?? ofSecond;
  }
  return found;
}

/** For how long, at most, it is looked whether an endpoint books what it is told as it was told first. */
const LONGEST_MS = 15_000;

/**
 * Whether it is the plain notification that an endpoint understands, and what came of it was only seen when others had
 * been sent: an endpoint that books late seems to understand any of them.
 *
 * @throws {TargetError} when it takes longer than the target waits
 */
async function understandsPlain(
  target: EndpointTarget,
  detection: Detection,
  plain: Candidate,
  passedMs: number,
): Promise<boolean> {
  if (target.oracle !== 'state') return false;
  // What was seen came after so long at most; one that is as late again needs some room.
  const took = await detection.timeOf(plain, Math.min(2 * passedMs, LONGEST_MS));
  if (took === undefined || took <= target.settleMs) return took !== undefined;
  throw new TargetError(
    `A plain notification has its effect only after ${Math.ceil(took)} ms, and ${target.settleMs} ms is waited for one: whatever is looked for sooner would be missed.`,
    `Give --settle ${Math.ceil((took * 1.5) / 100) * 100}, or shorten the delay of the endpoint.`,
  );
}

/**
 * Finds out how an endpoint understands notifications, starting from what it is given: format and all readings together,
 * with the fewest differences; then with fewer fields; then signed in a wrong way. The target goes on with what was found.
 *
 * @throws {TargetError} when nothing at all is honoured, with what the endpoint answered
 */
export async function detect(target: EndpointTarget, counter: { messages: number }): Promise<Detected> {
  const given: NotificationForm = { format: target.format, readings: target.readings };
  const forms = notificationForms(given);
  const detection = new Detection(target, counter);
  const plain: Candidate = { form: given, base: 'record' };
  const begun = performance.now();
  const first =
    (await detection.first(BASES.flatMap((base) => forms.map((form) => ({ form, base }))))) ??
    (await detection.first(
      usualForms(forms).flatMap((form) =>
        (['record', 'lean'] as const).flatMap((base) => MISTAKES.map((mistake) => ({ form, base, mistake }))),
      ),
    ));
  if (first === undefined) throw detection.trouble();
  const isPlain =
    first.base === plain.base && first.mistake === undefined && formInWords(first.form, given) === '';
  const found =
    isPlain || !(await understandsPlain(target, detection, plain, performance.now() - begun)) ? first : plain;
  const { form, base, mistake } = found;
  target.understand(form);
  const words = formInWords(form, given);
  const note =
    words === ''
      ? null
      : `The endpoint understands notifications when ${words}. In a configuration: ${formAsConfiguration(form, given)}`;
  if (mistake !== undefined) {
    const refused = await refusal(target, counter);
    const says = rowOf(mistake).says;
    const actual = `The endpoint believes a notification that is ${says}, and none that is rightly signed: ${refused?.actual ?? 'it was refused.'}`;
    return {
      base: 'record',
      finding: refused === null ? null : { ...refused, actual, liveness: false },
      note,
    };
  }
  return { base, finding: base === 'record' ? null : await unbearable(target, base, counter), note };
}
