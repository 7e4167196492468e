import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import {
  type ChanceToPassJson,
  type RuleSetProgress,
  TRIED_TRADES_MAX,
  type TriedRuleSet,
  type tryRuleSets as tryCall,
} from '@quorate/contract/rule-sets';
import {
  type ChallengeAccount,
  challengeDayOf,
  challengeProgress,
} from '@quorate/trading/governor/challenge';
import { type ChanceToPass, chanceToPass } from '@quorate/trading/governor/chance-to-pass';
import { PRESETS, presetOf } from '@quorate/trading/governor/presets';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import { type PastTrade, type PastTrades, whatIf } from '@quorate/trading/governor/what-if';
import type { UserId } from '@quorate/values/ids';
import { instantFromDate, isoFromInstant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { inSlices } from '../../process/in-slices.ts';
import { type AccountKey, type AccountRow, findAccount } from './rule-sets.queries.ts';
import { keyOf } from './rule-sets.service.ts';

const CHANCE = { seed: 1, runs: 1_000, mostDays: 250 } as const;

/**
 * What an account has reached, and what would have become of its own trades under each preset.
 *
 * @throws AppError not_found, preset_unknown
 */
export async function tryRuleSets(
  { db }: Readonly<{ db: Db }>,
  userId: UserId,
  accountId: string,
  { preset_id }: HandlerInput<typeof tryCall>['query'],
): Promise<Omit<Reply<typeof tryCall>, 'success'>> {
  const key = keyOf(userId, accountId);
  const account = await findAccount(db, key);
  if (!account) throw new AppError('not_found');
  const named = preset_id === undefined ? undefined : presetOf(preset_id);
  if (preset_id !== undefined && !named)
    throw new AppError('preset_unknown', { details: { preset: preset_id } });
  const trades = await readPastTrades(db, key);
  const past = pastOf(account, trades);
  const { progress, since } = progressOf(account, trades);
  const challenge = past && {
    initialMinor: past.startMinor,
    currency: currencyOf(account.currency),
  };
  return {
    trades: trades.length,
    floating_known: trades.every(({ worstMinor }) => worstMinor !== null),
    progress,
    progress_since: since?.toISOString() ?? null,
    tried: past && challenge ? PRESETS.map((preset) => triedUnder(preset, challenge, past)) : [],
    chance: past && challenge && named ? await chanceOf(named, challenge, past) : null,
  };
}

/** Closed trades of the account, the newest, oldest first. */
async function readPastTrades(db: Db, { userId, accountId }: AccountKey): Promise<PastTrade[]> {
  const rows = await db
    .selectFrom('trades')
    .select(['opened_at', 'closed_at', 'profit', 'worst_excursion'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'CLOSED')
    .where('closed_at', 'is not', null)
    .orderBy('trade_time', 'desc')
    .orderBy('position_ticket', 'desc')
    .limit(TRIED_TRADES_MAX)
    .execute();
  return rows.toReversed().flatMap(({ opened_at, closed_at, profit, worst_excursion }) =>
    closed_at === null
      ? []
      : {
          openedAt: instantFromDate(opened_at),
          closedAt: instantFromDate(closed_at),
          netMinor: profit,
          worstMinor: worst_excursion,
        },
  );
}

/** @returns null without trades, or where no balance is known to count from */
function pastOf(
  { balance, bot_balance }: AccountRow,
  trades: readonly PastTrade[],
): PastTrades | null {
  const now = balance ?? bot_balance;
  if (now === null || trades.length === 0) return null;
  const startMinor = trades.reduce((left, { netMinor }) => left - netMinor, now);
  return startMinor > 0 ? { startMinor, trades } : null;
}

/** What is reached under the rules that hold, since its owner chose them; of the bot's own, in all that is known. */
function progressOf(
  { chosen_rules, used_rules, set_at, state }: AccountRow,
  trades: readonly PastTrade[],
): { progress: RuleSetProgress | null; since: Date | null } {
  const { ruleSet } = ruleSetFromJson(chosen_rules ?? used_rules);
  if (!ruleSet || !state || state.initial_minor <= 0) return { progress: null, since: null };
  const since = chosen_rules ? set_at : null;
  const counted = trades.filter(({ closedAt }) => since === null || closedAt >= since.getTime());
  const account = { initialMinor: state.initial_minor, currency: currencyOf(state.currency) };
  const found = challengeProgress(ruleSet, account, daysOf(ruleSet, counted));
  return {
    since,
    progress: {
      profit_percent: found.profitPercent,
      target_percent: found.targetPercent,
      trading_days: found.tradingDays,
      fewest_trading_days: found.fewestTradingDays,
      best_day_share_percent: found.bestDaySharePercent,
      best_day_percent: found.bestDayPercent,
      missing: [...found.missing],
    },
  };
}

function daysOf(ruleSet: RuleSet, trades: readonly PastTrade[]) {
  const byDay = Map.groupBy(trades, ({ closedAt }) => challengeDayOf(ruleSet, closedAt));
  return [...byDay].map(([day, same]) => ({
    day,
    profitMinor: same.reduce((sum, { netMinor }) => sum + netMinor, 0),
    trades: same.length,
  }));
}

function triedUnder(preset: RuleSet, account: ChallengeAccount, past: PastTrades): TriedRuleSet {
  const { outcome, at, line, taken, skipped, progress } = whatIf(preset, account, past);
  return {
    preset_id: preset.id,
    outcome,
    at: at === null ? null : isoFromInstant(at),
    failed_by: line === null ? null : (preset.lines[line]?.kind ?? null),
    taken,
    skipped,
    profit_percent: progress.profitPercent,
  };
}

async function chanceOf(
  preset: RuleSet,
  account: ChallengeAccount,
  past: PastTrades,
): Promise<ChanceToPassJson | null> {
  const found = await inSlices(chanceToPass(preset, account, past, CHANCE));
  if (!found) return null;
  const { trades, days, runs, passed, failed, open, daysToPass } = found;
  return {
    preset_id: preset.id,
    trades,
    days,
    runs,
    passed: passed && toChance(passed),
    failed: toChance(failed),
    open: toChance(open),
    days_to_pass: daysToPass,
  };
}

function toChance({ percent, interval }: ChanceToPass['failed']) {
  return { percent, low: interval?.low ?? 0, high: interval?.high ?? 100 };
}
