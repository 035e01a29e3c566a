import { check } from '../../suite/engine/index.ts';
import { tolerates } from '../steps/forgery.ts';

export default check('notification.sign.new-fields', {
  title: 'The shop verifies the signature over all received fields, including new ones.',
  must: ['events.5', 'events.7', 'versioning.3', 'versioning.3.notification-fields', 'versioning.4'],
  rule: 'Events 5 and 7, Versioning 3: new fields may appear in notifications, and they are signed.',
  expectation:
    'A genuine notification with the signed new fields new_field and design_id pays the order and is answered with OK. So does one with a signed body field named type: only the query parameter says what the notification is about.',
  fix: 'Build the signed string from the parsed body as it arrived, not from a fixed list of fields or a typed object. Leave out the key `sign` and no other.',
  story: (t) => tolerates(t, 'genuine.new-fields'),
});
