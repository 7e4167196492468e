import { type Config, readConfig } from '../config/config.ts';
import { connectDirect } from '../db/connect.ts';
import { databasePlace } from '../db/database-place.ts';
import { MIGRATIONS, migrateToLatest } from '../db/migrate.ts';
import {
  cancelAll,
  LARGE_TABLES,
  PartitionError,
  partitionAll,
  readStatus,
  type TableStatus,
} from '../db/partition/partition-tables.ts';
import { listMigrations } from '../db/schema.queries.ts';
import { distributeStatements } from '../db/spread-tables.ts';
import type { Db } from '../db/tables.ts';
import { consent, expectKey, nameDatabase, type Say, selfAs } from './command/command-parts.ts';
import { readTyped, wantsHelp } from './command/typed.ts';

const USAGE = `The schema of this service's database, and how its large tables lie (docs/explanation/architecture.md).

  npm run database -- migrate                       brings the schema to the newest version
  npm run database -- status
  npm run database -- partition --count 32          says what would be done
  npm run database -- partition --count 32 --yes    does it, while the service runs
  npm run database -- partition --cancel            gives up a copy that has begun
  npm run database -- distribute                    prints the statements for a Citus cluster

  --yes               migrate and --cancel too: without a question
  --env-file FILE     the settings of the service, as systemd has them
  --other-key         although the data was used with another key
`;

/** Rows that a copy makes in a second on a small machine; the estimate is to be a little too long. */
const ROWS_A_SECOND = 2_500;

type Command =
  | Readonly<{ kind: 'migrate' | 'status' | 'distribute' | 'cancel' }>
  | Readonly<{ kind: 'partition'; count: number; yes: boolean }>;

type Typed = Readonly<{ command: Command; yes: boolean; otherKey: boolean }>;

type DatabaseOutput = Readonly<{
  say: (line: string) => void;
  fail: (line: string) => void;
}>;

const TERMINAL: DatabaseOutput = {
  say: (line) => process.stdout.write(`${line}\n`),
  fail: (line) => process.stderr.write(`${line}\n`),
};

/**
 * Says how the large tables lie, and changes it.
 *
 * @param args what was typed after the command's name
 * @returns 0 when it is so now, 1 when it could not be done, 2 when it was not understood
 */
export async function runDatabase(
  args: readonly string[],
  { say, fail }: DatabaseOutput = TERMINAL,
  env?: NodeJS.ProcessEnv,
): Promise<0 | 1 | 2> {
  const typed = parse(args, fail);
  if (!typed) {
    const asked = wantsHelp(args);
    (asked ? say : fail)(USAGE);
    return asked ? 0 : 2;
  }
  const { command, yes, otherKey } = typed;
  try {
    if (command.kind === 'distribute') {
      for (const line of distributeStatements()) say(line);
      return 0;
    }
    const config = readConfig(env);
    await nameDatabase(config, fail);
    if (command.kind === 'migrate') {
      await runMigrate(config, { say, aside: fail }, { yes, otherKey });
      return 0;
    }
    if (!config.databaseUrl)
      throw new PartitionError(
        'The embedded database is one machine of its own and has no partitions. Set DATABASE_URL to a PostgreSQL.',
      );
    const database = await connectDirect(config, selfAs('the database command'));
    try {
      await expectKey(database.db, config, otherKey, fail);
      if (command.kind === 'cancel')
        await consent(`Copies that have begun in ${databasePlace(config)} are removed.`, yes);
      await carryOut(database.db, command, say);
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function parse(args: readonly string[], fail: Say): Typed | null {
  return readTyped(
    args,
    {
      count: { type: 'string' },
      yes: { type: 'boolean', default: false },
      cancel: { type: 'boolean', default: false },
      'other-key': { type: 'boolean', default: false },
    },
    ({ positionals, values }) => {
      const command = commandOf(positionals, values);
      return command && { command, yes: values.yes, otherKey: values['other-key'] };
    },
    fail,
  );
}

function commandOf(
  [kind, ...more]: readonly string[],
  { cancel, count, yes }: { cancel: boolean; count?: string; yes: boolean },
): Command | null {
  if (more.length > 0) return null;
  if (kind === 'migrate' || kind === 'status' || kind === 'distribute') return { kind };
  if (kind !== 'partition') return null;
  if (cancel) return { kind: 'cancel' };
  return count === undefined ? null : { kind: 'partition', count: Number(count), yes };
}

async function carryOut(db: Db, command: Command, say: (line: string) => void): Promise<void> {
  switch (command.kind) {
    case 'status':
      for (const line of statusLines(await readStatus(db))) say(line);
      return;
    case 'migrate':
    case 'distribute':
      return;
    case 'cancel':
      await cancelAll(db);
      say('No copy is under way any more; the tables are as they were.');
      return;
    case 'partition': {
      const status = await readStatus(db);
      for (const line of statusLines(status)) say(line);
      const rows = status.reduce((sum, each) => sum + (each.partitions ? 0 : each.rows), 0);
      say(
        `Rows to copy: about ${rows.toLocaleString('en')}; time: about ${Math.ceil(rows / ROWS_A_SECOND / 60)} min. While a table is copied it needs its size once more on disk.`,
      );
      if (!command.yes) {
        say('Nothing was changed. Add --yes to begin; the service may go on running.');
        return;
      }
      await partitionAll(db, command.count, progressTo(say));
      say(`${LARGE_TABLES.length} tables are in ${command.count} partitions each.`);
    }
  }
}

/** A line for each tenth of a table. */
function progressTo(say: (line: string) => void) {
  const told = new Map<string, number>();
  return (table: string, copied: number, of: number) => {
    const tenth = of === 0 ? 10 : Math.floor((copied / of) * 10);
    if (told.get(table) === tenth) return;
    told.set(table, tenth);
    say(`${table}: ${copied.toLocaleString('en')} rows copied, ${tenth * 10}%`);
  };
}

function statusLines(status: readonly TableStatus[]): string[] {
  return status.map(({ table, partitions, rows, bytes, copied }) => {
    const lies = partitions === 0 ? 'in one piece' : `${partitions} partitions`;
    const under = copied === null ? '' : `, ${copied.toLocaleString('en')} rows copied so far`;
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
    return `${table.padEnd(18)} ${lies.padEnd(14)} ${rows.toLocaleString('en').padStart(12)} rows ${size.padStart(12)}${under}`;
  });
}

/**
 * Brings the configured database to the newest schema, apart from any start of the service. Copies of the
 * version before go on meanwhile.
 *
 * @throws Error that says why it could not be done
 */
async function runMigrate(
  config: Config,
  { say, aside }: Readonly<{ say: Say; aside: Say }>,
  { yes, otherKey }: Readonly<{ yes: boolean; otherKey: boolean }>,
): Promise<void> {
  const database = await connectDirect(config, selfAs('the migrate command'));
  try {
    await expectKey(database.db, config, otherKey, aside);
    const before = await listMigrations(database.db);
    const missing = Object.keys(MIGRATIONS).filter((name) => !before.includes(name));
    // A database without a schema has no data to ask about.
    if (before.length > 0 && missing.length > 0)
      await consent(
        `The schema of ${databasePlace(config)} changes from ${before.at(-1)} to ${missing.at(-1)}.`,
        yes,
      );
    await migrateToLatest(database.db);
    const after = await listMigrations(database.db);
    for (const name of after.filter((each) => !before.includes(each))) say(`${name} done`);
    say(`The schema is at ${after.at(-1) ?? 'none'}.`);
  } finally {
    await database.close();
  }
}
