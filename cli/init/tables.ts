import type { Project } from './project.ts';

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly file: string;
}

const CREATE = /create\s+table\s+(?:if\s+not\s+exists\s+)?["'`]?([\w.]+)["'`]?\s*\(/gi;
const CONSTRAINTS = /^(?:primary|unique|foreign|constraint|check|key|index)\b/i;

/** What stands between a bracket and the one that closes it. */
function insideOf(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}

/** Commas within brackets part nothing. */
const columnTexts = (inside: string): string[] => inside.split(/,(?![^()]*\))/).map((each) => each.trim());

function sqlTables(text: string, file: string): Table[] {
  return [...text.matchAll(CREATE)].map((match) => ({
    name: match[1] ?? '',
    file,
    columns: columnTexts(insideOf(text, match.index + match[0].length))
      .filter((each) => !CONSTRAINTS.test(each))
      .flatMap((each) => {
        const [, name, type = ''] = /^["'`]?(\w+)["'`]?\s*(\w*)/.exec(each) ?? [];
        return name === undefined ? [] : [{ name, type: type.toLowerCase() }];
      }),
  }));
}

/** Models of a Prisma schema, with the names that their tables and columns have. */
function prismaTables(text: string, file: string): Table[] {
  const models = text.split(/^[ \t]*model[ \t]+(?=\w+[ \t]*\{)/m).slice(1);
  return models.map((rest) => {
    const [, model = '', block = ''] = /^(\w+)[ \t]*\{(.*)$/s.exec(rest) ?? [];
    const [inside = ''] = block.split(/^[ \t]*\}/m, 1);
    return {
      name: /@@map\("([^"]+)"\)/.exec(inside)?.[1] ?? model,
      file,
      columns: [...inside.matchAll(/^[ \t]*(\w+)[ \t]+(\w+)[^\n]*$/gm)].map(
        ([line, name = '', type = '']) => ({
          name: /@map\("([^"]+)"\)/.exec(line)?.[1] ?? name,
          type: type.toLowerCase(),
        }),
      ),
    };
  });
}

/** Where orders stand and where value is booked, as the schema of a project shows it. */
export interface Books {
  readonly sql: string;
  readonly minor: boolean;
  /** The files that show it. */
  readonly files: readonly string[];
  /** True where no table shows where value is booked. */
  readonly lacksLedger: boolean;
}

const ORDERS = /^(?:\w+[_.])?orders?$/i;
const LEDGER =
  /^(?:\w+[_.])?(?:ledger|credits?|payments?|transactions?|bookings?|entries|income)(?:_?entries)?$/i;
const NUMBER = /^(?:shop_?order_?id|number|order_?number|external_?id|public_?id|code|reference)$/i;
const STATE = /^(?:state|status|payment_?(?:state|status))$/i;
const AMOUNT =
  /^(?:amount|total|sum|price|total_?amount|grand_?total|value)(?:_?(?:cents|minor|kopecks|kop))?$/i;
const WHOLE = /^(?:int|integer|bigint|smallint)$/;
const FLOATING = /^(?:real|double|float|numeric|decimal)$/;

/** A name as SQL takes it whatever it is. */
const quoted = (name: string, quote: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && name !== 'order' ? name : `${quote}${name}${quote}`;

const column = (table: Table | undefined, pattern: RegExp): Column | undefined =>
  table?.columns.find(({ name }) => pattern.test(name));

/**
 * The query of an order, made of the tables of a project; undefined where there is none of orders.
 *
 * @param kind what SQL has to be written for
 */
export function booksOf(project: Project, kind: 'sqlite' | 'postgres' | 'mysql' | null): Books | undefined {
  const tables = [...project].flatMap(([file, text]) =>
    file.endsWith('.prisma') ? prismaTables(text, file) : sqlTables(text, file),
  );
  const orders = tables.find(
    ({ name, columns }) => ORDERS.test(name) && columns.some((each) => AMOUNT.test(each.name)),
  );
  if (orders === undefined) return undefined;
  const ledger = tables.find(
    (table) =>
      table !== orders && LEDGER.test(table.name) && column(table, /^order_?id$/i) && column(table, AMOUNT),
  );
  const q = (name: string): string => quoted(name, kind === 'mysql' ? '`' : '"');
  const amount = column(orders, AMOUNT);
  const booked = column(ledger, AMOUNT);
  const minor = WHOLE.test(amount?.type ?? '');
  const money = (text: string, { type = '' }: Partial<Column> = {}): string =>
    kind === 'sqlite' && !WHOLE.test(type) ? `printf('%.2f', ${text})` : text;
  const id = q(column(orders, /^(?:id|order_?id)$/i)?.name ?? 'id');
  const number = column(orders, NUMBER)?.name;
  const currency = column(orders, /^currency(?:_code)?$/i);
  const of = ledger === undefined ? 'FILL_IN_table_where_value_is_booked' : q(ledger.name);
  const by = q(column(ledger, /^order_?id$/i)?.name ?? 'order_id');
  const sum = money(`coalesce(sum(${q(booked?.name ?? 'amount')}), 0)`, booked);
  const fields = [
    `o.${id} AS order_id`,
    `o.${number === undefined ? id : q(number)} AS shop_order_id`,
    `o.${q(column(orders, STATE)?.name ?? 'FILL_IN_state')} AS state`,
    `${money(`o.${q(amount?.name ?? 'amount')}`, FLOATING.test(amount?.type ?? '') ? amount : { type: 'int' })} AS amount`,
    `${currency !== undefined && /int/.test(currency.type) ? `o.${q(currency.name)}` : '643'} AS currency`,
    `(SELECT ${sum} FROM ${of} WHERE ${by} = o.${id}) AS credited`,
    `(SELECT count(*) FROM ${of} WHERE ${by} = o.${id}) AS credits`,
  ];
  const sql = `SELECT ${fields.join(', ')} FROM ${q(orders.name)} o WHERE o.${id} = {order_id}`;
  return {
    sql,
    minor,
    files: [...new Set([orders.file, ...(ledger === undefined ? [] : [ledger.file])])],
    lacksLedger: ledger === undefined,
  };
}

/** Where a database stands, as an address in an environment file says; who may use it is not taken from there. */
const PLACE =
  /\b(?:postgres(?:ql)?|mysql|mariadb)[\w+]{0,20}:\/\/(?:[^\s/@'"]*@)?([\w.-]+)(?::(\d+))?\/([\w-]+)/;

export interface Database {
  readonly kind: 'sqlite' | 'postgres' | 'mysql';
  /** The file that says so. */
  readonly file: string;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly name?: string | undefined;
}

/** Which database a project has. */
export function databaseOf(project: Project): Database | undefined {
  const kinds = [
    [
      'postgres',
      /postgres(?:ql)?:\/\/|image:\s*["']?(?:[\w./-]*\/)?postgres|provider\s*=\s*"postgresql"|DB_CONNECTION=pgsql|"pg"\s*:|psycopg|adapter:\s*postgresql|lib\/pq|jackc\/pgx|jdbc:postgresql/,
    ],
    [
      'mysql',
      /(?:mysql|mariadb)(?:2|\+pymysql)?:\/\/|image:\s*["']?(?:[\w./-]*\/)?(?:mysql|mariadb)|provider\s*=\s*"mysql"|DB_CONNECTION=(?:mysql|mariadb)|"mysql2"\s*:|pymysql|adapter:\s*mysql2|go-sql-driver|jdbc:(?:mysql|mariadb)|DB_NAME['"]/,
    ],
    ['sqlite', /sqlite/i],
  ] as const;
  for (const [kind, pattern] of kinds) {
    const [file, text = ''] = [...project].find(([, content]) => pattern.test(content)) ?? [];
    if (file === undefined) continue;
    const [, host, port, name] = (/(?:^|\/)\.env/.test(file) && PLACE.exec(text)) || [];
    return { kind, file, host, port, name };
  }
  return undefined;
}
