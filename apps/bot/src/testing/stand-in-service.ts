import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerCall, type StandInState } from './stand-in-answers.ts';

/**
 * What happens to a call in place of its answer: the connection is broken off before (`drop`) or after
 * (`drop-after`) it was carried out, it is never answered (`hang`), or something else answers.
 */
type Mischief = (call: {
  path: string;
  count: number;
}) =>
  | 'none'
  | 'drop'
  | 'drop-after'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body: string };

export type StandIn = StandInState & {
  url: string;
  mischief: Mischief;
  calls: { path: string; status: number }[];
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
  const mischief = standIn.mischief({ path, count });
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
  if (mischief === 'drop-after') {
    request.socket.destroy();
    return;
  }
  response
    .writeHead(answer.status, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer.document));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
