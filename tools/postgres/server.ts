import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  createWriteStream,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { executable } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export type Server = { url: string; process: ChildProcess };

const START_TIMEOUT_MS = 60_000;

/**
 * Makes a database cluster in `folder` and starts a server on it that listens on 127.0.0.1 only and
 * wants a password: on a shared machine every local user reaches the port.
 *
 * @throws Error with the server's own last words when it does not come up
 */
export async function startServer(
  bin: string,
  folder: string,
  options: {
    runAs: RunAs;
    fsync: boolean;
    sharedBuffers?: string | undefined;
    socket?: boolean;
    /** A folder that gets a copy of the cluster before it runs. */
    copyTo?: string | undefined;
  },
): Promise<Server> {
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (options.runAs) {
    for (const path of [data, passwordFile]) chownSync(path, options.runAs.uid, options.runAs.gid);
  }
  await initialise(bin, folder, { data, passwordFile, runAs: options.runAs });
  if (options.copyTo) cpSync(data, options.copyTo, { recursive: true });
  const port = await freePort();
  const place = options.socket ? `?host=${encodeURIComponent(folder)}` : '';
  const url = `postgresql://quorate:${password}@127.0.0.1:${port}/postgres${place}`;
  return startAgain(bin, folder, { ...options, url });
}

/**
 * Starts a server on a cluster that `startServer` has made, at the address that it has.
 *
 * @throws Error with the server's own last words when it does not come up
 */
export async function startAgain(
  bin: string,
  folder: string,
  options: { runAs: RunAs; fsync: boolean; sharedBuffers?: string | undefined; url: string },
): Promise<Server> {
  const { port: portText, searchParams } = new URL(options.url);
  const port = Number(portText);
  const socketFolder = searchParams.get('host') ?? undefined;
  const log = join(folder, 'server.log');
  const args = postgresArguments(join(folder, 'data'), port, { ...options, socketFolder });
  const child = start(executable(bin, 'postgres'), args, { folder, log, runAs: options.runAs });
  await untilItAnswers(child, port, log);
  return { url: options.url, process: child };
}

async function initialise(
  bin: string,
  folder: string,
  cluster: { data: string; passwordFile: string; runAs: RunAs },
): Promise<void> {
  const log = join(folder, 'initdb.log');
  const initdb = start(
    executable(bin, 'initdb'),
    [
      `--pgdata=${cluster.data}`,
      '--username=quorate',
      `--pwfile=${cluster.passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
      '--no-instructions',
    ],
    { folder, log, runAs: cluster.runAs },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', resolve);
  });
  if (code !== 0) throw new Error(`initdb ended with code ${code}: ${lastWords(log)}`);
}

export function postgresArguments(
  data: string,
  port: number,
  {
    fsync,
    sharedBuffers,
    socketFolder,
  }: {
    fsync: boolean;
    sharedBuffers?: string | undefined;
    socketFolder?: string | undefined;
  },
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // The default folder of the socket belongs to the system's own PostgreSQL.
    unix_socket_directories: socketFolder ?? '',
    max_connections: '200',
    timezone: 'UTC',
    log_min_messages: 'fatal',
    // A replica that is started a moment later begins where the cluster did.
    wal_keep_size: '256MB',
    ...(sharedBuffers && { shared_buffers: sharedBuffers }),
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

export function start(
  program: string,
  args: string[],
  place: { folder: string; log: string; runAs: RunAs },
): ChildProcess {
  const child = spawn(program, args, {
    cwd: place.folder,
    env: { PATH: process.env.PATH, TZ: 'UTC', SystemRoot: process.env.SystemRoot },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...place.runAs,
  });
  const log = createWriteStream(place.log);
  // Errors to start are reported by whoever waits for the child; unheard they would end this process.
  child.on('error', (error) => log.write(`${error.message}\n`));
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

export async function untilItAnswers(
  child: ChildProcess,
  port: number,
  log: string,
): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    if (await accepts(port)) return;
    if (performance.now() > deadline) break;
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not come up on port ${port}: ${lastWords(log)}`);
}

/** Asks as a client would: while it recovers, a server takes the connection and then refuses it. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('error', () => answer(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.write(startupMessage()));
    // 'R' asks for the password; 'E' is an error such as "the database system is starting up".
    socket.once('data', (bytes) => answer(bytes[0] === 'R'.charCodeAt(0)));
  });
}

function startupMessage(): Buffer {
  const body = Buffer.from('user\0quorate\0database\0postgres\0\0');
  const message = Buffer.alloc(8 + body.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(196_608, 4); // protocol 3.0
  body.copy(message, 8);
  return message;
}

function lastWords(log: string): string {
  try {
    return readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n') || 'it said nothing';
  } catch {
    return 'it said nothing';
  }
}
