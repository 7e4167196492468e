import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { CommandKind } from '@quorate/contract/live';
import { answerCall } from './stand-in-answers.ts';
import { isHeld } from './stand-in-heartbeats.ts';
import type { OwnerCommand, StandInState } from './stand-in-state.ts';

/**
 * What happens to a call in place of its answer: the connection is broken off before (`drop`) or after
 * (`drop-after`) it was carried out, it is never answered (`hang`), or something else answers.
 */
type Fate =
  | 'none'
  | 'drop'
  | 'drop-after'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body: string };

/** A promise keeps the caller waiting; `text` is the body as it came. */
type Mischief = (call: { path: string; count: number; text: string }) => Fate | Promise<Fate>;

export type StandIn = StandInState & {
  url: string;
  mischief: Mischief;
  calls: { path: string; status: number }[];
  /** Gives the bot a command of its owner. */
  command(kind: CommandKind): OwnerCommand;
  /** Heartbeats whose answers are held. */
  held: Set<() => void>;
  /** Breaks off every connection and takes no new ones, as a killed process does. */
  kill(): Promise<void>;
  /** Comes back on the same port with what it had stored. */
  revive(): Promise<void>;
};

/** A service over real HTTP that speaks the contract, keeps what it is sent, and fails on demand. */
export async function startStandIn(
  credentials = { user: 'mira', password: 'correct horse' },
): Promise<StandIn> {
  let server: Server | null = null;
  let port = 0;
  const standIn: StandIn = {
    credentials,
    url: '',
    plan: { tokens: -1, dailyTrades: -1, symbols: null },
    mischief: () => 'none',
    sessions: new Set(),
    userId: randomUUID(),
    codes: new Set(),
    devices: [],
    calls: [],
    decisions: new Map(),
    trades: new Map(),
    bars: new Map(),
    outcomes: new Map(),
    beats: [],
    commands: [],
    command(kind) {
      const command: OwnerCommand = { id: randomUUID(), kind, result: null };
      standIn.commands.push(command);
      for (const wake of standIn.held) wake();
      return command;
    },
    held: new Set(),
    tokensUsed: 0,
    kill: () =>
      new Promise((resolve) => {
        server?.close(() => resolve());
        server?.closeAllConnections();
      }),
    revive: () =>
      new Promise((resolve, reject) => {
        server = createServer((request, response) => void handle(standIn, request, response));
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          const address = server?.address();
          if (typeof address === 'object' && address) port = address.port;
          standIn.url = `http://127.0.0.1:${port}`;
          resolve();
        });
      }),
  };
  await standIn.revive();
  return standIn;
}

async function handle(
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
  const count = standIn.calls.filter((call) => call.path === path).length + 1;
  const text = await bodyOf(request);
  const mischief = await standIn.mischief({ path, count, text });
  if (mischief === 'drop' || mischief === 'hang') {
    standIn.calls.push({ path, status: 0 });
    if (mischief === 'drop') request.socket.destroy();
    return;
  }
  if (typeof mischief === 'object') {
    standIn.calls.push({ path, status: mischief.status });
    response.writeHead(mischief.status, mischief.headers).end(mischief.body);
    return;
  }
  const token = (request.headers.authorization ?? '').replace('Bearer ', '');
  const answer = answerCall(standIn, { method: request.method ?? '', path, token, text });
  standIn.calls.push({ path, status: answer.status });
  if (answer.status === 200 && isHeld(standIn, path, request.headers.prefer?.toString()))
    return hold(standIn, request, response);
  if (mischief === 'drop-after') {
    request.socket.destroy();
    return;
  }
  response
    .writeHead(answer.status, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer.document));
}

/** Until the next command; whoever gives the waiting up has gone by then. */
function hold({ held, commands }: StandIn, request: IncomingMessage, response: ServerResponse) {
  const wake = () => {
    held.delete(wake);
    const [newest] = commands.slice(-1);
    const waiting = newest
      ? [{ command_id: newest.id, kind: newest.kind, asked_at: '2026-11-20T00:00:00.000Z' }]
      : [];
    const entries_off = (newest?.kind ?? 'resume') !== 'resume';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, commands: waiting, entries_off, next_in_s: 0 }));
  };
  held.add(wake);
  request.socket.once('close', () => held.delete(wake));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
