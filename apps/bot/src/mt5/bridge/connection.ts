import type { Timers } from '../../timers.ts';
import { type Frame, parseFrame, printable, printFrame } from './frames.ts';
import { createLineSplitter } from './line-splitter.ts';
import { type Bye, bye, type Envelope, HEARTBEAT_MS, HEARTBEATS_MISSED } from './messages.ts';
import type { Wire } from './wire.ts';

/** One end of a connection: lines in their sequence, kept alive by heartbeats. */
export type Connection = Readonly<{
  /** Begins to listen; what came before is heard at once. */
  start(): void;
  /**
   * @returns the name of the line, or null when it was not sent: the connection has ended, or the line is
   *   longer than a line may be
   */
  send(t: string, body: object, more?: Pick<Envelope, 're' | 'more'>): string | null;
  /** Begins to send heartbeats and to expect them. */
  keepAlive(heartbeatMs: number): void;
  /** Ends it, with a farewell where there is a code. */
  end(code: Bye['code'] | null, message: string): void;
}>;

type ConnectionDeps = Readonly<{
  wire: Wire;
  timers: Timers;
  /** Whose end it is. */
  end: 'bot' | 'expert';
  /** Whether this end does nothing at all just now, so that it neither beats nor counts silence. */
  isStalled?(): boolean;
  /** Whether the other end may be waiting for somebody else, so that its silence says nothing. */
  isPeerBusy?(): boolean;
  onFrame(frame: Frame): void;
  /** Told once, however it ended. `code` is the other end's farewell, if it said one. */
  onEnd(reason: string, code: Bye['code'] | null): void;
}>;

/** Turns of the watch in one heartbeat. */
const TURNS = 4;

export function openConnection(deps: ConnectionDeps): Connection {
  const { wire, timers } = deps;
  const peer = deps.end === 'bot' ? 'the terminal' : 'the bot';
  const splitter = createLineSplitter();
  let isOver = false;
  let heartbeatMs = HEARTBEAT_MS;
  let sent = 0;
  let heard = 0;
  // Counted in turns of a timer: a clock that is set, or a computer that slept, is no silence.
  let quietTurns = 0;
  let silentTurns = 0;
  let stopWatch = () => {};

  function send(t: string, body: object, more?: Pick<Envelope, 're' | 'more'>): string | null {
    if (isOver) return null;
    const seq = sent + 1;
    const id = `${deps.end.charAt(0)}${seq}`;
    const bytes = printFrame({ v: 1, t, id, ...more, seq, ts: timers.now() }, body);
    if (!bytes) return null;
    sent = seq;
    quietTurns = 0;
    wire.send(bytes);
    return id;
  }

  function over(reason: string, code: Bye['code'] | null = null): void {
    if (isOver) return;
    isOver = true;
    stopWatch();
    wire.close();
    deps.onEnd(reason, code);
  }

  function end(code: Bye['code'] | null, message: string): void {
    if (code !== null) send('bye', { code, message: message.slice(0, 200) });
    over(message);
  }

  function watch(): void {
    if (!deps.isStalled?.()) {
      quietTurns += 1;
      if (!deps.isPeerBusy?.()) silentTurns += 1;
      if (silentTurns > HEARTBEATS_MISSED * TURNS) {
        const seconds = (HEARTBEATS_MISSED * heartbeatMs) / 1_000;
        end('silent', `${peer} did not answer for ${seconds} s`);
        return;
      }
      if (quietTurns >= TURNS) send('hb', {});
    }
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
    if (frame.head.t === 'bye') farewell(frame);
    else deps.onFrame(frame);
  }

  function farewell({ body }: Frame): void {
    const said = bye.safeParse(body).data;
    if (said) over(`${peer} ended it (${said.code}): ${printable(said.message)}`, said.code);
    else over(`${peer} ended it`);
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
      const closed = (reason: string | null) => over(reason ?? `${peer} closed the connection`);
      wire.listen({ bytes, closed });
    },
    send,
    keepAlive(beatMs) {
      heartbeatMs = beatMs;
      silentTurns = 0;
      stopWatch = timers.after(heartbeatMs / TURNS, watch);
    },
    end,
  };
}
