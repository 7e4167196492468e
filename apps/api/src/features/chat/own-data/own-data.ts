import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { BotReply } from '@quorate/contract/live';
import type { SubscriptionView } from '@quorate/contract/subscription';
import type { TradeStatistics } from '@quorate/contract/trades';
import type { Usage } from '@quorate/contract/usage';
import type { UserId } from '@quorate/values/ids';
import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import type { BillingDeps } from '../../billing/billing.deps.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../../billing/entitlements/entitlements.ts';
import { getSubscription } from '../../billing/subscription/get-subscription.service.ts';
import { listDecisions } from '../../decisions/decision-record.service.ts';
import { listBots } from '../../live/bots.service.ts';
import { readStatisticsByCurrency } from '../../trades/trades.service.ts';
import { readUsage } from '../../usage/usage.service.ts';

const OWN_PERIODS = ['all', 'daily', 'weekly', 'monthly'] as const;
export const ownPeriod = z.enum(OWN_PERIODS);
export type OwnPeriod = z.output<typeof ownPeriod>;

type Handle = Readonly<{ db: Db; clock: Clock }>;

export type OwnDataDeps = Handle & Pick<BillingDeps, 'provider'>;

/** What one signed-in user may have the assistant look up: figures of their own, without ids or names. */
export type OwnData = Readonly<{
  readPlan(): Promise<OwnPlan>;
  readStatistics(period: OwnPeriod): Promise<OwnStatistics>;
  readDecisions(): Promise<readonly OwnDecision[]>;
  /** Those that run first; empty where none has ever connected. */
  readBots(): Promise<readonly OwnBot[]>;
}>;

export type OwnBot = Readonly<{
  condition: 'running' | 'offline' | 'stopped';
  state: BotReply['state'];
  account_type: string;
  open_positions: number;
  last_seen: string;
  minutes_ago: number;
}>;

export type OwnPlan = Readonly<{
  plan: string;
  /** What the plan comes from. */
  source: Entitlements['source'];
  usd_a_month: number;
  limits: Readonly<{
    symbols_a_day: number;
    trades_a_day: number;
    requests_a_minute: number;
    terminal_accounts: number;
  }>;
  usage: Usage;
  subscription: SubscriptionView | null;
}>;

export type OwnStatistics = Readonly<{
  period: OwnPeriod;
  /** Whose days these are: nobody tells the assistant where the asker is. */
  time_zone: 'UTC';
  /** Whether they are of a made-up market: nothing else is on record. */
  practice: boolean;
  /** Amounts of two currencies have no sum. Most closed trades first; empty without any. */
  currencies: readonly TradeStatistics[];
}>;

export type OwnDecision = Readonly<{
  at: string;
  account_type: string;
  symbol: string;
  action: string;
  agreeing: number;
  quorum: number;
  voters: number;
  /** Null until it is known. */
  outcome: string | null;
}>;

const DECISIONS_MAX = 5;
const BOTS_MAX = 5;

/** Bound to the user of the session: nobody who uses it can name another. */
export function ownDataOf(deps: OwnDataDeps, userId: UserId): OwnData {
  return {
    async readPlan() {
      const entitled = await readEntitlements(deps, userId);
      const [usage, { subscription }] = await Promise.all([
        readUsage(deps, userId, entitled),
        getSubscription(deps, userId),
      ]);
      const { name, monthly_cost, granted } = entitled.plan;
      return {
        plan: name,
        source: entitled.source,
        usd_a_month: monthly_cost,
        limits: {
          symbols_a_day: granted.symbols,
          trades_a_day: granted.daily_trades,
          requests_a_minute: granted.requests_per_minute,
          terminal_accounts: granted.terminal_accounts,
        },
        usage,
        subscription,
      };
    },
    async readStatistics(period) {
      const time_zone = 'UTC';
      const query = { period, time_zone };
      const [practice, currencies] = await Promise.all([
        hasPracticeAlone(deps.db, userId),
        readStatisticsByCurrency(deps, userId, query),
      ]);
      return { period, time_zone, practice, currencies };
    },
    async readBots() {
      const { now, bots } = await listBots(deps, userId, { page: 1, per_page: BOTS_MAX });
      return bots.map((bot): OwnBot => {
        const since = bot.ended_at ?? bot.last_heartbeat_at;
        const ago = Math.max(0, Date.parse(now) - Date.parse(since));
        const isSilent = ago >= SILENT_AFTER_S * 1_000;
        return {
          condition: bot.ended_at ? 'stopped' : isSilent ? 'offline' : 'running',
          state: bot.state,
          account_type: bot.account.account_type,
          open_positions: bot.open_positions,
          last_seen: since,
          minutes_ago: Math.floor(ago / 60_000),
        };
      });
    },
    async readDecisions() {
      const page = { page: 1, per_page: DECISIONS_MAX };
      const { decisions } = await listDecisions(deps, { userId, outcome: 'all' }, page);
      // Reasons stay out: a model wrote them.
      return decisions.map((each) => ({
        at: each.decided_at,
        account_type: each.account_type,
        symbol: each.symbol,
        action: each.action,
        agreeing: each.agreeing,
        quorum: each.quorum,
        voters: each.voters,
        outcome: each.outcome?.kind ?? null,
      }));
    },
  };
}

/** Then figures that nobody narrowed are of a made-up market. */
async function hasPracticeAlone(db: Db, userId: UserId): Promise<boolean> {
  const accounts = await db
    .selectFrom('trading_accounts')
    .select('account_type')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return accounts.length > 0 && accounts.every(({ account_type: type }) => type === 'practice');
}
