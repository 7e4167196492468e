import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { accountToRunAs, temporaryBase } from './run-as.ts';

export type PgBouncer = Readonly<{
  version: string;
  /** The address to use in place of PostgreSQL's. */
  url: string;
  /** Ends it as a power cut would, and starts it again at the same address. */
  killAndStart(): Promise<void>;
  remove(): Promise<void>;
}>;

const UP_WITHIN_MS = 10_000;

/**
 * A real PgBouncer before a PostgreSQL, pooling by transaction, as it comes: no setting but its mode and few
 * connections, so that everybody gets everybody else's.
 *
 * @param settings more lines of its file
 * @returns null where none is installed (`apt-get install pgbouncer`)
 */
export async function startPgBouncer(
  url: string,
  settings: readonly string[] = [],
): Promise<PgBouncer | null> {
  const program = findPgBouncer();
  if (!program) return null;
  const runAs = accountToRunAs();
  const folder = mkdtempSync(join(temporaryBase(runAs), 'quorate-pgbouncer-'));
  const { username, password, hostname, port } = new URL(url);
  const listensAt = await freePort();
  const file = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
    if (runAs) chownSync(path, runAs.uid, runAs.gid);
    return path;
  };
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const users = file('users.txt', [`"${username}" "${password}"`]);
  const config = file('pgbouncer.ini', [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listensAt}`,
    'unix_socket_dir =',
    'auth_type = md5',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 6',
    ...settings,
  ]);
  const start = async () => {
    const child = spawn(program, [config], { stdio: 'ignore', ...runAs });
    const deadline = performance.now() + UP_WITHIN_MS;
    while (!(await takesConnections(listensAt))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`PgBouncer does not come up (exit code ${child.exitCode})`);
      }
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${listensAt}`;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return {
    version: stdout.split('\n')[0] ?? '',
    url: pooled.href,
    async killAndStart() {
      await kill();
      child = await start();
    },
    async remove() {
      await kill();
      process.off('exit', onExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0);
}

function takesConnections(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
