import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { removeQuietly, writeWhole } from '../files.ts';
import { storageFault } from '../journal/storage-fault.ts';
import { jsonOrNull } from '../service/call-endpoint.ts';

/** What another process on this computer may tell a running bot. */
const OWNER_COMMANDS = ['status', 'stop', 'flatten', 'halt', 'resume'] as const;
export type OwnerCommand = (typeof OWNER_COMMANDS)[number];

/** What it may read of it besides; pages take `parameters`. */
const READ_COMMANDS = ['decisions', 'journal', 'trades'] as const;
export type ControlCommand = OwnerCommand | (typeof READ_COMMANDS)[number];

/** A running bot's answer: a JSON object of the command, or what went wrong. */
export type ControlAnswer =
  | Readonly<{ kind: 'answered'; body: unknown }>
  | Readonly<{ kind: 'not-running' }>
  | Readonly<{ kind: 'failed'; message: string }>;

export type ControlServer = Readonly<{ close(): Promise<void> }>;

const FILE = 'control.json';
const QUESTION_MAX = 65_536;
/** Decisions are told with every vote, of every symbol. */
const ANSWER_MAX = 8 * 1_048_576;
const address = z.object({ port: z.int().min(1).max(65_535), secret: z.string().length(64) });
const ofProcess = z.object({ pid: z.int().min(1) });
const question = z.object({
  secret: z.string().max(64),
  command: z.enum([...OWNER_COMMANDS, ...READ_COMMANDS]),
  parameters: z.unknown().optional(),
});
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
  carryOut: (command: ControlCommand, parameters: unknown) => Promise<unknown>,
): Promise<ControlServer> {
  const secret = randomBytes(32).toString('hex');
  const file = join(folder, FILE);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void readLine(socket, QUESTION_MAX).then(async (line) => {
      const asked = question.safeParse(jsonOrNull(line));
      if (!asked.success || !isSame(asked.data.secret, secret)) {
        socket.destroy();
        return;
      }
      const reply = await carryOut(asked.data.command, asked.data.parameters).then(
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
  try {
    mkdirSync(folder, { recursive: true });
    writeWhole(file, JSON.stringify({ port, secret, pid: process.pid }), 0o600);
  } catch (error) {
    server.close();
    throw storageFault(folder, error);
  }
  return {
    async close() {
      // What is left, as of a bot that was killed, leads to a port where nobody listens.
      removeQuietly(file);
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
 * @param parameters of the page that is asked for
 */
export async function askControl(
  folder: string,
  command: ControlCommand,
  signal: AbortSignal,
  parameters?: unknown,
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
  socket.write(`${JSON.stringify({ secret: where.secret, command, parameters })}\n`);
  const reply = answer.safeParse(jsonOrNull(await readLine(socket, ANSWER_MAX)));
  socket.destroy();
  if (!reply.success) {
    const file = join(folder, FILE);
    return {
      kind: 'failed',
      message: `the program on port ${where.port} broke the connection off. If no bot runs, remove ${file}.`,
    };
  }
  if (!reply.data.ok) return { kind: 'failed', message: String(reply.data.body) };
  return { kind: 'answered', body: reply.data.body };
}

/** The process that opened the channel of a folder last, whether it lives or not; null where none is known. */
export function controlPid(folder: string): number | null {
  try {
    return ofProcess.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8'))).pid;
  } catch {
    return null;
  }
}

/** @returns what came before the first line's end, or nothing where it is broken off */
function readLine(socket: Socket, longest: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      // What was read before holds no end.
      const from = text.length;
      text += chunk;
      const end = text.indexOf('\n', from);
      if (end >= 0) resolve(end > longest ? '' : text.slice(0, end));
      else if (text.length > longest) {
        resolve('');
        socket.destroy();
      }
    });
    socket.on('close', () => resolve(''));
    socket.on('error', () => resolve(''));
  });
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
