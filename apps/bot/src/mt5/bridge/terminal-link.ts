import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@quorate/values/instant';
import type { Timers } from '../../timers.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Frame, wrongField } from './frames.ts';
import { type ExpectedAccount, HANDSHAKE_MS, judgeHello } from './handshake.ts';
import {
  type AnswerOf,
  EVENTS,
  type EventMessage,
  type EventName,
  errorBody,
  HEARTBEAT_MS,
  type Hello,
  PROTOCOL,
  REQUESTS,
  type RequestBody,
  type RequestName,
} from './messages.ts';
import type { Wire, WireListener } from './wire.ts';

/**
 * What came of a request. `unknown`: it was sent and nothing says what became of it; whoever sent an order
 * asks `order.query` and never sends it again. `not-sent`: it surely had no effect.
 */
export type RequestOutcome<Name extends RequestName> =
  | Readonly<{ kind: 'ok'; answer: AnswerOf<Name> }>
  | Readonly<{ kind: 'error'; code: string; message: string }>
  | Readonly<{ kind: 'unknown'; reason: string }>
  | Readonly<{ kind: 'not-sent'; reason: string }>;

/** Whether a terminal is there. `reason`: why the last one went, or was sent away. */
export type LinkState =
  | Readonly<{ kind: 'waiting'; reason: string | null }>
  | Readonly<{ kind: 'connected'; session: string; hello: Hello }>;

/** The bot's end of the bridge. One terminal at a time; a new session begins with each connection. */
export type TerminalLink = Readonly<{
  state(): LinkState;
  /**
   * Puts one request and joins the parts of its answer.
   *
   * @param timeoutMs 5 s unless told, 10 s for orders
   */
  request<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
    options?: Readonly<{ timeoutMs?: number }>,
  ): Promise<RequestOutcome<Name>>;
  /** Events of the terminal, in order; the returned function ends it. */
  onEvent(hear: (event: EventMessage) => void): () => void;
  /** A terminal came or went; the returned function ends it. */
  onState(hear: (state: LinkState) => void): () => void;
  close(): Promise<void>;
}>;

const GREETING_MAX = 4;
const REQUEST_MS = 5_000;
const ORDER_MS = 10_000;
const ORDERS: readonly RequestName[] = ['order.open', 'position.close', 'position.modify'];

type TerminalLinkDeps = Readonly<{
  listener: WireListener;
  timers: Timers;
  /** 64 hex digits, see makeBridgeToken. */
  token: string;
  /** Whose terminal it must be; null for any account. */
  account: ExpectedAccount | null;
  /** One line for the log, the same at most once a minute; never a secret. */
  notify(line: string): void;
}>;

/**
 * Lets one terminal in at a time, and speaks tb/1 with it as docs/reference/bridge.md says.
 *
 * @example
 * const listener = await listenOnTcp({ port: 7420, timers });
 * const link = createTerminalLink({ listener, timers, token, account: null, notify });
 */
export function createTerminalLink(
  deps: TerminalLinkDeps,
): TerminalLink & Readonly<{ counts(): Readonly<LinkCounts> }> {
  const { listener, timers, token, account } = deps;
  const counts: LinkCounts = { lateAnswers: 0, badAnswers: 0, droppedEvents: 0, turnedAway: 0 };
  const eventHearers = new Set<(event: EventMessage) => void>();
  const stateHearers = new Set<(state: LinkState) => void>();
  const greeting = new Set<Connection>();
  let state: LinkState = { kind: 'waiting', reason: null };
  let current: Readonly<{ connection: Connection; session: Session }> | null = null;
  let isClosed = false;
  const notify = onceAMinute(deps.notify, timers);

  function change(next: LinkState): void {
    state = next;
    for (const hear of stateHearers) hear(next);
  }

  function turnAway(reason: string): void {
    counts.turnedAway += 1;
    notify(`a connection to ${listener.address} was turned away: ${reason}`);
    // Why nobody is there matters to people only while nobody is.
    const isNews = state.kind === 'waiting' && state.reason !== reason;
    if (isNews && !isClosed) change({ kind: 'waiting', reason });
  }

  function tell(event: EventMessage): void {
    for (const hear of eventHearers) hear(event);
  }

  function take(wire: Wire): void {
    const nonce = randomBytes(32).toString('hex');
    let session: Session | null = null;

    function greet(frame: Frame): void {
      const verdict = judgeHello(frame, { token, nonce, account });
      if (verdict.kind === 'bye') {
        connection.end(verdict.code, verdict.message);
        return;
      }
      greeted();
      current?.connection.end('replaced', 'another terminal has taken over');
      session = createSession({ connection, timers, counts, notify, onEvent: tell });
      current = { connection, session };
      const name = randomBytes(8).toString('hex');
      connection.send('welcome', { session: name, hb_ms: HEARTBEAT_MS, mac: verdict.mac });
      connection.keepAlive(HEARTBEAT_MS);
      change({ kind: 'connected', session: name, hello: verdict.hello });
    }

    function greeted(): void {
      stopTimer();
      greeting.delete(connection);
    }

    function ended(reason: string): void {
      greeted();
      if (!session) {
        turnAway(reason);
        return;
      }
      if (current?.session === session) {
        current = null;
        change({ kind: 'waiting', reason });
      }
      session.abandon(reason);
    }

    const connection = openConnection({
      wire,
      timers,
      end: 'bot',
      // The expert has one thread: while the trade server takes its time over an order, it says nothing.
      isPeerBusy: () => session?.isOrdering() ?? false,
      onFrame(frame) {
        if (session) session.take(frame);
        else greet(frame);
      },
      onEnd: ended,
    });
    const stopTimer = timers.after(HANDSHAKE_MS, () =>
      connection.end('silent', `no handshake within ${HANDSHAKE_MS / 1_000} s`),
    );
    if (isClosed) connection.end('stopping', 'the bot ends');
    else if (greeting.size >= GREETING_MAX)
      connection.end('busy', `${GREETING_MAX} connections are in their handshake already`);
    else {
      greeting.add(connection);
      connection.send('challenge', { proto: [PROTOCOL], nonce });
    }
    connection.start();
  }

  listener.onWire(take);

  return {
    state: () => state,
    async request(name, body, options = {}) {
      if (!current) return { kind: 'not-sent', reason: whyNobody(state) };
      const timeoutMs = options.timeoutMs ?? (ORDERS.includes(name) ? ORDER_MS : REQUEST_MS);
      return current.session.put(name, body, timeoutMs);
    },
    onEvent(hear) {
      eventHearers.add(hear);
      return () => void eventHearers.delete(hear);
    },
    onState(hear) {
      stateHearers.add(hear);
      return () => void stateHearers.delete(hear);
    },
    async close() {
      isClosed = true;
      for (const connection of greeting) connection.end('stopping', 'the bot ends');
      current?.connection.end('stopping', 'the bot ends');
      await listener.close();
    },
    counts: () => counts,
  };
}

function whyNobody(state: LinkState): string {
  const reason = state.kind === 'waiting' ? state.reason : null;
  return reason ? `no terminal is connected: ${reason}` : 'no terminal is connected';
}

/** Keeps whoever knocks again and again from filling the log. */
function onceAMinute(notify: (line: string) => void, timers: Timers): (line: string) => void {
  const recent = new Set<string>();
  return (line) => {
    if (recent.has(line) || recent.size >= 64) return;
    recent.add(line);
    timers.after(MINUTE_MS, () => void recent.delete(line));
    notify(line);
  };
}

/** What was heard and led to nothing. */
type LinkCounts = {
  /** Answers that nobody waited for any more. */
  lateAnswers: number;
  /** Answers that did not fit. */
  badAnswers: number;
  /** Events that did not fit, or that nobody knows. */
  droppedEvents: number;
  /** Connections that did not get through the handshake. */
  turnedAway: number;
};

/** More than this many at once are a fault of the bot; the terminal answers a few in each of its turns. */
const IN_FLIGHT_MAX = 256;

/** What is said over a connection once both ends have proved themselves. */
type Session = Readonly<{
  /** Asks, and waits for the answer. */
  put<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
    timeoutMs: number,
  ): Promise<RequestOutcome<Name>>;
  take(frame: Frame): void;
  /** Whether an order, a closing or a change of stops waits for its answer. */
  isOrdering(): boolean;
  /** Nobody will answer: the session has ended. */
  abandon(reason: string): void;
}>;

type Settled =
  | Readonly<{ kind: 'answer'; body: object }>
  | Exclude<RequestOutcome<RequestName>, Readonly<{ kind: 'ok' }>>;

type Waiting = {
  name: RequestName;
  add: ReturnType<typeof createParts>;
  settle(outcome: Settled): void;
};

function createSession(
  deps: Readonly<{
    connection: Pick<Connection, 'send'>;
    timers: Timers;
    counts: LinkCounts;
    notify(line: string): void;
    onEvent(event: EventMessage): void;
  }>,
): Session {
  const { connection, timers, counts, notify } = deps;
  const waiting = new Map<string, Waiting>();

  function event({ head, body }: Frame): void {
    const name = isEventName(head.t) ? head.t : null;
    const parsed = name && EVENTS[name].safeParse(body);
    if (parsed?.success) {
      // One table holds the schema of each name; the compiler cannot follow it through a union.
      deps.onEvent({ name, body: parsed.data } as EventMessage);
      return;
    }
    // An expert that is newer than the bot may tell more.
    counts.droppedEvents += 1;
    if (parsed) {
      notify(`an event '${head.t}' of the terminal has no right '${wrongField(parsed.error)}'`);
    }
  }

  function wait(id: string, name: RequestName, timeoutMs: number): Promise<Settled> {
    return new Promise((resolve) => {
      const settle = (outcome: Settled) => {
        stopTimer();
        waiting.delete(id);
        resolve(outcome);
      };
      const stopTimer = timers.after(timeoutMs, () =>
        settle({ kind: 'unknown', reason: `no answer to ${name} within ${timeoutMs / 1_000} s` }),
      );
      waiting.set(id, { name, add: createParts(), settle });
    });
  }

  /** The line holds no secret. */
  function badAnswer(name: RequestName, what: string): Settled & { kind: 'error' } {
    const message = `the answer to ${name} ${what}`;
    counts.badAnswers += 1;
    notify(message);
    return { kind: 'error', code: 'bad_answer', message };
  }

  function answer(asked: Waiting, frame: Frame): void {
    const bad = (message: string) => asked.settle({ kind: 'error', code: 'bad_answer', message });
    if (frame.head.t === 'ok') {
      const whole = asked.add(frame);
      if (whole === 'too-long') bad('is too long');
      else if (whole) asked.settle({ kind: 'answer', body: whole });
      return;
    }
    const error = frame.head.t === 'error' ? errorBody.safeParse(frame.body) : null;
    if (error?.success) asked.settle({ kind: 'error', ...error.data });
    else bad('is neither ok nor error');
  }

  return {
    async put(name, body, timeoutMs) {
      if (waiting.size >= IN_FLIGHT_MAX)
        return { kind: 'not-sent', reason: `${IN_FLIGHT_MAX} requests are on their way already` };
      const id = connection.send(name, body);
      if (id === null) return { kind: 'not-sent', reason: `${name} is longer than a line may be` };
      const settled = await wait(id, name, timeoutMs);
      if (settled.kind === 'error' && settled.code === 'bad_answer')
        return badAnswer(name, settled.message);
      if (settled.kind !== 'answer') return settled;
      const parsed = REQUESTS[name].answer.safeParse(settled.body);
      if (!parsed.success) return badAnswer(name, `has no right '${wrongField(parsed.error)}'`);
      // One table holds both schemas of a request; the compiler cannot follow it through a generic name.
      return { kind: 'ok', answer: parsed.data } as RequestOutcome<typeof name>;
    },
    take(frame) {
      const { re } = frame.head;
      const found = waiting.get(re ?? '');
      if (re === undefined) event(frame);
      else if (found) answer(found, frame);
      else counts.lateAnswers += 1;
    },
    isOrdering: () => [...waiting.values()].some(({ name }) => ORDERS.includes(name)),
    abandon(reason) {
      for (const request of waiting.values()) request.settle({ kind: 'unknown', reason });
    },
  };
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}

/** Fields and entries of arrays in all parts of one answer, far above the longest history of names. */
const ENTRIES_MAX = 200_000;

/**
 * Joins the parts of one answer: arrays are put together, of everything else the last part's counts. It gives
 * the whole answer with its last part, null before, `too-long` for more than anybody asked for.
 */
function createParts(): (frame: Frame) => object | null | 'too-long' {
  // A map: a field may be called like something that every object has.
  const joined = new Map<string, unknown>();
  let entries = 0;
  return ({ head, body }) => {
    for (const [name, value] of Object.entries(body)) {
      const before = joined.get(name);
      entries += Array.isArray(value) ? value.length : 1;
      if (Array.isArray(before) && Array.isArray(value)) before.push(...value);
      else joined.set(name, value);
    }
    if (entries > ENTRIES_MAX) return 'too-long';
    return head.more ? null : Object.fromEntries(joined);
  };
}
