import { UNLIMITED } from '@quorate/contract/plans';
import { tradingDayName, tradingDayOf, tradingDayStart } from '@quorate/trading/trading-day';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { instantFromIso } from '@quorate/values/instant';
import { AppError } from '../../app-error.ts';
import type { Entitlements } from '../../entitlements.ts';
import type { AnalyseInput, DecisionDeps, Reservation } from './decisions.deps.ts';
import { type Bar, isDecided } from './decisions.queries.ts';

export type Admitted = Readonly<{ accountId: TradingAccountId; reservation: Reservation }>;

/**
 * Checks every limit of the plan and sets the tokens aside, in one transaction that ends before anybody
 * is asked: a model may take a minute, and the embedded database has one connection for all. What a
 * refusal has touched is as it was.
 *
 * The symbol and the account stay counted when the panel fails afterwards: they were begun with, and the
 * next try is theirs.
 *
 * @param name of what is asked: one call of the user's asks it
 * @returns null when somebody else is at it, or has decided it, on whichever copy of the service
 * @throws AppError the plan limit that was reached, or account_mismatch
 */
export function admit(
  deps: DecisionDeps,
  bar: Bar,
  entitled: Entitlements,
  input: AnalyseInput,
  name: string,
): Promise<Admitted | null> {
  const { metering, clock } = deps;
  const { userId } = bar;
  const { account, snapshot } = input;
  const estimate = deps.panel.estimateOf({
    snapshot,
    snapshotHash: input.snapshot_hash,
    depth: entitled.plan.ai_analysis,
  });
  return deps.db.transaction().execute(async (tx) => {
    const handle = { db: tx, clock };
    await metering.beginMetering(handle, userId, entitled.cycle);
    const { id } = await deps.ensureTradingAccount(handle, userId, account);
    await checkDailyTrades({ ...deps, db: tx }, { userId, accountId: id }, entitled, input);
    const { symbol } = snapshot;
    const call = {
      symbol,
      account: { ...account, id },
      tokens: estimate,
      question: { name, isAnswered: isDecided(bar, id) },
    };
    const reservation = await metering.admitCall(handle, userId, entitled, call);
    return reservation && { accountId: id, reservation };
  });
}

/** The day is the trading day of the snapshot: a paper run on a file counts by its candles' clock. */
async function checkDailyTrades(
  { db, countOpenings }: DecisionDeps,
  owner: { userId: UserId; accountId: TradingAccountId },
  { plan }: Entitlements,
  { snapshot, trades_opened_today }: AnalyseInput,
): Promise<void> {
  const limit = plan.granted.daily_trades;
  if (limit === UNLIMITED) return;
  const day = tradingDayOf(instantFromIso(snapshot.as_of));
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
