// Regular expressions that were looked at by a person: none of them reads a long text of others.

const PROJECT = 'reads the project of the user who runs init: names of files, and files of at most 300 kB';
const OPTION = 'reads what the user wrote on the command line';
const ENVIRONMENT = 'reads the name of a variable of at most 61 characters';

/** Not linear. */
export const REVIEWED = [
  {
    file: 'cli/fuzz/state.ts',
    code: String.raw`/['"][^'"]*\{(shop_order_id|payment_id)\}[^'"]*['"]/`,
    why: OPTION,
  },
  { file: 'cli/init/frameworks.ts', code: String.raw`/(?:^|\/)catalog\/controller\/.*\.php$/`, why: PROJECT },
  { file: 'cli/init/names.ts', code: String.raw`/(?:GATEWAY|PAYMENT)\w*$/`, why: ENVIRONMENT },
  {
    file: 'cli/init/names.ts',
    code: String.raw`/^(?:SHOP|PAY|GATEWAY|PAYMENT|MERCHANT|PSP)\w*(?:SECRET|KEY)\w*$/`,
    why: ENVIRONMENT,
  },
  {
    file: 'cli/init/names.ts',
    code: String.raw`/(?:PAY|GATEWAY|SHOP)\w*(?:PASSWORD|TOKEN)$/`,
    why: ENVIRONMENT,
  },
  {
    file: 'cli/init/project.ts',
    code: String.raw`/^(?:\.env.*|[\w.-]*compose[\w.-]*\.ya?ml|package\.json|composer\.json|requirements[\w.-]*\.txt|pyproject\.toml|Pipfile|Gemfile|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|manage\.py|artisan|config\.ru|database\.yml|.*\.(?:[cm]?[jt]sx?|php|py|rb|go|java|kt|sql|prisma))$/`,
    why: PROJECT,
  },
  { file: 'cli/init/routes.ts', code: '/((?:\\/[\\w-]+){0,20})\\/orders(?=[\'"`$])/g', why: PROJECT },
  { file: 'cli/init/routes.ts', code: '/((?:\\/[\\w-]+){0,20})\\/orders\\/(?=[\'"`:{<$([])/g', why: PROJECT },
];

const CONSTANTS = 'is built of constants, begins at the start, and repeats nothing without an end but digits';
const WORD = 'is built of a word of ours';
const DESCRIBED =
  'is what the operator of the simulator says about a field; texts are as long as fields may be';
const PATTERN = 'is a pattern of the user, and reads names: ids of checks, paths of files';
const CONFIGURED = 'is what the user wrote';

/** Built at run time: in which file, and how many there are. */
export const BUILT = [
  { file: 'simulator/core/operations/payways.ts', count: 1, why: DESCRIBED },
  { file: 'simulator/protocol/fields.ts', count: 1, why: CONSTANTS },
  { file: 'simulator/protocol/time.ts', count: 6, why: CONSTANTS },
  { file: 'simulator/server/control/control-app.ts', count: 1, why: CONSTANTS },
  { file: 'history/selection.ts', count: 1, why: PATTERN },
  { file: 'obligations/extra-fields.ts', count: 1, why: DESCRIBED },
  { file: 'suite/config/glob.ts', count: 1, why: PATTERN },
  { file: 'suite/config/tiers.ts', count: 1, why: WORD },
  { file: 'suite/engine/browser.ts', count: 1, why: CONFIGURED },
  { file: 'suite/recipes/unused.ts', count: 1, why: WORD },
  { file: 'fixtures/shops/reference/extras.ts', count: 1, why: DESCRIBED },
  { file: 'cli/doctor/recipes.ts', count: 1, why: WORD },
  { file: 'cli/fuzz/state.ts', count: 1, why: CONFIGURED },
  { file: 'cli/init/frameworks.ts', count: 3, why: WORD },
  { file: 'cli/init/propose.ts', count: 2, why: PROJECT },
];
