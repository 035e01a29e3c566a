/**
 * Who may import what. Imports point one way:
 *
 *   simulator/protocol <- simulator/core <- simulator/faults <- simulator/server <- suite <- scenarios <- fixtures <- specs
 *
 * history and ledger know simulator/protocol only, obligations history too; the suite's machinery knows the simulator's
 * public entry; cli composes; tests know all of it, and nothing knows the tests. The shops share no code with anything
 * they are tested by.
 */
const anyPart =
  '^(simulator|history|messages|obligations|ledger|scenarios|suite|fixtures|specs|tests|reports|cli|bench|scripts)/';
const io =
  '^(node:)?(fs|fs/promises|net|http|https|http2|tls|dns|dgram|child_process|worker_threads|cluster|timers|timers/promises|os|readline|process|perf_hooks)$';
const pure = '^(simulator/(protocol|core|faults)|history|messages|obligations)/';

/** A part may import these of our own parts, nothing else. */
function only(name, from, allowed, comment) {
  return { name, comment, severity: 'error', from: { path: from }, to: { path: anyPart, pathNot: allowed } };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'There are no cycles; imports of types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import must lead somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    only(
      'protocol-knows-nothing',
      '^simulator/protocol/',
      '^simulator/protocol/',
      'The protocol is data: it knows no other part.',
    ),
    only(
      'core-knows-protocol',
      '^simulator/core/',
      '^simulator/(protocol|core)/',
      'The core knows the protocol only.',
    ),
    only(
      'faults-know-core',
      '^simulator/faults/',
      '^simulator/(protocol|core|faults)/',
      'Faults know core and protocol.',
    ),
    only(
      'simulator-stands-alone',
      '^simulator/',
      '^simulator/',
      'The simulator knows no part outside of itself.',
    ),
    only(
      'history-knows-protocol',
      '^history/',
      '^(history|simulator/protocol)/',
      'History knows simulator/protocol only.',
    ),
    only(
      'messages-know-protocol',
      '^messages/',
      '^(messages|simulator/protocol)/',
      'What can be said to a merchant follows from the protocol alone.',
    ),
    only(
      'obligations-know-history',
      '^obligations/',
      '^(obligations|history|simulator/protocol)/',
      'What a merchant owes follows from the history and the protocol alone.',
    ),
    only(
      'ledger-knows-protocol',
      '^ledger/',
      '^(ledger|simulator/protocol)/',
      'The ledger knows simulator/protocol only.',
    ),
    only(
      'suite-knows-the-entry',
      '^suite/',
      '^(suite|messages|history|obligations|ledger)/|^simulator/index\\.ts$',
      "The suite's machinery knows the simulator's public entry, the messages, history, obligations and the ledger.",
    ),
    only(
      'scenarios-stand-on-the-suite',
      '^scenarios/',
      '^(scenarios|suite|messages|history|obligations|ledger)/|^simulator/index\\.ts$',
      "What a merchant must do is told on the suite's machinery, without the insides of the simulator.",
    ),
    {
      ...only(
        'fixtures-know-the-suite',
        '^fixtures/',
        '^(fixtures|scenarios|suite|history|obligations|ledger)/',
        "Playwright's fixtures hand the suite's machinery to the specs.",
      ),
      from: { path: '^fixtures/', pathNot: '^fixtures/shops/' },
    },
    only(
      'reports-know-history',
      '^reports/',
      '^(reports|history|obligations|ledger|scenarios)/|^suite/config/(given-file|unreadable)\\.ts$',
      'Reports know history, obligations, the ledger and the checks, and read files as all commands do.',
    ),
    only(
      'cli-composes',
      '^cli/',
      '^(cli|simulator|history|obligations|ledger|scenarios|suite|fixtures|reports)/|^scripts/(browser|current|sources)\\.mjs$',
      'The command line composes the parts; it knows no specs.',
    ),
    only(
      'specs-run-scenarios',
      '^specs/',
      '^(specs|suite|fixtures|history|scenarios)/',
      'The specs hand the scenarios to Playwright.',
    ),
    only(
      'shops-are-isolated',
      '^fixtures/shops/',
      '^fixtures/shops/',
      'A shop that shared code with its judge would prove nothing.',
    ),
    {
      name: 'simulator-without-test-tools',
      comment: 'The simulator runs without a test runner.',
      severity: 'error',
      from: { path: '^simulator/' },
      to: {
        path: 'node_modules/(@playwright|playwright|playwright-core|fast-check|allure|allure-[^/]+)/|^node:test$|^test$',
      },
    },
    {
      name: 'transport-in-the-shell',
      comment: 'mockttp and undici belong to simulator/server: the core knows no transport.',
      severity: 'error',
      from: { path: '^simulator/', pathNot: '^simulator/server/' },
      to: { path: 'node_modules/(mockttp|undici|hono|@hono)/' },
    },
    {
      name: 'pure-without-io',
      comment: 'Protocol, core, faults and history do no input or output and start no timers.',
      severity: 'error',
      from: { path: pure },
      to: { path: io },
    },
    {
      name: 'no-dev-dependency',
      comment:
        'What is published must not need a development dependency; peers are installed by those who use them.',
      severity: 'error',
      from: {
        path: '^(simulator|history|messages|obligations|ledger|scenarios|suite|fixtures|specs|reports|cli)/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The shops of strangers are programs of their own, with dependencies of their own.
    exclude: { path: '^fixtures/shops/blind/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
