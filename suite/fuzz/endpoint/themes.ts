import { familyOf } from '../../../messages/index.ts';
import {
  familiesFor,
  judgeMessage,
  type NoticeCase,
  rowOfTwist,
  type Topic,
} from '../../arbitraries/index.ts';

/** One plain question to an endpoint: messages that a merchant must not believe for one and the same reason. */
export interface Theme {
  readonly id: string;
  /** The messages, the plainest first: one change each. */
  readonly cases: readonly NoticeCase[];
  /** What is wrong where all of them are believed. */
  readonly all: string;
  /** What is wrong where only some are. */
  readonly some: string;
  /** What each of them is, in the plural. */
  readonly noun: string;
  /** Ids of families about which nothing more is asked where all are believed: the same cause explains them. */
  readonly explains: readonly string[];
}

const PLAIN: NoticeCase = {
  order: { amount: '10.50', fee: '0', description: null },
  before: [],
  message: { status: 4, twists: [] },
  copies: 1,
};

const ofTopic: Topic = 'payment';

/** The listed rows of families whose ids begin like this, as cases of one change that no merchant may believe. */
function rejects(format: 'json' | 'form', ...prefixes: readonly string[]): readonly NoticeCase[] {
  return familiesFor(format, ofTopic)
    .filter(({ id }) => prefixes.some((prefix) => id === prefix || id.startsWith(`${prefix}.`)))
    .flatMap(({ rows }) => rows)
    .map(({ id }): NoticeCase => ({ ...PLAIN, message: { status: 4, twists: [{ mutation: id }] } }))
    .filter(({ message }) => {
      const { verdict, level } = judgeMessage(message, format);
      return verdict === 'reject' && level === 'must';
    });
}

const ofGroup = (format: 'json' | 'form', ...groups: readonly string[]): readonly string[] =>
  familiesFor(format, ofTopic)
    .filter(({ group }) => groups.includes(group))
    .map(({ id }) => id);

const statuses = (...list: readonly number[]): readonly NoticeCase[] =>
  list.map((status) => ({ ...PLAIN, message: { status, twists: [] } }));

/** What an endpoint is asked first, each by itself, the plainest first. */
export function themesFor(format: 'json' | 'form'): readonly Theme[] {
  const themes: readonly (Omit<Theme, 'cases'> & { readonly cases: readonly NoticeCase[] })[] = [
    {
      id: 'signature',
      cases: rejects(format, 'sign.wrong', 'sign.malformed', 'sign.secret', 'sign.recipe', 'sign.type'),
      all: 'It believes everything, because it verifies no signature',
      some: 'It believes some wrong signatures',
      noun: 'forgeries',
      explains: ofGroup(format, 'sign', 'keys'),
    },
    {
      id: 'amount',
      cases: rejects(format, 'content.amount'),
      all: 'It does not compare the amount with that of the order',
      some: 'It does not compare the amount exactly',
      noun: 'other amounts',
      explains: ['content.amount', 'content.alone', 'content.twice', 'recut.amount', 'not-a-number'],
    },
    {
      id: 'currency',
      cases: rejects(format, 'content.currency'),
      all: 'It does not compare the currency with that of the order',
      some: 'It does not compare the currency exactly',
      noun: 'other currencies',
      explains: ['content.currency', 'content.alone', 'content.twice'],
    },
    {
      id: 'shop',
      cases: rejects(format, 'content.shop'),
      all: 'It does not look at shop_id',
      some: 'It takes some other shop_id for its own',
      noun: 'other shops',
      explains: ['content.shop', 'content.twice'],
    },
    {
      id: 'status',
      cases: statuses(2, 6, 3, 1, 5, 8, 9),
      all: 'It takes every status for paid',
      some: 'It takes a status that is none of a payment for paid',
      noun: 'other statuses',
      explains: ['content.status', 'sign.uncovered', 'twice'],
    },
    {
      id: 'type',
      cases: rejects(format, 'type.other'),
      all: 'It takes a notification of another type for one of a payment',
      some: 'It takes notifications of some other types for one of a payment',
      noun: 'other types',
      explains: ['type.other'],
    },
    {
      id: 'repeat',
      cases: [{ ...PLAIN, before: [4] }],
      all: 'It credits a payment again when its notification is repeated',
      some: 'It credits a payment again when its notification is repeated',
      noun: 'repeats',
      explains: [],
    },
  ];
  return themes.filter(({ cases }) => cases.length > 0);
}

const begins = (family: string, id: string): boolean => family === id || family.startsWith(`${id}.`);

/** Whether a case is about nothing but what is explained already: one of its changes is. */
export const isExplained = ({ message }: NoticeCase, explained: ReadonlySet<string>): boolean =>
  message.twists.some((twist) => {
    const family = familyOf(twist.mutation);
    return [...explained].some((id) => begins(family, id));
  });

/** What is explained where a message with these changes was believed: they, and what has the same cause. */
export function explainedBy(families: readonly string[], format: 'json' | 'form'): readonly string[] {
  // What the signature does not cover is no question of verifying it.
  const isUnsigned = (family: string): boolean => begins(family, 'sign') && !begins(family, 'sign.uncovered');
  const causes = themesFor(format).filter(({ id, cases }) => {
    const own = cases.flatMap(({ message }) => message.twists.map(({ mutation }) => familyOf(mutation)));
    return families.some((family) => own.includes(family) || (id === 'signature' && isUnsigned(family)));
  });
  return [...families, ...causes.flatMap(({ explains }) => explains)];
}

/** What one change of a case is, in words. */
export const changeOf = ({ message }: NoticeCase): string =>
  message.twists.length === 0
    ? `status ${message.status}`
    : message.twists.map((twist) => rowOfTwist(twist).says).join(', and ');
