import type {
  AnswerOf,
  EventMessage,
  Hello,
  RequestBody,
  RequestName,
} from '../../mt5/bridge/messages.ts';
import type { OrderResult } from '../../mt5/bridge/records.ts';
import type { LinkState, RequestOutcome, TerminalLink } from '../../mt5/bridge/terminal-link.ts';
import type { Timers } from '../../timers.ts';
import { createScriptedAccount, type ScriptedAccountOptions } from './scripted-account.ts';
import { NOTHING, resultOf } from './scripted-results.ts';

/**
 * What happens to a request: the line breaks before or after it was carried out, or it is carried out (or
 * not) and no answer comes.
 */
export type Fate = 'none' | 'cut-before' | 'cut-after' | 'lost' | 'answer-lost';

/** A terminal with one account and EURUSD, as small as the bot's end can be tested with; what it knows outlives connections. */
export type ScriptedTerminal = ReturnType<typeof createScriptedTerminal>;

const REJOIN_MS = 500;
const TIMEOUT_MS = 5_000;

export function createScriptedTerminal(timers: Timers, changes: ScriptedAccountOptions = {}) {
  const broker = createScriptedAccount(timers, changes, emit);
  const { account, positions, deals, bars, money, serverMs, openPosition, closePosition } = broker;
  const permissions = {
    connected: true,
    algo_trading: true,
    expert_trading: true,
    account_trading: true,
    account_experts: true,
  };
  const book = new Map<string, OrderResult>();
  const sent: { name: RequestName; body: unknown }[] = [];
  const links = new Set<{
    events: Set<(event: EventMessage) => void>;
    states: Set<(state: LinkState) => void>;
  }>();
  let sessions = 0;
  let connected = true;
  let sessionAt = 'session 1';

  const self = Object.assign(broker, {
    book,
    /** Every request that reached it. */
    sent,
    halted: false,
    refusesModify: false,
    fate: (_name: RequestName, _body: unknown): Fate => 'none',
    cut,
    link,
  });

  function emit(event: EventMessage): void {
    if (!connected) return;
    for (const { events } of links) for (const hear of events) hear(event);
  }

  function tellState(state: LinkState): void {
    for (const { states } of links) for (const hear of states) hear(state);
  }

  function stateNow(): LinkState {
    if (!connected) return { kind: 'waiting', reason: 'the connection broke' };
    const hello: Hello = {
      proto: ['tb/1'],
      nonce: '0'.repeat(64),
      mac: '0'.repeat(64),
      ea: '1',
      build: 5_000,
      account,
      permissions,
      server_time: Math.floor(serverMs() / 1_000),
    };
    return { kind: 'connected', session: sessionAt, hello };
  }

  function cut(awayMs = REJOIN_MS): void {
    if (!connected) return;
    connected = false;
    tellState(stateNow());
    timers.after(awayMs, () => {
      connected = true;
      sessions += 1;
      sessionAt = `session ${sessions + 1}`;
      tellState(stateNow());
    });
  }

  function once(key: string, work: () => OrderResult): OrderResult {
    const known = book.get(key);
    if (known) return { ...known, duplicate: true };
    const result = work();
    book.set(key, result);
    return result;
  }

  function answerTo<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ): AnswerOf<Name> | string {
    const answers: { [Each in RequestName]: (body: RequestBody<Each>) => AnswerOf<Each> | string } =
      {
        account: () => ({
          account,
          permissions,
          ...money(),
          credit: broker.credit(),
          server_time: Math.floor(serverMs() / 1_000),
          halted: self.halted,
        }),
        'symbol.names': () => ({ names: [broker.spec().symbol, 'GBPUSD.a'] }),
        symbols: () => ({
          symbols: [broker.spec()],
          unknown: [],
        }),
        subscribe: () => ({ unknown: [] }),
        bars: ({ count }) => ({ digits: 5, bars: bars.slice(-count), ready: true }),
        positions: () => ({ positions: [...positions.values()] }),
        orders: () => ({ orders: [] }),
        history({ from, to, skip, limit }) {
          const found = deals.filter(({ time }) => time >= from * 1_000 && time <= to * 1_000);
          return { deals: found.slice(skip, skip + limit), total: found.length };
        },
        'history.position': ({ ticket: id }) => ({
          deals: deals.filter(({ position }) => position === id),
        }),
        'order.check': () => ({ retcode: 0, margin: '0.00', message: '' }),
        'order.open'({ key, exp, side, lots, sl, tp, magic }) {
          if (book.has(key)) return once(key, () => resultOf(key, null, 0, ''));
          if (timers.now() > exp) return 'expired';
          if (self.halted) return 'halted';
          return once(key, () =>
            resultOf(key, openPosition({ side, lots, sl, tp }, magic, `TB1:${key}`), 0, ''),
          );
        },
        'order.query': ({ key }) =>
          book.get(key) ?? { key, state: 'none', retcode: 0, message: '', ...NOTHING },
        'position.modify'({ ticket: id, sl, tp }) {
          const position = positions.get(id);
          if (!position) return 'unknown_ticket';
          if (self.refusesModify) return { retcode: 10_016, message: 'invalid stops' };
          positions.set(id, { ...position, sl, tp });
          return { retcode: 10_009, message: 'done' };
        },
        'position.close'({ key, exp, ticket: id, lots }) {
          if (!book.has(key) && timers.now() > exp) return 'expired';
          if (!book.has(key) && !positions.has(id)) return 'unknown_ticket';
          return once(key, () =>
            resultOf(
              key,
              closePosition(id, lots, 'expert', `TB1:${key}`),
              10_036,
              'position is closed',
            ),
          );
        },
        calendar: () => 'unknown_request',
        // As an expert from before the last line.
        guard: () => 'unknown_request',
        'guard.query': () => 'unknown_request',
        halt() {
          self.halted = true;
          return { halted: true };
        },
        resume() {
          self.halted = false;
          return { halted: false };
        },
      };
    return answers[name](body);
  }

  async function request<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<RequestOutcome<Name>> {
    if (!connected) return { kind: 'not-sent', reason: 'no terminal is connected' };
    const fate = self.fate(name, body);
    if (fate === 'cut-before' || fate === 'lost') {
      if (fate === 'cut-before') cut();
      else await new Promise<void>((resolve) => void timers.after(timeoutMs, resolve));
      return { kind: 'unknown', reason: 'the connection broke' };
    }
    sent.push({ name, body });
    const answer = answerTo(name, body);
    if (fate === 'cut-after') cut();
    if (fate === 'answer-lost')
      await new Promise<void>((resolve) => void timers.after(timeoutMs, resolve));
    if (fate !== 'none') return { kind: 'unknown', reason: 'no answer' };
    if (typeof answer === 'string') return { kind: 'error', code: answer, message: answer };
    return { kind: 'ok', answer };
  }

  /** The bot's end, of one life of the bot: once it is killed nothing comes in or goes out any more. */
  function link(): TerminalLink & { kill(): void } {
    const ears = {
      events: new Set<(event: EventMessage) => void>(),
      states: new Set<(state: LinkState) => void>(),
    };
    let killed = false;
    links.add(ears);
    return {
      state: stateNow,
      request(name, body, options) {
        const never = new Promise<never>(() => {});
        if (killed) return never;
        return request(name, body, options?.timeoutMs).then((outcome) =>
          killed ? never : outcome,
        );
      },
      onEvent(hear) {
        ears.events.add(hear);
        return () => void ears.events.delete(hear);
      },
      onState(hear) {
        ears.states.add(hear);
        return () => void ears.states.delete(hear);
      },
      async close() {
        links.delete(ears);
      },
      kill() {
        killed = true;
        links.delete(ears);
      },
    };
  }

  return self;
}
