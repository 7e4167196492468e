import { plural, t } from '@lingui/core/macro';
import type { SiteFigures } from '@quorate/contract/site';
import { formatCount, formatNumber, formatPercent } from '@quorate/ui/format';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type Fields, fieldsOf, isNumber, isText } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

/** Null where nothing could be computed; `sample` says from what, or why not. */
type ComputedFigure = { figure: string | null; sample: string };

/** Computed figures in the words and the order of the strip. */
export type ComputedFigures = { figures: readonly ComputedFigure[]; computed: string };

/** Asks the service for its computed figures. */
export async function loadLedgerFigures(signal: AbortSignal): Promise<ComputedFigures> {
  const figures = await loadSiteFigures(signal);
  const at = formatTime(figures.computed_at, viewerTimeZone());
  return {
    figures: figuresOf(figures),
    computed: t`Last computed from the record of closed trades: ${at}.`,
  };
}

/** More digits than this do not fit beside each other on a phone. */
const BRIEF_FROM = 100_000;

function briefCount(count: number): string {
  if (count < BRIEF_FROM) return formatCount(count);
  return formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 });
}

function figuresOf(computed: LedgerFigures): ComputedFigure[] {
  const { active_traders, simulated_trades, win_rate, risk_reward, risk_reward_trades } = computed;
  return [
    { figure: briefCount(active_traders), sample: t`with a trade closed in the last 30 days` },
    { figure: briefCount(simulated_trades), sample: t`closed on demo accounts` },
    win_rate === null
      ? { figure: null, sample: t`no closed demo trade yet` }
      : {
          figure: formatPercent(win_rate),
          sample: t`won, of ${plural(simulated_trades, { one: '# closed demo trade', other: '# closed demo trades' })}`,
        },
    risk_reward === null
      ? { figure: null, sample: t`no demo trade with stop and target yet` }
      : {
          figure: `1:${risk_reward}`,
          sample: t`planned in ${plural(risk_reward_trades, { one: '# closed demo trade', other: '# closed demo trades' })}`,
        },
  ];
}

/** Figures that the service computed from closed trades. */
type LedgerFigures = Extract<SiteFigures, { source: 'ledger' }>;

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
