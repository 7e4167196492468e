import { t } from '@lingui/core/macro';
import { formatFigure } from '@quorate/ui/decision-words';
import type { Fact } from '@quorate/ui/fact-list';
import { formatMoney, formatPrice } from '@quorate/ui/format';
import { RECORDED_DECISION } from './recorded-decision.ts';

const { as_of, snapshot_hash, agreeing, voters, desk, trade } = RECORDED_DECISION;

/** When the bar closed that was decided on: '08:00 UTC'. */
export const RECORDED_TIME = t`${as_of.slice(11, 16)} UTC`;

/** The snapshot's hash, as short as one can still tell it from others. */
export const RECORDED_HASH = `${snapshot_hash.slice(0, 4)}…${snapshot_hash.slice(-4)}`;

export const RECORDED_AGREEMENT = t`${agreeing} of ${voters} agree`;

export const RECORDED_PROFIT = formatMoney(trade.profit, trade.currency, 'always');

/** The order's stops, and what the risk desk looked at before it went out, beside its limits. */
export const RECORDED_FACTS: readonly Fact[] = [
  { label: t`Stop loss`, value: formatPrice(trade.stop_loss, trade.digits) },
  { label: t`Take profit`, value: formatPrice(trade.take_profit, trade.digits) },
  { label: t`Risk-reward`, value: `1 : ${desk.risk_reward.value.toFixed(2)}`, pass: true },
  {
    label: t`At risk`,
    value: t`${formatMoney(desk.at_risk.value, trade.currency)} of ${formatMoney(desk.at_risk.limit, trade.currency)}`,
    pass: true,
  },
  {
    label: t`Spread`,
    value: t`${formatFigure(desk.spread_pips.value)} of ${formatFigure(desk.spread_pips.limit)} pips`,
    pass: true,
  },
  {
    label: t`Trades that day`,
    value: t`${desk.daily_trades.value} of ${desk.daily_trades.limit}`,
    pass: true,
  },
];
