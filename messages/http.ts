import { textOf } from '../simulator/protocol/wire.ts';
import type { Draft, Transport } from './draft.ts';
import { withField } from './fields.ts';
import { type Family, family, named, OF_INVOICES, single } from './row.ts';

const sent = {
  group: 'http',
  verdict: 'either',
  requirements: ['events.address'],
} as const;

/** Puts all values of the signed body into the address. */
const inAddress = (draft: Draft): void => {
  draft.afterSigning.push((members) => {
    const given = members.map(([key, value]): [string, string] => [key, textOf(value) ?? '']);
    draft.query = [...draft.query, ...given.filter(([, text]) => text !== '')];
    return members;
  });
};

const asTyped = {
  group: 'type',
  requirements: ['events.1', 'events.5.match'],
  okProvesNothing: true,
} as const;

const type = (draft: Draft, ...types: readonly string[]): void => {
  draft.query = types.map((each) => ['type', each]);
};

/** By which address, method, type and headers a message comes. */
export const httpFamilies: readonly Family[] = [
  family({
    ...sent,
    id: 'http.method',
    verdict: 'reject',
    // Only somebody who knows the secret can sign such a request.
    level: 'should',
    okProvesNothing: true,
    says: (method) => `sent with ${method}${method === 'PUT' ? '' : ', its values in the address too'}`,
    of: named('GET', 'PUT', 'HEAD', 'DELETE', 'PATCH'),
    apply: (draft, method) => {
      draft.method = method;
      if (method !== 'PUT') inAddress(draft);
      if (method === 'GET' || method === 'HEAD') draft.rewrite.push(() => Buffer.alloc(0));
    },
  }),
  single({
    ...sent,
    id: 'http.in-address',
    verdict: 'reject',
    level: 'should',
    says: 'with an empty body, all its values in the address',
    apply: (draft) => {
      inAddress(draft);
      draft.rewrite.push(() => Buffer.alloc(0));
    },
  }),
  family({
    ...asTyped,
    id: 'type.other',
    topics: OF_INVOICES,
    verdict: 'reject',
    weight: 2,
    says: (name) => `whose address says type=${name}`,
    of: named('refund', 'chargeback', 'payout'),
    apply: (draft, name) => type(draft, name),
  }),
  family({
    ...asTyped,
    id: 'type.of-refund',
    topics: ['refund'],
    verdict: 'reject',
    says: (name) => `whose address says type=${name}`,
    of: named('invoice', 'chargeback', 'payout'),
    apply: (draft, name) => type(draft, name),
  }),
  family({
    ...asTyped,
    id: 'type.spelling',
    topics: OF_INVOICES,
    verdict: 'either',
    says: (name) => `whose address says type=${JSON.stringify(name)}`,
    of: { capitals: 'INVOICE', space: 'invoice ', empty: '' },
    apply: (draft, name) => type(draft, name),
  }),
  family<(draft: Draft) => void>({
    ...asTyped,
    id: 'type.misplaced',
    verdict: 'either',
    says: (_, name) => `whose type is ${name.replaceAll('-', ' ')}`,
    of: {
      missing: (draft) => type(draft),
      twice: (draft) => type(draft, 'invoice', 'refund'),
      'in-the-body': (draft) => {
        type(draft);
        draft.members = withField(draft.members, 'type', 'invoice');
      },
    },
    apply: (draft, misplace) => misplace(draft),
  }),
  family({
    ...sent,
    id: 'http.media-type',
    requirements: ['events.2'],
    says: (media) => `with the media type ${JSON.stringify(media)}`,
    of: {
      none: '',
      text: 'text/plain',
      multipart: 'multipart/form-data; boundary=x',
      xml: 'application/xml',
      garbage: 'garbage',
      cp1251: 'application/json; charset=cp1251',
    },
    apply: (draft, media) => {
      draft.headers['content-type'] = media;
    },
  }),
  single({
    ...sent,
    id: 'http.other-format',
    requirements: ['events.2', 'events.2.form'],
    says: 'in the other body format, rightly signed',
    apply: (draft) => {
      draft.format = draft.format === 'form' ? 'json' : 'form';
    },
  }),
  single({
    ...sent,
    group: 'field',
    id: 'http.called-a-test',
    says: 'called a test in its body and its address',
    apply: (draft) => {
      draft.members = withField(draft.members, 'test', '1');
      draft.query = [...draft.query, ['test', '1']];
    },
  }),
  family<Transport>({
    ...sent,
    id: 'http.transport',
    weight: 0.2,
    says: (_, how) =>
      `sent ${how === 'expect' ? 'after asking for 100-continue' : how === 'slow' ? 'slowly, in two parts' : 'in chunks'}`,
    of: { chunked: 'chunked', expect: 'expect', slow: 'slow' },
    apply: (draft, how) => {
      draft.transport = how;
    },
  }),
  family<readonly [name: string, value: string]>({
    ...sent,
    group: 'header',
    id: 'http.override',
    says: ([name, value]) => `with the header ${name}: ${value}`,
    of: {
      'method-override': ['x-http-method-override', 'GET'],
      method: ['x-http-method', 'DELETE'],
      url: ['x-original-url', '/'],
      host: ['host', 'evil.example'],
      'forwarded-host': ['x-forwarded-host', 'evil.example'],
    },
    apply: (draft, [name, value]) => {
      draft.headers[name] = value;
    },
  }),
];
