import type { RiskProfile } from '@quorate/bot/profiles/profile';

const RISK_MOST_PERCENT = 2;
const RISK_REWARD_LEAST = 1;
/** A limit of everything is none. */
const LOSS_BELOW_PERCENT = 100;
const DAILY_TRADES_MOST = 5;

/** What of the risk settings is outside of what the guide recommends, with the value and the bound. */
export function outsideBounds(risk: RiskProfile): readonly string[] {
  const {
    risk_per_trade_percent: perTrade,
    daily_loss_limit_percent: daily,
    weekly_loss_limit_percent: weekly,
    minimum_risk_reward: riskReward,
  } = risk;
  const faults: (string | false)[] = [
    perTrade > RISK_MOST_PERCENT &&
      `The risk per trade is ${perTrade} %, and should be at most ${RISK_MOST_PERCENT} %.`,
    daily >= LOSS_BELOW_PERCENT &&
      `The daily loss limit is ${daily} %, which is none: set one below ${LOSS_BELOW_PERCENT} %.`,
    weekly >= LOSS_BELOW_PERCENT &&
      `The weekly loss limit is ${weekly} %, which is none: set one below ${LOSS_BELOW_PERCENT} %.`,
    riskReward < RISK_REWARD_LEAST &&
      `The risk-reward ratio is 1:${riskReward}, and should be at least 1:${RISK_REWARD_LEAST}.`,
  ];
  return faults.filter((fault) => fault !== false);
}

/** What is within the bounds and still more than the guide recommends. */
export function unusualRisk({ maximum_daily_trades: trades }: RiskProfile): string | null {
  return trades > DAILY_TRADES_MOST
    ? `The maximum daily trades are ${trades}; the guide recommends 3 to ${DAILY_TRADES_MOST}.`
    : null;
}

/** The settings in one line. */
export function riskText(risk: RiskProfile): string {
  return `${risk.risk_per_trade_percent} % risk per trade, daily loss limit ${risk.daily_loss_limit_percent} %, weekly loss limit ${risk.weekly_loss_limit_percent} %, risk-reward 1:${risk.minimum_risk_reward}`;
}
