import { UNLIMITED } from '@quorate/contract/plans';
import { clockClassOf, liveForMs } from '@quorate/trading/market/plausible';
import { tradingDayName, tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { instantFromIso } from '@quorate/values/instant';
import { AppError } from '../../http/app-error.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { countOpenings } from '../trades/trades.queries.ts';
import {
  ensureTradingAccount,
  type findTradingAccount,
  sameAccount,
} from '../trades/trading-accounts.ts';
import type { VoteReservation } from '../usage/metering.ts';
import type { AnalyseInput, DecisionDeps } from './decisions.deps.ts';
import { type Bar, isDecided } from './decisions.queries.ts';

export type Admitted = Readonly<{ accountId: TradingAccountId; reservation: VoteReservation }>;

/** What is read at the beginning of a call, in one trip to the database. */
export type Known = Readonly<{
  entitled: Entitlements;
  /** The account as it is stored; undefined before its first mention. */
  account: Awaited<ReturnType<typeof findTradingAccount>>;
}>;

/**
 * Checks every limit of the plan and sets the tokens aside before anybody is asked, see `admitInTurn`: in two
 * trips to the database where the call says nothing new, as most do.
 */
export async function admit(
  deps: DecisionDeps,
  bar: Bar,
  { entitled, account: stored }: Known,
  input: AnalyseInput,
  name: string,
): Promise<Admitted | null> {
  const same = stored && sameAccount(stored, input.account);
  if (!same) return admitInTurn(deps, bar, entitled, input, name);
  const { id, paper } = same;
  const { snapshot, account } = input;
  if (!paper) expectCurrent(snapshot, deps.clock.now());
  await checkDailyTrades(deps, { userId: bar.userId, accountId: id, paper }, entitled, input);
  const reservation = await deps.metering.admitKnown(deps.db, bar.userId, entitled, {
    symbol: snapshot.symbol,
    account: { login: account.login, id, paper },
    tokens: estimateOf(deps, entitled, input),
    question: { name, isAnswered: isDecided(bar, id) },
  });
  if (reservation) return { accountId: id, reservation };
  return admitInTurn(deps, bar, entitled, input, name);
}

function estimateOf(
  { panel }: Pick<DecisionDeps, 'panel'>,
  { plan }: Entitlements,
  { snapshot, snapshot_hash: snapshotHash }: AnalyseInput,
) {
  return panel.estimateOf({ snapshot, snapshotHash, depth: plan.ai_analysis });
}

/**
 * In one transaction that ends before anybody is asked: a model may take a minute, and the embedded database
 * has one connection for all. What a refusal has touched is as it was.
 *
 * The symbol and the account stay counted when the panel fails afterwards: they were begun with, and the
 * next try is theirs.
 *
 * @param name of what is asked: one call of the user's asks it
 * @returns null when somebody else is at it, or has decided it, on whichever copy of the service
 * @throws AppError the plan limit that was reached, account_mismatch, or snapshot_not_current
 */
function admitInTurn(
  deps: DecisionDeps,
  bar: Bar,
  entitled: Entitlements,
  input: AnalyseInput,
  name: string,
): Promise<Admitted | null> {
  const { metering, clock } = deps;
  const { userId } = bar;
  const { account, snapshot } = input;
  const estimate = estimateOf(deps, entitled, input);
  return deps.db.transaction().execute(async (tx) => {
    const handle = { db: tx, clock };
    const { id, paper } = await ensureTradingAccount(handle, userId, account);
    if (!paper) expectCurrent(snapshot, clock.now());
    await checkDailyTrades({ ...deps, db: tx }, { userId, accountId: id, paper }, entitled, input);
    const { symbol } = snapshot;
    const call = {
      symbol,
      account: { login: account.login, id, paper },
      tokens: estimate,
      question: { name, isAnswered: isDecided(bar, id) },
    };
    // From here on until the end the user's other calls wait.
    const reservation = await metering.admitCall(tx, userId, entitled, call);
    return reservation && { accountId: id, reservation };
  });
}

/**
 * A broker's account trades the market of now: a snapshot is taken for as long as its bar is the newest.
 *
 * @throws AppError snapshot_not_current
 */
function expectCurrent({ symbol, timeframe, as_of }: AnalyseInput['snapshot'], now: number): void {
  const asOf = Date.parse(as_of);
  if (clockClassOf(timeframe, asOf, now) === 'live') return;
  const [actual, limit] = [ageWords(now - asOf), ageWords(liveForMs(timeframe))];
  throw new AppError('snapshot_not_current', {
    details: { symbol, timeframe, as_of, actual, limit },
  });
}

/** Whether its bar may be the newest: a market may wait for what is decided on it. */
export function isCurrent(
  { timeframe, as_of }: Pick<AnalyseInput['snapshot'], 'timeframe' | 'as_of'>,
  now: number,
): boolean {
  return clockClassOf(timeframe, Date.parse(as_of), now) === 'live';
}

/** @example ageWords(62 * 60_000) // '62 minutes' */
function ageWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

/**
 * The day is the service's own: whoever trades with a broker cannot choose it. A paper account counts the
 * days of its own market: a file of 2019 has days of 2019.
 */
async function checkDailyTrades(
  { db, clock }: DecisionDeps,
  { paper, ...owner }: { userId: UserId; accountId: TradingAccountId; paper: boolean },
  { plan }: Entitlements,
  { snapshot, trades_opened_today }: AnalyseInput,
): Promise<void> {
  const limit = plan.granted.daily_trades;
  if (limit === UNLIMITED) return;
  const day = tradingDayOf(paper ? instantFromIso(snapshot.as_of) : clock.now());
  const range = { from: new Date(tradingDayStart(day)), to: new Date(tradingDayStart(day + 1)) };
  const stored = await countOpenings(db, owner, range);
  const actual = Math.max(stored, trades_opened_today);
  if (actual < limit) return;
  throw new AppError('daily_trade_limit_reached', {
    details: {
      plan_name: plan.name,
      limit,
      actual,
      day: tradingDayName(day),
      until: range.to.toISOString(),
    },
  });
}
