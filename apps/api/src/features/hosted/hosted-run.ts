import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { type HostedSettings, RISK_PROFILES } from '@quorate/contract/hosted-accounts';
import type { CommandResult } from '@quorate/contract/live';

import { floorsState, ruleSet as ruleSetSchema } from '@quorate/contract/rule-sets';
import { HOSTED_SERVER, type ShownAccount, type TradeInput } from '@quorate/contract/trade-sync';
import { openRiskNow } from '@quorate/run/open-risk';
import { tradeToWire } from '@quorate/run/wire';
import type { Deal } from '@quorate/trading/account/deal';
import type { OrderKey } from '@quorate/trading/account/order';
import type { AccountState } from '@quorate/trading/account/position';
import { valuationOf } from '@quorate/trading/account/valuation';
import { exitSettingsFrom } from '@quorate/trading/exits/exits';
import { floorMinor, nextFloorTurn } from '@quorate/trading/governor/floors';
import { resumeFloors } from '@quorate/trading/governor/floors-moved';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import {
  floorsToJson,
  ruleSetFromJson,
  ruleSetToJson,
} from '@quorate/trading/governor/rule-set-json';
import type { SlipReserve } from '@quorate/trading/governor/slip-reserve';
import { newestIndex } from '@quorate/trading/loop/lane';
import type { MarketData, Owner } from '@quorate/trading/loop/ports';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { LoopResume } from '@quorate/trading/loop/trading-loop-types';
import { type CandleSeries, timeframeMs } from '@quorate/trading/market/candle';
import { type RiskSettings, settingsFrom } from '@quorate/trading/risk/rules';
import { DEFAULT_COSTS } from '@quorate/trading/simulation/costs';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { ownRules, simulatedGovernor } from '@quorate/trading/simulation/simulated-governor';
import { idOf, type TradingAccountId } from '@quorate/values/ids';
import { HOUR_MS, type Instant, instant, isoFromInstant } from '@quorate/values/instant';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { priceToNumber } from '@quorate/values/price';
import type { HostedState } from '../../db/hosted-tables.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { hostedBarTaken } from '../../process/telemetry/events.ts';
import { VERSION } from '../../process/version.ts';
import { isFirst } from '../decisions/first-outcomes.ts';
import { type RuleSetDeps, readBotRuleSet, storeReports } from '../rule-sets/floors.service.ts';
import { type SyncDeps, syncTrades } from '../trades/sync.service.ts';
import { createFollowed } from './followed-decisions.ts';
import { type HeldRow, keepState, keepWait, type Turn } from './hosted.queries.ts';
import { noteBots } from './hosted-bot.queries.ts';
import { askHosted, type HostedDecisions } from './hosted-decisions.ts';
import { createHostedBars, demoDueAt, fastDueAt } from './hosted-market.ts';
import type { Keeping } from './keep-together.ts';
import type { Prices } from './price-sources.ts';

export type HostedRunDeps = Readonly<{
  db: Db;
  clock: Clock;
  prices: Prices;
  decisions: HostedDecisions;
  /** What exits may slip, known once for all accounts. */
  reserveOf(series: CandleSeries): SlipReserve;
  announce: SyncDeps['announce'];
  /** Stores what an account goes on with that has little else to tell. @throws TurnIsOverError */
  keepPlain(keeping: Keeping): Promise<void>;
  /** Runs a transaction of one account, few at a time: the pool keeps connections for everything else. */
  keepAlone(work: () => Promise<void>): Promise<void>;
  ruleSets: Pick<RuleSetDeps, 'brand' | 'publicUrl'>;
  /** May an account in fast time go on? Told how long it ran since it was asked last, in seconds. */
  mayRunFast(turn: Turn, seconds: number): Promise<boolean>;
  log: Readonly<{ error(fields: object, message: string): void }>;
  /** How long an hour of the market takes in fast time; a second by default. */
  fastHourMs?: number | undefined;
}>;

/** What its owner wants of an account that is traded, told while it runs. */
export type Wishes = {
  entriesOff: boolean;
  /** Close everything, at once. */
  closeAll: boolean;
  /** Told what came of closing everything, in the transaction that stores it. */
  confirm(tx: Db, result: CommandResult): Promise<void>;
};

export type HostedRun = Readonly<{
  /** Resolves when the account is not traded here any more. @throws TurnIsOverError, or what went wrong */
  ended: Promise<void>;
  /** Its wishes have changed. */
  wake(): void;
  /** Ends it at the next bar, with everything stored. */
  stop(): void;
}>;

/** What retail brokers of the European Union allow on major pairs. */
const LEVERAGE = 30;
/** Nothing has happened: what is stored may be so old, for a walk through the same bars costs little. */
const KEEP_EVERY_MS = 5_000;
/** A bar that is late is looked for so often. */
const AGAIN_MS = 1_000;
/** A bar is there as soon as it has closed; a clock may be a little behind. */
const AFTER_CLOSE_MS = 50;

/** Trades an account from where it left off, bar by bar, until it is stopped. */
export function startHostedRun(
  deps: HostedRunDeps,
  row: HeldRow,
  turn: Turn,
  wishes: Wishes,
): HostedRun {
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();

  /** Until that moment by the clock, or until something is wanted. */
  async function pause(until: number): Promise<void> {
    const ms = Math.min(2 ** 31 - 1, Math.max(0, until - deps.clock.now()));
    const timer = setTimeout(wake, ms);
    await woken.promise;
    clearTimeout(timer);
    woken = Promise.withResolvers<void>();
  }

  return {
    ended: trade(deps, row, turn, { wishes, pause, signal: stopping.signal }),
    wake,
    stop() {
      stopping.abort();
      wake();
    },
  };
}

type Control = Readonly<{
  wishes: Wishes;
  pause(until: number): Promise<void>;
  signal: AbortSignal;
}>;

async function trade(
  deps: HostedRunDeps,
  row: HeldRow,
  turn: Turn,
  { wishes, pause, signal }: Control,
): Promise<void> {
  const { clock, prices } = deps;
  const { settings, state: saved } = row;
  const currency = currencyOf(row.currency);
  const account = accountOf(row);
  prices.advance(instant(clock.now()));
  const lanes = lanesOf(prices, row);
  const series = lanes.map((lane) => lane.series);
  const instruments = lanes.map(({ instrument }) => instrument);
  const fills = lanes.filter(({ isFirst }) => isFirst);
  const began = instant((row.bar_at ?? row.began_at).getTime());
  const bars = createHostedBars(series, began);
  const broker = createSimulatedBroker({
    instruments: fills.map(({ instrument }) => instrument),
    start: money(row.start_balance, currency),
    leverage: LEVERAGE,
    ...(saved && {
      resume: { account: saved.account, series: fills.map((lane) => lane.series) },
    }),
  });
  const risk = riskOf(settings);
  const rules = await rulesOf(deps, turn, account, ownRules(risk));
  const ruleSetJson = ruleSetSchema.parse(ruleSetToJson(rules.ruleSet));
  const resume = saved && withRules(saved, rules.ruleSet, broker.account(), began);
  const followed = createFollowed(
    lanes.map(({ series: each, instrument }) => ({ series: each, instrument })),
    { currency, rates: broker.rates, upTo: bars.warmUp },
    saved?.followed ?? [],
  );
  const decisionOf = new Map<string, string>(saved?.decision_of ?? []);
  const trades = new Map<string, TradeInput>();
  let tellResume: (() => LoopResume) | null = null;
  let floorsSeq = saved?.floors_seq ?? 0;
  let closed = 0;
  let isNews = false;
  let isFloorNews = saved === null;
  let keptAt = clock.now();
  let inHand: Instant | null = null;
  let isFast = row.pace === 'accelerated';
  const isDemo = row.user_id === DEMO_USER_ID;
  let lastDue = instant(clock.now());
  let fastSince = clock.now();
  let isAsked = true;
  let isBrokenOff = false;
  /** What came of closing everything, until it is stored: confirmed before, it could be lost and never tried again. */
  let toConfirm: CommandResult | null = null;
  /** What closing everything has closed so far: a runner that takes over goes on with the list. */
  const closedDeals: Deal[] = [...(saved?.closing ?? [])];

  function record(event: LoopEvent): void {
    followed.hear(event);
    switch (event.kind) {
      case 'bar':
        return;
      case 'floors':
      case 'governed':
        isFloorNews = true;
        break;
      case 'order':
        if (event.order.decisionId !== null)
          decisionOf.set(event.order.key, event.order.decisionId);
        break;
      case 'trade-opened':
      case 'trade-changed':
      case 'trade-closed': {
        const { trade: each } = event;
        const decisionId = each.orderKey && decisionOf.get(each.orderKey);
        const excursion = event.kind === 'trade-opened' ? undefined : event.excursion;
        trades.set(each.positionTicket, tradeToWire(each, decisionId ?? null, excursion));
        if (event.kind === 'trade-closed') closed += 1;
        isFloorNews = true;
        break;
      }
      case 'decision':
      case 'refusal':
      case 'deal':
      case 'managed':
      case 'touch':
      case 'limit':
      case 'limits':
      case 'cash-flow':
      case 'unavailable':
      case 'quiet':
        break;
    }
    isNews = true;
  }

  /** Stores all that has happened, and what the account goes on with. */
  async function keep(barAt: Instant): Promise<void> {
    const next: LoopResume | undefined = tellResume?.();
    if (!next) return;
    const open = broker.positions();
    forgetOrders(decisionOf, [...open.map(({ orderKey }) => orderKey), ...next.onTheirWay]);
    const { balance, equity } = broker.account();
    const reports = isFloorNews && next.floors !== undefined;
    const state: HostedState = {
      version: 1,
      account: broker.saved(),
      resume: next,
      rule_set: ruleSetJson,
      floors_seq: floorsSeq + (reports ? 1 : 0),
      decision_of: [...decisionOf],
      followed: followed.saved(),
      ...(closedDeals.length > 0 && { closing: [...closedDeals] }),
    };
    const amount = (minor: number) => moneyToNumber(money(minor, currency));
    const risks = openRiskNow(open, valuedAt(barAt));
    const dueAt = bars.nextClose();
    const told = [...trades.values()];
    const outcomes = followed.news();
    const kept = {
      state,
      barAt: new Date(barAt),
      dueAt: new Date(dueAt),
      balance: balance.minor,
      equity: equity.minor,
      openPositions: open.length,
      closed,
    };
    const beat = {
      userId: turn.userId,
      accountId: row.account_id,
      runId: row.id,
      state: botStateOf(wishes.entriesOff, open.length),
      equity: equity.minor,
      balance: balance.minor,
      openPositions: open.length,
      version: VERSION,
      now: new Date(clock.now()),
      // Equity is kept by the minute of the clock, which in fast time says nothing.
      keepsEquity: !isFast,
    };
    const { floors } = next;
    const report =
      !reports || !floors
        ? null
        : {
            userId: turn.userId,
            accountId: row.account_id,
            paper: true,
            report: {
              account,
              run_id: row.id,
              seq: state.floors_seq,
              at: isoFromInstant(barAt),
              rule_set: ruleSetJson,
              state: floorsState.parse(floorsToJson(floors)),
              revision: rules.revision,
              rebase_id: null,
              equity: moneyToNumber(equity),
              balance: moneyToNumber(balance),
              floor: amount(floorMinor(floors)),
              open_risk: risks && amount(risks.openRiskMinor),
              headroom: risks && amount(equity.minor - risks.openRiskMinor - floorMinor(floors)),
              if_stopped: risks && amount(equity.minor - risks.atStopsMinor),
              open_positions: open.length,
              next_turn: isoFromInstant(nextFloorTurn(rules.ruleSet, barAt)),
              cash_flow: 0,
            },
          };
    const withMore = () =>
      inTransaction(deps.db, async (tx) => {
        await keepState(tx, turn, kept);
        if (told.length > 0)
          await syncTrades({ ...deps, db: tx }, turn.userId, { account, trades: told });
        if (outcomes.length > 0) await deps.decisions.storeOutcomes(tx, turn.userId, outcomes);
        if (report) await storeReports(tx, { ...deps, ...deps.ruleSets }, [report]);
        await noteBots(tx, [beat]);
        if (toConfirm) await wishes.confirm(tx, toConfirm);
        await deps.announce(tx, turn.userId, 'bots');
      });
    const [outcome = null] = outcomes;
    const isPlain =
      told.length === 0 && outcomes.length < 2 && (!outcome || isFirst(outcome)) && !toConfirm;
    if (isPlain) await deps.keepPlain({ turn, kept, beat, outcome, report });
    else await deps.keepAlone(withMore);
    followed.told(outcomes);
    for (const each of told)
      if (trades.get(each.position_ticket) === each) trades.delete(each.position_ticket);
    floorsSeq = state.floors_seq;
    closed = 0;
    toConfirm = null;
    isNews = false;
    isFloorNews = false;
    keptAt = clock.now();
  }

  /** Symbols with the quote that they had when a bar closed. */
  const valuedAt = (barAt: Instant) => (symbol: string) => {
    const lane = fills.find((each) => each.series.symbol === symbol);
    const valuation = lane && valuationOf(lane.instrument, currency, broker.rates);
    const at = lane ? newestIndex(lane.series, barAt) : -1;
    const [bid, ask] = [lane?.series.close[at], lane?.series.askClose[at]];
    if (!lane || valuation?.kind !== 'valuation' || bid === undefined || ask === undefined) return;
    return { instrument: lane.instrument, valuation, quote: { bid, ask } };
  };

  /** The bar after which closing everything was tried at once. */
  let triedAt: Instant | null = null;
  const owner: Owner = {
    orders: () => ({ entriesOff: wishes.entriesOff, closeAll: wishes.closeAll }),
    closed(asOf, deals, refusals) {
      closedDeals.push(...deals);
      // What stays open, or is on its way, is tried again at the next bar.
      if (refusals.length > 0 || broker.positions().length > 0) return;
      wishes.closeAll = false;
      toConfirm = {
        closed: closedDeals.splice(0).map(closedPosition),
        entries_off: wishes.entriesOff,
        at: isoFromInstant(asOf),
      };
      isNews = true;
    },
  };

  const market: { -readonly [Key in keyof MarketData]: MarketData[Key] } = {
    series,
    warmUp: bars.warmUp,
    readFrom: bars.readFrom,
    seriesIndex: 0,
    barIndex: -1,
    between: null,
    moreAtOnce: false,
    async advance() {
      // What was stored last is before the bar that nobody has decided.
      if (isBrokenOff) return false;
      if (market.moreAtOnce) return take(bars.peek());
      market.between = null;
      if (inHand !== null) {
        if (isNews || clock.now() - keptAt >= KEEP_EVERY_MS || isAsked) await keep(inHand);
        isAsked = false;
      } else if (toConfirm !== null) await keep(began);
      for (;;) {
        if (signal.aborted) {
          if (inHand !== null) await keep(inHand);
          return false;
        }
        if (wishes.closeAll && triedAt !== (inHand ?? began)) {
          triedAt = inHand ?? began;
          market.between = triedAt;
          isNews = true;
          return true;
        }
        if (prices.begins !== null && bars.peek() === null) {
          await restAtEnd();
          continue;
        }
        if (isFast && !(await mayGoOn())) continue;
        prices.advance(instant(clock.now()));
        const next = bars.peek();
        if (next === null) {
          if (isFast && inHand !== null) await keep(inHand);
          isFast = false;
          await pause(Math.max(bars.nextClose() + AFTER_CLOSE_MS, clock.now() + AGAIN_MS));
          continue;
        }
        const due = dueAt(next.closes);
        if (clock.now() < due) {
          await pause(due);
          if (clock.now() < due) continue;
        }
        hostedBarTaken.publish({ lateSeconds: (clock.now() - due) / 1_000 });
        lastDue = due;
        return take(next);
      }
    },
  };

  /** Recorded prices have an end: the account waits there until it is reset, or has other symbols. */
  async function restAtEnd(): Promise<void> {
    if (inHand !== null) await keep(inHand);
    await keepWait(deps.db, turn, 'file_end');
    await deps.announce(deps.db, turn.userId, 'bots');
    await pause(clock.now() + HOUR_MS);
    fastSince = clock.now();
    lastDue = instant(fastSince);
  }

  /** When a bar may be traded on, by the clock. */
  function dueAt(closes: Instant): Instant {
    if (!isFast) return closes;
    const before = inHand ?? began;
    const { fastHourMs } = deps;
    if (!isDemo) return fastDueAt(lastDue, before, closes, fastHourMs);
    const of = { began: instant(row.began_at.getTime()), fastHourMs };
    return demoDueAt(lastDue, before, closes, of);
  }

  /** In fast time an account that is paused with nothing open stands still, and the plan may have no more of it. */
  async function mayGoOn(): Promise<boolean> {
    const now = clock.now();
    const isFlat = () => broker.positions().length === 0 && tellResume?.().onTheirWay.length === 0;
    // The market of the service's own demo waits for it, also while something is open.
    const stands = wishes.entriesOff && !wishes.closeAll && (isDemo || isFlat());
    if (stands) {
      await pause(now + KEEP_EVERY_MS);
      fastSince = clock.now();
      lastDue = instant(fastSince);
      return false;
    }
    // No plan limits the demo.
    if (isDemo || (now - fastSince < KEEP_EVERY_MS && !isAsked)) return true;
    const may = await deps.mayRunFast(turn, Math.round((now - fastSince) / 1_000));
    fastSince = now;
    if (may) return true;
    await pause(now + 60_000);
    fastSince = clock.now();
    lastDue = instant(fastSince);
    return false;
  }

  function take(next: ReturnType<typeof bars.peek>): boolean {
    if (next === null) return false;
    bars.take(next.series);
    market.seriesIndex = next.series;
    market.barIndex = next.index;
    market.moreAtOnce = next.more;
    inHand = next.closes;
    return true;
  }

  const placed = new Map<string, Instant>();
  await runTradingLoop(
    {
      market,
      broker: {
        ...broker,
        // The bars of its shortest timeframe are what a symbol is filled on.
        barClosed: (each, index) =>
          fills.some((lane) => lane.series === each) ? broker.barClosed(each, index) : [],
      },
      decisions: askHosted(deps.decisions, {
        turn,
        account,
        accountId: idOf<TradingAccountId>(row.account_id),
        analysts: settings.analysts,
        isFast: () => isFast || isDemo,
        /** Another timeframe has opened the symbol at this very moment. */
        isTaken: (symbol, asOf) => placed.get(symbol) === asOf,
        async tellTouches() {
          const news = followed.touches();
          if (news.length === 0) return;
          await deps.decisions.storeOutcomes(deps.db, turn.userId, news);
          followed.told(news);
        },
        signal,
        brokenOff() {
          isBrokenOff = true;
        },
      }),
      journal: {
        record(event) {
          if (event.kind === 'order') placed.set(event.symbol, event.asOf);
          record(event);
        },
      },
      owner,
      began(each) {
        tellResume = each;
      },
    },
    {
      instruments,
      risk,
      exits: exitSettingsFrom(settings.exits),
      planDailyTrades: null,
      newAccountAfterLock: true,
      forgetsClosed: true,
      reportsDesk: true,
      governor: {
        reserveOf: deps.reserveOf,
        ...simulatedGovernor(
          { ruleSet: rules.ruleSet, initialMinor: row.start_balance },
          {
            instruments: fills.map(({ instrument }) => instrument),
            series: fills.map((lane) => lane.series),
            currency,
            rates: broker.rates,
            costs: DEFAULT_COSTS,
            risk,
          },
        ),
      },
      ...(resume && { resume }),
    },
  );
}

/** The account as trades and decisions name it. */
function accountOf(row: Pick<HeldRow, 'login' | 'source' | 'currency'>): ShownAccount {
  return {
    server: HOSTED_SERVER,
    login: row.login,
    account_type: row.source === 'practice' ? 'practice' : 'demo',
    currency: row.currency,
    kind: 'paper',
  };
}

/**
 * Symbols by name, and of each its timeframes from the shortest on. What is held of a symbol that is not traded any
 * more is watched until it is closed; the desk lets nothing be opened there.
 */
function lanesOf(prices: Prices, { settings, currency, state }: HeldRow) {
  const held = state?.account.held.map(({ position }) => position.symbol) ?? [];
  const waiting = state?.account.waiting.map(({ symbol }) => symbol) ?? [];
  const symbols = [...new Set([...settings.symbols, ...held, ...waiting])];
  const shortestFirst = settings.timeframes.toSorted((a, b) => timeframeMs(a) - timeframeMs(b));
  return symbols.toSorted().flatMap((symbol) => {
    const instrument = prices.instrument(symbol, currencyOf(currency));
    if (!instrument) throw new RangeError(`${symbol} cannot be traded in ${currency}`);
    return [...new Set(shortestFirst)].map((timeframe, at) => ({
      series: prices.series(symbol, timeframe),
      instrument,
      isFirst: at === 0,
    }));
  });
}

function riskOf({ risk_profile, symbols }: HostedSettings): RiskSettings {
  const profile = RISK_PROFILES[risk_profile];
  return settingsFrom(
    {
      risk_per_trade_percent: profile.risk_percent,
      daily_loss_limit_percent: profile.daily_loss_percent,
      weekly_loss_limit_percent: profile.weekly_loss_percent,
      drawdown_limit_percent: profile.drawdown_percent,
    },
    symbols,
  );
}

type Rules = Readonly<{ ruleSet: RuleSet; revision: number }>;

async function rulesOf(
  deps: HostedRunDeps,
  { userId }: Turn,
  { server, login }: ShownAccount,
  own: RuleSet,
): Promise<Rules> {
  const { rule_set, revision } = await readBotRuleSet(deps, userId, { server, login });
  const chosen = rule_set === null ? null : ruleSetFromJson(rule_set).ruleSet;
  return { ruleSet: chosen ?? own, revision };
}

/** What was saved, under the rules of now. */
function withRules(
  { resume, rule_set }: HostedState,
  now: RuleSet,
  { equity, balance }: AccountState,
  asOf: Instant,
): LoopResume {
  const was = ruleSetFromJson(rule_set).ruleSet;
  if (!resume.floors || !was) return { ...resume, nextLook: undefined };
  const figures = { equityMinor: equity.minor, balanceMinor: balance.minor };
  const floors = resumeFloors(resume.floors, was, now, figures, asOf);
  return floors === resume.floors ? resume : { ...resume, floors, nextLook: undefined };
}

/** Keeps the decisions of what is open or on its way. */
function forgetOrders(decisionOf: Map<string, string>, keys: readonly (OrderKey | null)[]): void {
  const open = new Set<string | null>(keys);
  for (const key of decisionOf.keys()) if (!open.has(key)) decisionOf.delete(key);
}

function botStateOf(entriesOff: boolean, open: number): 'active' | 'reducing' | 'halted' {
  if (!entriesOff) return 'active';
  return open > 0 ? 'reducing' : 'halted';
}

function closedPosition({ positionTicket, symbol, price, time }: Deal) {
  return {
    ticket: positionTicket,
    symbol,
    price: priceToNumber(price),
    digits: price.digits,
    at: isoFromInstant(time),
  };
}
