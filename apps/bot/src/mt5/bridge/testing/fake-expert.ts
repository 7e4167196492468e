import { createHmac } from 'node:crypto';
import type { Timers } from '../../../timers.ts';
import { type Frame, parseFrame } from '../frames.ts';
import { createLineSplitter } from '../line-splitter.ts';
import { type Hello, LINE_MAX_BYTES } from '../messages.ts';
import type { Wire } from '../wire.ts';

export const TEST_TOKEN = '11'.repeat(32);

/** The other end of the bridge at its smallest: what it answers, a test says. */
export type FakeExpert = Readonly<{
  /** What was heard, oldest first. */
  heard: readonly Frame[];
  /** The farewell that was heard. */
  farewell(): string | null;
  /** Why the connection has ended; undefined while it stands. */
  ended(): string | null | undefined;
  send(
    t: string,
    body: object,
    more?: Readonly<{ re?: string; more?: boolean; seq?: number }>,
  ): void;
  /** Any bytes at all. */
  raw(text: string): void;
  close(): void;
}>;

type FakeExpertOptions = Readonly<{
  token?: string;
  /** In place of what a right hello says. */
  hello?: Readonly<Partial<Omit<Hello, 'mac'>>> & Readonly<{ mac?: string }>;
  /** Says nothing at all. */
  mute?: boolean;
  /** Whether it keeps what it hears; true unless told. */
  remembers?: boolean;
  /** What it answers; nothing unless told. */
  answer?: (frame: Frame, expert: FakeExpert) => void;
}>;

/** @example dialAsExpert(listener.dial().terminal, timers, { answer: (frame, expert) => ... }) */
export function dialAsExpert(
  wire: Wire,
  timers: Pick<Timers, 'now'>,
  options: FakeExpertOptions = {},
): FakeExpert {
  const splitter = createLineSplitter();
  const heard: Frame[] = [];
  let seq = 0;
  let expected = 1;
  let farewell: string | null = null;
  let ended: string | null | undefined;

  const expert: FakeExpert = {
    heard,
    farewell: () => farewell,
    ended: () => ended,
    send(t, body, more = {}) {
      seq += 1;
      const head = { v: 1, t, id: `e${seq}`, seq, ts: timers.now(), ...more };
      const line = Buffer.from(`${JSON.stringify({ ...head, ...body })}\n`);
      if (line.length > LINE_MAX_BYTES) throw new Error(`a line of ${line.length} bytes`);
      wire.send(line);
    },
    raw(text) {
      wire.send(Buffer.from(text, 'latin1'));
    },
    close: wire.close,
  };

  function hear(frame: Frame): void {
    if (options.remembers !== false) heard.push(frame);
    if (frame.head.t === 'bye') farewell = [frame.body.code, frame.body.message].join(': ');
    else if (options.mute) return;
    else if (frame.head.t === 'challenge')
      expert.send('hello', helloTo(String(frame.body.nonce), options));
    else options.answer?.(frame, expert);
  }

  wire.listen({
    bytes(chunk) {
      const { lines, fault } = splitter.push(chunk);
      for (const line of lines) {
        const frame = parseFrame(line);
        if (typeof frame === 'string' || frame.head.seq !== expected) return wire.close();
        expected += 1;
        hear(frame);
      }
      if (fault) wire.close();
    },
    closed(reason) {
      ended = reason;
    },
  });
  return expert;
}

function helloTo(botNonce: string, { token = TEST_TOKEN, hello }: FakeExpertOptions): object {
  const nonce = hello?.nonce ?? '22'.repeat(32);
  const mac = createHmac('sha256', Buffer.from(token, 'hex'))
    .update(`tb/1 expert ${botNonce} ${nonce}`)
    .digest('hex');
  const account = {
    login: '5001',
    server: 'Broker-Demo',
    company: 'Broker',
    currency: 'USD',
    currency_digits: 2,
    leverage: 100,
    margin_mode: 'hedging',
    trade_mode: 'demo',
  };
  const permissions = {
    connected: true,
    algo_trading: true,
    expert_trading: true,
    account_trading: true,
    account_experts: true,
  };
  const rest = { ea: '1.0', build: 4_000, account, permissions, server_time: 1_767_787_200 };
  return { proto: ['tb/1'], nonce, mac, ...rest, ...hello };
}
