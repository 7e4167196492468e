import type { SiteFigures } from '@quorate/contract/site';
import { type Fields, fieldsOf, isNumber, isText } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

/** Figures that the service computed from closed trades. */
export type LedgerFigures = Extract<SiteFigures, { source: 'ledger' }>;

export function loadSiteFigures(signal: AbortSignal): Promise<LedgerFigures> {
  return getJson('/api/site/figures', readSiteFigures, signal);
}

/** Reads the service's computed figures; null when it has none. */
export function readSiteFigures(content: unknown): LedgerFigures | null {
  const fields = fieldsOf(fieldsOf(content)?.figures);
  return fields && readLedger(fields);
}

function readLedger(fields: Fields): LedgerFigures | null {
  const { source, computed_at } = fields;
  const { active_traders, simulated_trades, win_rate, risk_reward, risk_reward_trades } = fields;
  if (source !== 'ledger' || !isText(computed_at) || Number.isNaN(Date.parse(computed_at)))
    return null;
  if (!isNumber(active_traders) || !isNumber(simulated_trades) || !isNumber(risk_reward_trades))
    return null;
  if (!isNumberOrNull(win_rate) || !isNumberOrNull(risk_reward)) return null;
  return {
    source,
    computed_at,
    active_traders,
    simulated_trades,
    win_rate,
    risk_reward,
    risk_reward_trades,
  };
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || isNumber(value);
}
