import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Timers } from '../../../timers.ts';
import {
  type Bye,
  bye,
  challenge,
  type Envelope,
  envelope,
  HEARTBEAT_MS,
  HEARTBEATS_MISSED,
  type Hello,
  LINE_MAX_BYTES,
  PROTOCOL,
  welcome,
} from '../../bridge/messages.ts';
import type { Wire } from '../../bridge/wire.ts';

/** A line as it came. */
export type Line = Readonly<{ head: Envelope; body: unknown }>;

/** The expert's end of one connection. */
export type Connection = Readonly<{
  /** Whether both ends have proved themselves. */
  isReady(): boolean;
  send(t: string, body: object, more?: Readonly<{ re?: string; more?: boolean }>): void;
  /** Ends it, with a `bye` when there is something to say. */
  end(reason: string, code?: Bye['code']): void;
}>;

/** What the expert says of itself, without nonce and mac. */
export type Introduction = Omit<Hello, 'proto' | 'nonce' | 'mac'> & { proto?: string[] };

const HANDSHAKE_MS = 5_000;
const NEWLINE = 10;

/** Takes a fresh connection through the handshake and keeps it alive. */
export function openConnection(deps: {
  wire: Wire;
  timers: Timers;
  /** 64 hex digits. */
  token: string;
  introduce(): Introduction;
  onReady(): void;
  onLine(line: Line): void;
  /** Told once. `code` is the other end's farewell, if it said one. */
  onEnd(reason: string, code: Bye['code'] | null): void;
  /** Whether the terminal does nothing at all just now. */
  isStalled(): boolean;
}): Connection {
  const { wire, timers } = deps;
  const key = Buffer.from(deps.token, 'hex');
  const nonce = randomBytes(32).toString('hex');
  let botNonce = '';
  let state: 'challenge' | 'welcome' | 'ready' | 'over' = 'challenge';
  let sent = 0;
  let heard = 0;
  let heartbeatMs = HEARTBEAT_MS;
  let sentAt = timers.now();
  let heardAt = timers.now();
  let rest = Buffer.alloc(0);
  let stopTimer = timers.after(HANDSHAKE_MS, () => end('no handshake within 5 s'));

  const isOver = () => state === 'over';
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('hex');

  function send(
    t: string,
    body: object,
    more: Readonly<{ re?: string; more?: boolean }> = {},
  ): void {
    if (state === 'over') return;
    sent += 1;
    sentAt = timers.now();
    const head = { v: 1, t, id: `e${sent}`, ...more, seq: sent, ts: timers.now() };
    wire.send(Buffer.from(`${JSON.stringify({ ...head, ...body })}\n`));
  }

  function end(reason: string, code?: Bye['code'], said: Bye['code'] | null = null): void {
    if (state === 'over') return;
    if (code) send('bye', { code, message: reason.slice(0, 200) });
    state = 'over';
    stopTimer();
    wire.close();
    deps.onEnd(reason, said);
  }

  function watch(): void {
    const now = timers.now();
    if (!deps.isStalled()) {
      if (now - heardAt >= HEARTBEATS_MISSED * heartbeatMs) {
        end('the bot does not answer', 'silent');
        return;
      }
      if (now - sentAt >= heartbeatMs) send('hb', {});
    }
    stopTimer = timers.after(heartbeatMs / 4, watch);
  }

  function take(text: string): void {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      end('a line is no JSON', 'frame');
      return;
    }
    const head = envelope.safeParse(body);
    if (!head.success) {
      end('a line has no envelope', 'frame');
      return;
    }
    heard += 1;
    if (head.data.seq !== heard) {
      end(`line ${head.data.seq} came where ${heard} was due`, 'sequence');
      return;
    }
    heardAt = timers.now();
    if (head.data.t === 'bye') {
      farewell(body);
      return;
    }
    if (state === 'challenge') {
      greet(head.data, body);
      return;
    }
    if (state === 'welcome') {
      enter(head.data, body);
      return;
    }
    if (head.data.t !== 'hb') deps.onLine({ head: head.data, body });
  }

  function farewell(body: unknown): void {
    const said = bye.safeParse(body);
    end(said.success ? said.data.message : 'bye', undefined, said.data?.code ?? null);
  }

  function greet(head: Envelope, body: unknown): void {
    const asked = challenge.safeParse(body);
    if (head.t !== 'challenge' || !asked.success) {
      end('no challenge', 'frame');
      return;
    }
    botNonce = asked.data.nonce;
    state = 'welcome';
    send('hello', {
      proto: [PROTOCOL],
      ...deps.introduce(),
      nonce,
      mac: macOf(`tb/1 expert ${botNonce} ${nonce}`),
    });
  }

  function enter(head: Envelope, body: unknown): void {
    const granted = welcome.safeParse(body);
    if (head.t !== 'welcome' || !granted.success) {
      end('no welcome', 'frame');
      return;
    }
    const expected = Buffer.from(macOf(`tb/1 bot ${nonce} ${botNonce}`));
    if (!timingSafeEqual(Buffer.from(granted.data.mac), expected)) {
      end('the bot does not know the token', 'auth');
      return;
    }
    heartbeatMs = granted.data.hb_ms;
    state = 'ready';
    stopTimer();
    watch();
    deps.onReady();
  }

  wire.listen({
    bytes(chunk) {
      if (state === 'over') return;
      rest = Buffer.concat([rest, chunk]);
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        const line = rest.subarray(0, at);
        rest = rest.subarray(at + 1);
        if (line.length >= LINE_MAX_BYTES) {
          end('a line is too long', 'frame');
          return;
        }
        take(line.toString('utf8'));
        if (isOver()) return;
      }
      if (rest.length >= LINE_MAX_BYTES) end('a line is too long', 'frame');
    },
    closed: (reason) => end(reason ?? 'the connection was closed'),
  });

  return { isReady: () => state === 'ready', send, end: (reason, code) => end(reason, code) };
}
