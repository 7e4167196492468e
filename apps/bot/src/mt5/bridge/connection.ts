import type { Timers } from '../../timers.ts';
import { type Frame, parseFrame, printFrame } from './frames.ts';
import { createLineSplitter } from './line-splitter.ts';
import { type Bye, bye, HEARTBEAT_MS, HEARTBEATS_MISSED } from './messages.ts';
import { printable } from './printable.ts';
import type { Wire } from './wire.ts';

/** The bot's end of one connection: lines in their sequence, kept alive by heartbeats. */
export type Connection = Readonly<{
  /** Begins to listen; what came before is heard at once. */
  start(): void;
  /**
   * @returns the name of the line, or null when it was not sent: the connection has ended, or the line is
   *   longer than a line may be
   */
  send(t: string, body: object): string | null;
  /** Begins to send heartbeats and to expect them. */
  keepAlive(): void;
  /** Says farewell and ends it. */
  end(code: Bye['code'], message: string): void;
}>;

type ConnectionDeps = Readonly<{
  wire: Wire;
  timers: Timers;
  heartbeatMs?: number;
  onFrame(frame: Frame): void;
  /** Told once, however it ended. */
  onEnd(reason: string): void;
}>;

/** Turns of the watch in one heartbeat. */
const TURNS = 4;

export function openConnection(deps: ConnectionDeps): Connection {
  const { wire, timers, heartbeatMs = HEARTBEAT_MS } = deps;
  const splitter = createLineSplitter();
  let isOver = false;
  let sent = 0;
  let heard = 0;
  // Counted in turns of a timer: a clock that is set, or a computer that slept, is no silence.
  let quietTurns = 0;
  let silentTurns = 0;
  let stopWatch = () => {};

  function send(t: string, body: object): string | null {
    if (isOver) return null;
    const seq = sent + 1;
    const id = `b${seq}`;
    const bytes = printFrame({ v: 1, t, id, seq, ts: timers.now() }, body);
    if (!bytes) return null;
    sent = seq;
    quietTurns = 0;
    wire.send(bytes);
    return id;
  }

  function over(reason: string): void {
    if (isOver) return;
    isOver = true;
    stopWatch();
    wire.close();
    deps.onEnd(reason);
  }

  function end(code: Bye['code'], message: string): void {
    send('bye', { code, message: message.slice(0, 200) });
    over(message);
  }

  function watch(): void {
    quietTurns += 1;
    silentTurns += 1;
    if (silentTurns > HEARTBEATS_MISSED * TURNS) {
      const seconds = (HEARTBEATS_MISSED * heartbeatMs) / 1_000;
      end('silent', `the terminal did not answer for ${seconds} s`);
      return;
    }
    if (quietTurns >= TURNS) send('hb', {});
    stopWatch = timers.after(heartbeatMs / TURNS, watch);
  }

  function take(line: string): void {
    const frame = parseFrame(line);
    if (typeof frame === 'string') {
      end('frame', frame);
      return;
    }
    heard += 1;
    if (frame.head.seq !== heard) {
      end('sequence', `line ${frame.head.seq} came where ${heard} was due`);
      return;
    }
    silentTurns = 0;
    if (frame.head.t === 'bye') over(farewell(frame));
    else deps.onFrame(frame);
  }

  function bytes(chunk: Uint8Array): void {
    if (isOver) return;
    const { lines, fault } = splitter.push(chunk);
    for (const line of lines) {
      take(line);
      if (isOver) return;
    }
    if (fault) end('frame', fault);
  }

  return {
    start() {
      const closed = (reason: string | null) =>
        over(reason ?? 'the terminal closed the connection');
      wire.listen({ bytes, closed });
    },
    send,
    keepAlive() {
      silentTurns = 0;
      stopWatch = timers.after(heartbeatMs / TURNS, watch);
    },
    end,
  };
}

function farewell({ body }: Frame): string {
  const said = bye.safeParse(body);
  return said.success
    ? `the terminal ended it (${said.data.code}): ${printable(said.data.message)}`
    : 'the terminal ended it';
}
