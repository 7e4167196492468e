import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import { readConfig } from '../../config/config.ts';
import { connect } from '../../db/connect.ts';
import { noteKeyInUse } from '../../db/key-in-use.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { seedUser } from '../../features/account/seed-user.ts';
import { createLedgerKey } from '../../features/ledger/ledger-key.ts';
import { systemClock } from '../../process/clock.ts';
import { runBackup } from '../backup/backup-command.ts';
import { runExport } from '../backup/export-command.ts';
import { runRestore } from '../backup/restore-command.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { runDatabase } from '../database-command.ts';
import { runOperator } from '../operator.ts';
import { selfAs } from './command-parts.ts';

const tool = (name: string) =>
  fileURLToPath(new URL(`../../../../../tools/${name}`, import.meta.url));
const newKey = () => randomBytes(32).toString('base64');
const NAMES = ['DATABASE_URL', 'DATA_DIR', 'SECRET_KEY', 'NODE_ENV'];

const folder = mkdtempSync(join(tmpdir(), 'quorate settings '));
const file = join(folder, 'file');
let settings: Record<string, string> = {};
let storage: Awaited<ReturnType<typeof freshStorage>>;

after(async () => {
  rmSync(folder, { recursive: true });
  await storage.remove();
});

/** A service with one account and a backup, its settings in a file alone. */
before(async () => {
  storage = await freshStorage();
  settings = { ...storage.env, SECRET_KEY: newKey() };
  const config = readConfig(settings);
  const database = await connect(config, selfAs('a test'));
  await migrateToLatest(database.db);
  if (config.secretKey) await noteKeyInUse(database.db, createLedgerKey(config.secretKey).id);
  await seedUser(
    { db: database.db, clock: systemClock },
    { username: 'amina', email: 'amina@example.com', password: 'correct horse 1', plan: 'Pro' },
  );
  const stored = { database, clock: systemClock, say: () => {} };
  await writeBackup(stored, file, config.secretKey ?? null);
  await database.close();
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\r\n`);
  writeFileSync(join(folder, 'service.env'), `# of the service\r\n${lines.join('')}`);
});

/** A command with these settings, in this process: most of what a process of its own takes is its start. */
async function run(
  t: TestContext,
  env: Record<string, string>,
  work: (args: readonly string[]) => Promise<number>,
  ...args: string[]
) {
  const kept = { ...process.env };
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, env);
  let said = '';
  const mocks = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    return t.mock.method(stream, 'write', (chunk: string | Uint8Array) => {
      // The test runner reports in bytes on the same stream.
      if (typeof chunk !== 'string') return write(chunk);
      said += chunk;
      return true;
    });
  });
  try {
    const code = await work(args);
    return { code, said };
  } finally {
    for (const { mock } of mocks) mock.restore();
    process.env = kept;
  }
}

/** A command as it is typed at a terminal, by somebody whose shell has none of the service's variables. */
async function typed(folder: string, answer: string, name: string, ...args: string[]) {
  const env = { ...process.env, INIT_CWD: folder };
  for (const variable of NAMES) Reflect.deleteProperty(env, variable);
  const line = [process.execPath, tool(name), ...args].map((part) => `'${part}'`).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
    if (said.includes('[y/N]') && !child.stdin.writableEnded) child.stdin.end(`${answer}\n`);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

it('a command reads the file that it is given, names the database without its password, and asks', async () => {
  const place = settings.DATABASE_URL
    ? `${new URL(settings.DATABASE_URL).pathname.slice(1)} at `
    : (settings.DATA_DIR ?? '?');
  const no = await typed(folder, 'n', 'restore.ts', file, '--env-file', 'service.env');
  assert.equal(no.code, 1, no.said);
  assert.match(no.said, /^Settings: .*service\.env\r?\nDatabase: the (embedded|PostgreSQL) data/);
  assert.ok(no.said.includes(place), no.said);
  assert.match(no.said, /will be lost\. Go on\? \[y\/N\] [\s\S]*Nothing was changed\./);
  assert.ok(!no.said.includes(new URL(settings.DATABASE_URL ?? 'x://u:@h').password || '\0'));
  const yes = await typed(folder, 'y', 'restore.ts', file, '--env-file', 'service.env');
  assert.equal(yes.code, 0, yes.said);
  assert.match(yes.said, /Restored into the /);
  assert.ok(!existsSync(join(folder, '.data')));
});

it('without a terminal it writes only with --yes', async (t) => {
  const restore = await run(t, settings, runRestore, file);
  assert.equal(restore.code, 1);
  assert.match(restore.said, /is not empty: .* will be lost\. Nothing was changed\. .*add --yes/);
  const grant = await run(t, settings, runOperator, 'grant', 'amina');
  assert.equal(grant.code, 1);
  assert.match(grant.said, /amina becomes an operator, .* Nothing was changed\./);
  assert.match((await run(t, settings, runOperator, 'list')).said, /Nobody is an operator/);
  assert.equal((await run(t, settings, runOperator, 'grant', 'amina', '--yes')).code, 0);
  assert.equal((await run(t, settings, runRestore, file, '--yes')).code, 0);
  assert.match((await run(t, settings, runOperator, 'list')).said, /Nobody is an operator/);
});

it('another key than the one that the data was used with is refused by every command', async (t) => {
  const { SECRET_KEY, ...keyless } = settings;
  const other = { ...settings, SECRET_KEY: newKey() };
  const commands = [
    [runOperator, 'list'],
    [runOperator, 'grant', 'amina', '--yes'],
    [runBackup, join(folder, 'second')],
    [runExport, join(folder, 'tables')],
    [runDatabase, 'migrate', '--yes'],
    [runRestore, file, '--yes'],
  ] as const;
  for (const env of [other, keyless])
    for (const [command, ...args] of commands) {
      const refused = await run(t, env, (words) => command(words), ...args);
      assert.equal(refused.code, 1, `${command.name}: ${refused.said}`);
      assert.match(refused.said, /key .* and (SECRET_KEY is|there is no).*add --other-key/i);
    }
  assert.ok(!existsSync(join(folder, 'second')) && !existsSync(join(folder, 'tables')));
  const told = await run(t, other, runOperator, 'list', '--other-key');
  assert.equal(told.code, 0, told.said);
  assert.match(told.said, /Going on, as --other-key says/);
});

it('where there is no database, a restore says that it makes one, and nothing else makes one', async (t) => {
  const elsewhere = { DATA_DIR: join(folder, 'drill'), SECRET_KEY: settings.SECRET_KEY ?? '' };
  for (const [command, ...args] of [
    [runOperator, 'list'],
    [runBackup, join(folder, 'second')],
    [runExport, join(folder, 'tables')],
  ] as const) {
    const lost = await run(t, elsewhere, command, ...args);
    assert.equal(lost.code, 1);
    assert.match(lost.said, /^Database: .*drill, which does not exist yet\nThere is no database/);
  }
  assert.ok(!existsSync(elsewhere.DATA_DIR));
  const made = await run(t, elsewhere, runRestore, file);
  assert.equal(made.code, 0, made.said);
  assert.match(made.said, /There is no database in .*drill: a new embedded one is made there/);
});
