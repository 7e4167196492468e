import { createHmac } from 'node:crypto';
import {
  type AnswerOf,
  REQUESTS,
  type RequestBody,
  type RequestName,
} from '../../bridge/messages.ts';
import type { Wire } from '../../bridge/wire.ts';

export type PlainLine = Record<string, unknown> & { t: string; id: string; seq: number };

type Settled<Name extends RequestName> =
  | Readonly<{ ok: AnswerOf<Name>; parts: number }>
  | Readonly<{ error: string; message: string }>
  | Readonly<{ lost: true }>;

/** The other end in the fewest lines: it keeps the letter of docs/reference/bridge.md and does nothing by itself. */
export type PlainBot = Readonly<{
  /** Everything heard, in order. */
  heard: readonly PlainLine[];
  /** Sent as it stands, the envelope included unless it brings its own. */
  send(body: Record<string, unknown>): void;
  raw(text: string): void;
  request<Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<Settled<Name>>;
  /** Whether the connection has ended. */
  isOver(): boolean;
  close(): void;
}>;

const NONCE = 'ab'.repeat(32);

export function createPlainBot(options: {
  wire: Wire;
  token: string;
  now: () => number;
  heartbeatMs?: number;
  /** Makes the proof of the bot wrong. */
  lies?: boolean;
}): PlainBot {
  const { wire, now } = options;
  const heard: PlainLine[] = [];
  const open = new Map<string, { parts: PlainLine[]; settle(value: Settled<RequestName>): void }>();
  let sent = 0;
  let rest = '';
  let isOver = false;
  const macOf = (text: string) =>
    createHmac('sha256', Buffer.from(options.token, 'hex')).update(text).digest('hex');

  function raw(text: string): void {
    wire.send(Buffer.from(text));
  }

  function send(body: Record<string, unknown>): void {
    sent += 1;
    raw(`${JSON.stringify({ v: 1, id: `b${sent}`, seq: sent, ts: now(), ...body })}\n`);
  }

  function take(line: PlainLine): void {
    heard.push(line);
    if (line.t === 'hello') {
      const mac = macOf(options.lies ? 'lies' : `tb/1 bot ${String(line.nonce)} ${NONCE}`);
      send({ t: 'welcome', session: 's1', hb_ms: options.heartbeatMs ?? 2_000, mac });
    }
    const request = typeof line.re === 'string' ? open.get(line.re) : undefined;
    if (!request) return;
    request.parts.push(line);
    if (line.more === true) return;
    if (line.t === 'error') {
      request.settle({ error: String(line.code), message: String(line.message) });
    } else request.settle({ ok: joined(request.parts) as never, parts: request.parts.length });
  }

  wire.listen({
    bytes(chunk) {
      rest += Buffer.from(chunk).toString('utf8');
      for (let at = rest.indexOf('\n'); at !== -1; at = rest.indexOf('\n')) {
        const line = rest.slice(0, at);
        rest = rest.slice(at + 1);
        take(JSON.parse(line) as PlainLine);
      }
    },
    closed() {
      isOver = true;
      for (const request of open.values()) request.settle({ lost: true });
    },
  });
  send({ t: 'challenge', proto: ['tb/1'], nonce: NONCE });

  return {
    heard,
    send,
    raw,
    isOver: () => isOver,
    close: () => wire.close(),
    async request(name, body) {
      const settled = await new Promise<Settled<RequestName>>((settle) => {
        open.set(`b${sent + 1}`, { parts: [], settle });
        send({ t: name, ...body });
        if (isOver) settle({ lost: true });
      });
      if (!('ok' in settled)) return settled;
      // What is answered is what the schema says, and nothing else is read.
      const ok = REQUESTS[name].answer.parse(settled.ok) as AnswerOf<typeof name>;
      return { ok, parts: settled.parts };
    },
  };
}

function joined(parts: readonly PlainLine[]): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) {
      const before = whole[name];
      whole[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
    }
  }
  return whole;
}
