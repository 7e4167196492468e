import { valuationOf } from '@quorate/trading/account/valuation';
import type { LastLine } from '@quorate/trading/loop/ports';
import type { Timeframe } from '@quorate/trading/market/candle';
import { money } from '@quorate/values/money';
import type { AnswerOf } from '../mt5/bridge/messages.ts';
import type {
  Permissions,
  TerminalAccount,
  TerminalPosition,
  TerminalSymbolSpec,
} from '../mt5/bridge/records.ts';
import type { LinkState, TerminalLink } from '../mt5/bridge/terminal-link.ts';
import {
  type BrokerTerms,
  terminalRates,
  termsOf,
  untrustedIn,
} from '../mt5/broker/broker-terms.ts';
import { createDealFeed, type DealFeed } from '../mt5/broker/deal-feed.ts';
import { createOrderDesk, type OrderDesk } from '../mt5/broker/order-desk.ts';
import { findSymbol } from '../mt5/broker/symbol-finder.ts';
import { createTerminalBroker, type TerminalBroker } from '../mt5/broker/terminal-broker.ts';
import {
  accountStateOf,
  closerIn,
  firstStopIn,
  keyInComment,
  moneyIn,
  type RecordTerms,
} from '../mt5/broker/terminal-records.ts';
import { missingPermissions } from '../mt5/install/permission-advice.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';
import type { ServerClock } from './server-clock.ts';

/** A terminal that is traded on: connected or not, and reconciled again in each session. */
export type LiveTerminal = Readonly<{
  broker: TerminalBroker;
  desk: OrderDesk;
  feed: DealFeed;
  records: RecordTerms;
  /** Known once it has been ready for the first time. */
  terms(): BrokerTerms;
  isReady(): boolean;
  /** Whether a terminal with the account that is meant is there, reconciled or not. */
  isThere(): boolean;
  /** As the terminal told them last; null before it has. */
  permissions(): Permissions | null;
  /** Told each time a session has been reconciled; the returned function ends it. */
  onReady(hear: (account: AnswerOf<'account'>) => void): () => void;
  /** Told of what no waiting will change; the returned function ends it. */
  onWrong(hear: (message: string) => void): () => void;
  /** Begins to reconcile sessions. */
  start(): void;
  stop(): void;
}>;

type LiveTerminalDeps = Readonly<{
  link: TerminalLink;
  journal: LiveJournal;
  timers: Timers;
  serverClock: ServerClock;
  magic: number;
  /** Symbols as the person writes them. */
  symbols: readonly string[];
  timeframe: Timeframe;
  /** Why this account is not the one that is meant; null where it is. */
  wrongAccount(account: TerminalAccount): string | null;
  /** Hands the last line to the terminal; absent where nobody governs. */
  guard?(line: LastLine): Promise<void>;
  notify(line: string): void;
}>;

/** Between two attempts to reconcile a session, and between two questions about open orders. */
const AGAIN_MS = 1_000;

export function createLiveTerminal(deps: LiveTerminalDeps): LiveTerminal {
  const { link, journal, timers, serverClock, magic, notify } = deps;
  let terms: BrokerTerms | null = null;
  let readySession: string | null = null;
  let reconciling: string | null = null;
  let stopped = false;
  let permissions: Permissions | null = null;
  const readers = new Set<(account: AnswerOf<'account'>) => void>();
  const wrongReaders = new Set<(message: string) => void>();

  function known(): BrokerTerms {
    if (!terms) throw new Error('the terminal has not been reconciled yet');
    return terms;
  }

  const records: RecordTerms = {
    get currency() {
      return known().currency;
    },
    toUtc: serverClock.toUtc,
    keyOf: ({ order, position, comment }) =>
      keyInComment(comment) ?? journal.keyOf({ order, position }),
    closerOf: (closing) => closerIn(journal, closing),
    firstStopOf: (key) => firstStopIn(journal, key),
    stepOf: (symbol) => terms?.instruments.get(symbol)?.volumeStep ?? null,
    riskOf({ symbol, orderKey, entry, stopLoss, lots: volume }) {
      const instrument = terms?.instruments.get(symbol);
      if (!instrument) return null;
      const stop = stopLoss ?? firstStopIn(journal, orderKey)?.points ?? null;
      const valuation = valuationOf(instrument, known().currency, rates);
      if (stop === null || valuation.kind === 'denied') return null;
      const quote = { bid: entry, ask: entry };
      const loss = valuation.profitOf(-Math.abs(entry - stop), volume, quote);
      const commission = valuation.commissionOf(volume);
      return money(-(loss.minor + 2 * commission.minor), loss.currency);
    },
  };
  const rates = terminalRates(
    () => terms?.specs.values() ?? [],
    (symbol) => broker.quote(symbol),
    () => known().currency,
  );
  const desk = createOrderDesk({
    link,
    journal,
    timers,
    magic,
    deviationOf: (symbol) => terms?.instruments.get(symbol)?.typicalSpreadPoints ?? 20,
  });
  const feed = createDealFeed({ link, journal, timers, serverClock, magic, records });
  const broker = createTerminalBroker({
    link,
    journal,
    timers,
    magic,
    terms: known,
    records,
    feed,
    desk,
    rates,
    guard: deps.guard ?? (async () => {}),
    isReady,
  });

  function sessionOf(state: LinkState): string | null {
    return state.kind === 'connected' ? state.session : null;
  }

  function isReady(): boolean {
    return readySession !== null && readySession === sessionOf(link.state());
  }

  async function begin(session: string): Promise<void> {
    if (stopped || reconciling === session || readySession === session) return;
    reconciling = session;
    // Another account knows nothing of our orders, and its deals are none of ours.
    const state = link.state();
    const foreign = state.kind === 'connected' ? deps.wrongAccount(state.hello.account) : null;
    if (foreign !== null) {
      reconciling = null;
      for (const hear of wrongReaders) hear(foreign);
      return;
    }
    const done = await reconcile(
      { link, journal, feed, desk, magic },
      deps.symbols,
      deps.timeframe,
    );
    if (reconciling === session) reconciling = null;
    if (stopped || sessionOf(link.state()) !== session) return;
    if (done.kind === 'away') {
      timers.after(AGAIN_MS, () => void begin(session));
      return;
    }
    const message = done.kind === 'wrong' ? done.message : deps.wrongAccount(done.account.account);
    if (done.kind === 'wrong' || message !== null) {
      for (const hear of wrongReaders) hear(message ?? '');
      return;
    }
    takeOver(done);
    readySession = session;
    for (const hear of readers) hear(done.account);
  }

  function takeOver({
    account,
    specs,
    positions,
  }: Extract<Reconciled, { kind: 'reconciled' }>): void {
    const now = timers.now();
    serverClock.read(account.server_time, now);
    const found = termsOf(account.account, specs);
    // Rates come of the symbols' own quotes.
    terms = found;
    terms = { ...found, untrusted: untrustedIn(found, rates) };
    for (const { message } of terms.untrusted.values()) notify(message);
    hearPermissions(account.permissions);
    journal.beginSession(now, account.account);
    broker.synchronised(
      {
        state: accountStateOf(account, terms.currency, account.account.leverage),
        lentMinor: moneyIn(account.credit, terms.currency).minor,
      },
      positions,
    );
  }

  function hearPermissions(told: Permissions): void {
    permissions = told;
    for (const { advice } of missingPermissions(told)) notify(advice);
  }

  /** What was sent and not answered is asked about until it is known. */
  async function settle(): Promise<void> {
    if (stopped) return;
    if (isReady() && journal.unsettled().length > 0) {
      await desk.settleAll();
      feed.hint();
    }
    if (!stopped) timers.after(AGAIN_MS, () => void settle());
  }

  const ends: (() => void)[] = [];
  return {
    broker,
    desk,
    feed,
    records,
    terms: known,
    isReady,
    permissions: () => permissions,
    isThere() {
      const state = link.state();
      return state.kind === 'connected' && deps.wrongAccount(state.hello.account) === null;
    },
    onReady(hear) {
      readers.add(hear);
      return () => void readers.delete(hear);
    },
    onWrong(hear) {
      wrongReaders.add(hear);
      return () => void wrongReaders.delete(hear);
    },
    start() {
      const see = (state: LinkState) => {
        if (state.kind === 'connected') void begin(state.session);
      };
      ends.push(
        link.onState(see),
        link.onEvent((event) => {
          if (terms) broker.hear(event);
          if (event.name === 'account' || event.name === 'tick')
            serverClock.read(event.body.server_time, timers.now());
          if (event.name === 'permissions') hearPermissions(event.body.permissions);
        }),
      );
      see(link.state());
      timers.after(AGAIN_MS, () => void settle());
    },
    stop() {
      stopped = true;
      for (const end of ends.splice(0)) end();
    },
  };
}

/** What a resynchronisation found. `away`: the terminal did not answer; it is done again. */
type Reconciled =
  | Readonly<{
      kind: 'reconciled';
      account: AnswerOf<'account'>;
      specs: readonly TerminalSymbolSpec[];
      positions: readonly TerminalPosition[];
    }>
  | Readonly<{ kind: 'away'; what: string }>
  /** Nothing that waiting would change. */
  | Readonly<{ kind: 'wrong'; message: string }>;

type ReconcileDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  journal: LiveJournal;
  feed: DealFeed;
  desk: OrderDesk;
  magic: number;
}>;

/** Set once the journal has seen the account's history: deals from then on are news. */
const BEGUN = 'begun';

/**
 * Start and recovery in one: learns how the account stands, what was executed meanwhile, and what became
 * of everything that was sent and not answered. Nothing is opened before it has come to its end.
 *
 * @param wanted symbols as the person writes them
 */
async function reconcile(
  deps: ReconcileDeps,
  wanted: readonly string[],
  timeframe: Timeframe,
): Promise<Reconciled> {
  const { link, journal, feed, desk, magic } = deps;
  const away = (what: string) => ({ kind: 'away', what }) as const;

  // What was sent and not answered comes first: a symbol is taken until it is known.
  await desk.settleAll();
  const account = await link.request('account', {});
  if (account.kind !== 'ok') return away('account');
  const names = await link.request('symbol.names', {});
  if (names.kind !== 'ok') return away('symbol.names');
  const found = wanted.map((symbol) => findSymbol(symbol, names.answer.names));
  const symbols: string[] = [];
  const questions: string[] = [];
  for (const each of found) {
    if (each.kind === 'found') symbols.push(each.name);
    else questions.push(each.message);
  }
  if (questions.length > 0) return { kind: 'wrong', message: questions.join(' ') };
  const specs = await link.request('symbols', { symbols });
  if (specs.kind !== 'ok') return away('symbols');
  const positions = await link.request('positions', {});
  if (positions.kind !== 'ok') return away('positions');
  const orders = await link.request('orders', {});
  if (orders.kind !== 'ok') return away('orders');
  const begun = journal.fact(BEGUN) !== null;
  if (!(await feed.fetch())) return away('history');
  for (const { ticket } of positions.answer.positions) {
    const known = journal.dealsOf(ticket).some(({ entry }) => entry === 'in');
    if (!known && !(await feed.fetchPosition(ticket))) return away('history.position');
  }
  if (!begun) {
    journal.takeIn(journal.dealsSince(0).map(({ ticket }) => ticket));
    journal.setFact(BEGUN, '1');
  }
  const subscribed = await link.request('subscribe', { symbols, tf: timeframe, ticks: true });
  if (subscribed.kind !== 'ok') return away('subscribe');
  const ours = positions.answer.positions.filter(
    (position) => position.magic === magic || feed.isOurs(position.ticket),
  );
  return {
    kind: 'reconciled',
    account: account.answer,
    specs: specs.answer.symbols,
    positions: [...ours, ...positions.answer.positions.filter((each) => !ours.includes(each))],
  };
}
