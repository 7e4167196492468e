import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { storageFault } from '../journal/storage-fault.ts';

/** What another process on this computer may ask of a running bot. */
export const CONTROL_COMMANDS = ['status', 'stop', 'flatten', 'halt', 'resume'] as const;
export type ControlCommand = (typeof CONTROL_COMMANDS)[number];

/** A running bot's answer: a JSON object of the command, or what went wrong. */
export type ControlAnswer =
  | Readonly<{ kind: 'answered'; body: unknown }>
  | Readonly<{ kind: 'not-running' }>
  | Readonly<{ kind: 'failed'; message: string }>;

export type ControlServer = Readonly<{ close(): Promise<void> }>;

const FILE = 'control.json';
const LINE_MAX = 65_536;
const address = z.object({ port: z.int().min(1).max(65_535), secret: z.string().length(64) });
const question = z.object({ secret: z.string().max(64), command: z.enum(CONTROL_COMMANDS) });
const answer = z.object({ ok: z.boolean(), body: z.unknown() });

/**
 * Listens on this computer alone for commands of its user: who can read the file in the account's folder
 * knows the secret.
 *
 * @param folder of the account's journal
 * @param carryOut its answer travels as JSON
 * @throws BotFault `data_folder`
 */
export async function openControl(
  folder: string,
  carryOut: (command: ControlCommand) => Promise<unknown>,
): Promise<ControlServer> {
  const secret = randomBytes(32).toString('hex');
  const file = join(folder, FILE);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void readLine(socket).then(async (line) => {
      const asked = question.safeParse(jsonOrNull(line));
      if (!asked.success || !isSame(asked.data.secret, secret)) {
        socket.destroy();
        return;
      }
      const reply = await carryOut(asked.data.command).then(
        (body) => ({ ok: true, body }),
        (error: unknown) => ({ ok: false, body: error instanceof Error ? error.message : '' }),
      );
      socket.end(`${JSON.stringify(reply)}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, JSON.stringify({ port, secret }), { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, file);
  } catch (error) {
    server.close();
    throw storageFault(folder, error);
  }
  return {
    async close() {
      rmSync(file, { force: true });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Asks a running bot.
 *
 * @param folder of its account's journal
 * @param signal ends the waiting
 */
export async function askControl(
  folder: string,
  command: ControlCommand,
  signal: AbortSignal,
): Promise<ControlAnswer> {
  let where: z.output<typeof address>;
  try {
    where = address.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch {
    return { kind: 'not-running' };
  }
  const socket = createConnection({ port: where.port, host: '127.0.0.1', signal });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
  } catch {
    // A killed bot leaves its file behind.
    return { kind: 'not-running' };
  }
  socket.write(`${JSON.stringify({ secret: where.secret, command })}\n`);
  const reply = answer.safeParse(jsonOrNull(await readLine(socket)));
  socket.destroy();
  if (!reply.success) {
    const file = join(folder, FILE);
    return {
      kind: 'failed',
      message: `whoever listens on port ${where.port} broke the connection off. If no bot runs, remove ${file}.`,
    };
  }
  if (!reply.data.ok) return { kind: 'failed', message: String(reply.data.body) };
  return { kind: 'answered', body: reply.data.body };
}

/** @returns what came before the first line's end, or nothing where it is broken off */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LINE_MAX) resolve('');
    });
    socket.on('close', () => resolve(''));
    socket.on('error', () => resolve(''));
  });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
