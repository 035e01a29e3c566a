import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResultsError, testsOfJunit } from '../../../suite/under/index.ts';

const outcomes = (text: string) => testsOfJunit(text).map(({ name, outcome }) => `${name}: ${outcome}`);

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'Playwright: suites of files, failures as CDATA',
    `<testsuites id="" name="" tests="2" failures="1"><testsuite name="shop.spec.ts" tests="2"><testcase name="pays" classname="shop.spec.ts" time="1.2"></testcase><testcase name="declines" classname="shop.spec.ts"><failure message="shop.spec.ts:9:1 declines" type="FAILURE"><![CDATA[ Error: expect(received) ]]></failure></testcase></testsuite></testsuites>`,
    ['shop.spec.ts › pays: passed', 'shop.spec.ts › declines: failed'],
  ],
  [
    'pytest: errors and skips',
    '<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest"><testcase classname="tests.test_pay" name="test_paid" /><testcase classname="tests.test_pay" name="test_payout"><error message="failed on setup">text</error></testcase><testcase classname="tests.test_pay" name="test_later"><skipped type="pytest.skip">x</skipped></testcase></testsuite></testsuites>',
    [
      'tests.test_pay › test_paid: passed',
      'tests.test_pay › test_payout: failed',
      'tests.test_pay › test_later: skipped',
    ],
  ],
  [
    'PHPUnit: suites in suites',
    '<testsuites><testsuite name="all"><testsuite name="PayTest"><testcase name="testPaid" classname="PayTest"/><testsuite name="PayTest::testMany"><testcase name="testMany with data set #0" classname="PayTest"><failure>no</failure></testcase></testsuite></testsuite></testsuite></testsuites>',
    ['PayTest › testPaid: passed', 'PayTest › testMany with data set #0: failed'],
  ],
  [
    'one suite at the root; a test that is told twice counts by its worst',
    '<testsuite><testcase name="pays"/><testcase name="pays"><failure/></testcase></testsuite>',
    ['pays: failed'],
  ],
  ['no test at all', '<testsuites/>', []],
];

for (const [says, text, expected] of cases) {
  test(says, () => {
    assert.deepEqual(outcomes(text), expected);
  });
}

test('the words of a failure are kept', () => {
  const [only] = testsOfJunit(
    '<testsuite><testcase name="pays"><failure message="4 !== 1">at line 3</failure></testcase></testsuite>',
  );
  assert.equal(only?.message, '4 !== 1\nat line 3');
});

for (const text of ['', 'not xml', '<html><body/></html>', '<testsuites><testcase></testsuites>']) {
  test(`what is no JUnit report is refused: ${JSON.stringify(text)}`, () => {
    assert.throws(() => testsOfJunit(text), ResultsError);
  });
}
