import type { ReplayRisk } from '@quorate/contract/decision-replay';
import type { RiskTry, ToldDesk } from '@quorate/trading/risk/replay-scene';
import type { StoredOutcome } from '../outcomes.queries.ts';

type Told = Pick<StoredOutcome, 'verdict' | 'checks' | 'asked' | 'refusal'> &
  Readonly<{ digits: number }>;

/** What a bot has told of its desk, in whole points; null where the desk was asked nothing, or nothing was told. */
export function toToldDesk(outcome: Told | undefined): ToldDesk | null {
  if (!outcome || outcome.verdict === 'held') return null;
  const { checks, refusal } = outcome;
  return { checks, refusal, asked: toAsked(outcome) };
}

function toAsked({ asked, digits }: Told): ToldDesk['asked'] {
  if (!asked) return null;
  const points = (price: number) => Math.round(price * 10 ** digits);
  const pointsOrNull = (price: number | null) => (price === null ? null : points(price));
  const quote = { bid: points(asked.bid), ask: points(asked.ask) };
  return {
    quote,
    lots: asked.lots,
    volumeStep: asked.volume_step ?? null,
    idea: {
      side: asked.side,
      entry: asked.side === 'BUY' ? quote.ask : quote.bid,
      stopLoss: pointsOrNull(asked.stop_loss),
      takeProfit: pointsOrNull(asked.take_profit),
    },
  };
}

/** The settings that were given; those left out have no key. */
export function toRiskTry(risk: ReplayRisk): RiskTry {
  const given = {
    riskPercent: risk.risk_percent,
    minRiskReward: risk.min_risk_reward,
    maxDailyTrades: risk.max_daily_trades,
    dailyLossPercent: risk.daily_loss_percent,
    weeklyLossPercent: risk.weekly_loss_percent,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
