import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { ROOT } from '../root.ts';
import { copyPostgres, executable, findPostgres, type PostgresSource } from './binaries.ts';
import { accountToRunAs, type RunAs, temporaryBase } from './run-as.ts';
import { postgresArguments, type Server, start, startServer, untilItAnswers } from './server.ts';

/**
 * Starts a replica that follows a server by streaming replication.
 *
 * @param data a copy of the server's cluster from before it ever ran: both begin at the same place
 * @throws Error with the replica's own last words when it does not come up
 */
async function startReplica(
  bin: string,
  folder: string,
  data: string,
  options: { runAs: RunAs; fsync: boolean; primary: string },
): Promise<Server> {
  chmodSync(data, 0o700);
  writeFileSync(join(data, 'standby.signal'), '');
  if (options.runAs) {
    for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
      chownSync(join(data, name), options.runAs.uid, options.runAs.gid);
  }
  const port = await freePort();
  const url = new URL(options.primary);
  url.port = String(port);
  const log = join(folder, 'replica.log');
  const args = [
    ...postgresArguments(data, port, options),
    '-c',
    `primary_conninfo=${options.primary}`,
  ];
  const child = start(executable(bin, 'postgres'), args, { folder, log, runAs: options.runAs });
  await untilItAnswers(child, port, log);
  return { url: url.href, process: child };
}

// A process of its own between the caller and PostgreSQL. Its standard input is a pipe from the
// caller: when the caller ends, in whatever way, kill -9 included, the pipe closes, and this process
// stops the server and removes its folder.

const fsync = process.argv.includes('--fsync');
const socket = process.argv.includes('--socket');
const replica = process.argv.includes('--replica');
const sharedBuffers = /^--shared-buffers=(\w+)$/m.exec(process.argv.slice(2).join('\n'))?.[1];
let follower: Server | undefined;
const runAs = accountToRunAs();
const folder = mkdtempSync(join(temporaryBase(runAs), 'quorate-postgres-'));
// Others may pass through the folder, not list it.
chmodSync(folder, 0o711);
const callerIsGone = text(process.stdin).then(() => 'gone' as const);
// The terminal sends Ctrl-C to every process it knows; the caller decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const starting = startFirst(findPostgres(ROOT));
try {
  const server = await starting;
  process.stdout.write(`${JSON.stringify({ url: server.url, replicaUrl: follower?.url })}\n`);
  const ended = once(server.process, 'exit').then(() => 'ended' as const);
  if ((await Promise.race([callerIsGone, ended])) === 'gone') await stop(server, ended);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
process.exit();

async function startFirst(sources: PostgresSource[]): Promise<Server> {
  const faults: string[] = [];
  for (const [index, source] of sources.entries()) {
    const place = join(folder, String(index));
    try {
      return await startFrom(source, place);
    } catch (error) {
      faults.push(`${source.bin}: ${String(error)}`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  throw new Error(
    `no PostgreSQL was found: npm has none for ${process.platform} ${process.arch}; install one so that initdb and postgres are on the PATH`,
  );
}

async function startFrom(source: PostgresSource, place: string): Promise<Server> {
  mkdirSync(place, { mode: 0o700 });
  if (runAs) chownSync(place, runAs.uid, runAs.gid);
  const bin =
    source.kind === 'package'
      ? await copyPostgres(source.bin, join(place, 'pgsql'), runAs)
      : source.bin;
  const copy = replica ? join(place, 'replica') : undefined;
  const server = await startServer(bin, place, {
    runAs,
    fsync,
    sharedBuffers,
    socket,
    copyTo: copy,
  });
  if (copy) follower = await startReplica(bin, place, copy, { runAs, fsync, primary: server.url });
  return server;
}

async function stop(server: Server, ended: Promise<unknown>): Promise<void> {
  follower?.process.kill('SIGKILL');
  // Fast shutdown, then immediate, then the hard way: nobody needs this data again.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    server.process.kill(signal);
    const outcome = await Promise.race([ended, sleep(3_000, 'late', { ref: false })]);
    if (outcome !== 'late') return;
  }
}
