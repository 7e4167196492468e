import type { Timers } from '../../../timers.ts';
import type { Frame } from '../../bridge/frames.ts';
import { type Bye, LINE_MAX_BYTES } from '../../bridge/messages.ts';
import type { Wire } from '../../bridge/wire.ts';
import { accountRecord } from '../server/account.ts';
import { type BookFile, openBook } from './book.ts';
import { type BotConnection, connectToBot } from './connection.ts';
import { createLastLine, type LineFile } from './last-line.ts';
import { createOrderDesk } from './order-desk.ts';
import { createAnswerer } from './requests.ts';
import { type Life, LifeEnded } from './steps.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { ExpertTerminal } from './terminal.ts';

/** The simulated expert in one run of its terminal. */
export type Expert = Readonly<{
  /** Takes a connection to the bot, in place of an earlier one. */
  connect(wire: Wire): void;
  /** Ends the connection without a word, as a broken cable does. */
  cut(reason: string): void;
  isConnected(): boolean;
  permissionsChanged(): void;
  /** Tells what happened while the terminal stood still. */
  tellWaiting(): void;
  /** Says farewell before the terminal goes. */
  leave(reason: string): void;
  end(): void;
}>;

/** Of the terminal, as a real one says. */
const BUILD = 5_577;

export function createExpert(deps: {
  terminal: ExpertTerminal;
  timers: Timers;
  file: BookFile;
  lineFile: LineFile;
  life: Life;
  token: string;
  magic: number;
  version: string;
  isStalled(): boolean;
  onReady(): void;
  onEnd(reason: string, code: Bye['code'] | null): void;
}): Expert {
  const { terminal, timers, life } = deps;
  const book = openBook(deps.file);
  let connection: BotConnection | null = null;
  let subscriptions: ReturnType<typeof createSubscriptions> | null = null;
  let waiting: Waiting[] = [];
  let working = false;
  let turn = 0;
  let untold: (() => void)[] = [];

  const line = createLastLine({
    terminal,
    timers,
    file: deps.lineFile,
    magic: deps.magic,
    isStill: () => deps.isStalled() || life.isOver(),
  });
  const desk = createOrderDesk({
    terminal,
    book,
    magic: deps.magic,
    life,
    lineRefusal: line.refusal,
    tell: (level, text) => tellLog(level, text),
  });

  function tellLog(level: 'info' | 'warn' | 'error', text: string): void {
    if (connection?.isReady()) connection.send('log', { level, text });
  }

  async function handle({ line, from, answer }: Waiting): Promise<void> {
    await life.step('line');
    // Whoever asked is gone: what comes late must not be done.
    if (connection !== from || !from.isReady()) return;
    const reply = await answer(line.head.t, line.body);
    await life.step('answering');
    const re = line.head.id;
    if ('error' in reply) {
      from.send('error', { code: reply.error, message: reply.message }, { re });
      return;
    }
    const parts = inParts(reply.ok);
    for (const [index, part] of parts.entries()) {
      from.send('ok', part, index < parts.length - 1 ? { re, more: true } : { re });
    }
  }

  /** One line after the other, as a single thread does. */
  async function work(): Promise<void> {
    if (working) return;
    working = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) await handle(next);
    } catch (error) {
      if (!(error instanceof LifeEnded)) throw error;
    } finally {
      working = false;
    }
  }

  function connect(wire: Wire): void {
    turn += 1;
    const current = turn;
    connection?.end(null, 'another connection was made');
    forget();
    let answer: Answerer | null = null;
    let over = false;
    const mine = connectToBot({
      wire,
      timers,
      token: deps.token,
      isStalled: () => deps.isStalled(),
      introduce: () => ({
        ea: deps.version,
        build: BUILD,
        account: accountRecord(terminal.server().account),
        permissions: terminal.permissions(),
        server_time: Math.floor(terminal.view().shownMs / 1_000),
      }),
      onReady() {
        subscriptions = createSubscriptions(terminal, (name, body) => {
          const tell = () => mine.send(name, body);
          if (deps.isStalled()) untold.push(tell);
          else tell();
        });
        answer = createAnswerer({ terminal, book, desk, line, subscriptions });
        line.ready((body) => mine.send('last_line', body));
        deps.onReady();
      },
      onLine(line) {
        if (!answer) return;
        waiting.push({ line, from: mine, answer });
        void work();
      },
      onEnd(reason, code) {
        over = true;
        if (current !== turn) return;
        forget();
        deps.onEnd(reason, code);
      },
    });
    if (!over) connection = mine;
  }

  function forget(): void {
    connection = null;
    line.gone();
    subscriptions?.end();
    subscriptions = null;
    waiting = [];
    untold = [];
  }

  return {
    connect,
    cut: (reason) => connection?.end(null, reason),
    isConnected: () => connection?.isReady() ?? false,
    permissionsChanged: () => subscriptions?.permissionsChanged(),
    tellWaiting() {
      const now = untold;
      untold = [];
      for (const tell of now) tell();
    },
    leave: (reason) => connection?.end('stopping', reason),
    end() {
      life.end();
      line.end();
      desk.end();
      connection?.end(null, 'the terminal was closed');
    },
  };
}

type Answerer = ReturnType<typeof createAnswerer>;

/** A line with whom it came from. */
type Waiting = Readonly<{ line: Frame; from: BotConnection; answer: Answerer }>;

/** Room for the envelope, generously. */
const ENVELOPE_BYTES = 512;

/**
 * The parts of an answer that would be too long for one line: its longest array is spread over them, in
 * order, and all else stands in each; other arrays come whole with the last.
 */
function inParts(body: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const most = LINE_MAX_BYTES - ENVELOPE_BYTES;
  if (bytes(body) <= most) return [{ ...body }];
  const arrays = Object.entries(body).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const [longest] = arrays.toSorted((a, b) => bytes(b[1]) - bytes(a[1]));
  if (!longest) return [{ ...body }];
  const [name, items] = longest;
  const bare = { ...body, ...Object.fromEntries(arrays.map(([each]) => [each, []])) };
  const others = bytes({ ...body, [name]: [] });
  const parts: Record<string, unknown>[] = [];
  let part: unknown[] = [];
  let size = others;
  for (const item of items) {
    const more = bytes(item) + 1;
    if (size + more > most && part.length > 0) {
      parts.push({ ...bare, [name]: part });
      part = [];
      size = others;
    }
    part.push(item);
    size += more;
  }
  return [...parts, { ...body, [name]: part }];
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
