import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Timers } from '../../../timers.ts';
import { openConnection } from '../../bridge/connection.ts';
import type { Frame } from '../../bridge/frames.ts';
import { HANDSHAKE_MS } from '../../bridge/handshake.ts';
import {
  type Bye,
  challenge,
  type Envelope,
  type Hello,
  PROTOCOL,
  welcome,
} from '../../bridge/messages.ts';
import type { Wire } from '../../bridge/wire.ts';

/** A connection of the expert to the bot. */
export type BotConnection = Readonly<{
  /** Whether both ends have proved themselves. */
  isReady(): boolean;
  send(t: string, body: object, more?: Pick<Envelope, 're' | 'more'>): void;
  /** Ends it, with a farewell where there is a code. */
  end(code: Bye['code'] | null, reason: string): void;
}>;

/** What the expert says of itself, without nonce and mac. */
type Introduction = Omit<Hello, 'proto' | 'nonce' | 'mac'>;

/** Takes a fresh connection through the handshake, as the expert does. */
export function connectToBot(deps: {
  wire: Wire;
  timers: Timers;
  /** 64 hex digits. */
  token: string;
  introduce(): Introduction;
  onReady(): void;
  onLine(line: Frame): void;
  /** Told once. `code` is the bot's farewell, if it said one. */
  onEnd(reason: string, code: Bye['code'] | null): void;
  /** Whether the terminal does nothing at all just now. */
  isStalled(): boolean;
}): BotConnection {
  const { wire, timers } = deps;
  const key = Buffer.from(deps.token, 'hex');
  const nonce = randomBytes(32).toString('hex');
  let botNonce = '';
  let state: 'challenge' | 'welcome' | 'ready' | 'over' = 'challenge';
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('hex');

  const connection = openConnection({
    wire,
    timers,
    end: 'expert',
    isStalled: () => deps.isStalled(),
    onFrame(frame) {
      if (state === 'challenge') greet(frame);
      else if (state === 'welcome') enter(frame);
      else if (frame.head.t !== 'hb') deps.onLine(frame);
    },
    onEnd(reason, code) {
      state = 'over';
      stopTimer();
      deps.onEnd(reason, code);
    },
  });
  const stopTimer = timers.after(HANDSHAKE_MS, () =>
    connection.end(null, `no handshake within ${HANDSHAKE_MS / 1_000} s`),
  );

  function greet({ head, body }: Frame): void {
    const asked = challenge.safeParse(body);
    if (head.t !== 'challenge' || !asked.success) {
      connection.end('frame', 'no challenge');
      return;
    }
    botNonce = asked.data.nonce;
    state = 'welcome';
    const mac = macOf(`${PROTOCOL} expert ${botNonce} ${nonce}`);
    connection.send('hello', { proto: [PROTOCOL], ...deps.introduce(), nonce, mac });
  }

  function enter({ head, body }: Frame): void {
    const granted = welcome.safeParse(body);
    if (head.t !== 'welcome' || !granted.success) {
      connection.end('frame', 'no welcome');
      return;
    }
    const expected = Buffer.from(macOf(`${PROTOCOL} bot ${nonce} ${botNonce}`));
    if (!timingSafeEqual(Buffer.from(granted.data.mac), expected)) {
      connection.end('auth', 'the bot does not know the token');
      return;
    }
    state = 'ready';
    stopTimer();
    connection.keepAlive(granted.data.hb_ms);
    deps.onReady();
  }

  connection.start();
  return { isReady: () => state === 'ready', send: connection.send, end: connection.end };
}
