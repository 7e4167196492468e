import { countOf, formatCount, formatPercent } from '@quorate/ui/format';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type LedgerFigures, loadSiteFigures } from './site-figures.api.ts';

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
    computed: `Last computed from the record of closed trades: ${at}.`,
  };
}

/** More digits than this do not fit beside each other on a phone. */
const BRIEF_FROM = 100_000;
const brief = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

function briefCount(count: number): string {
  return count < BRIEF_FROM ? formatCount(count) : brief.format(count);
}

function figuresOf(computed: LedgerFigures): ComputedFigure[] {
  const { active_traders, simulated_trades, win_rate, risk_reward, risk_reward_trades } = computed;
  return [
    { figure: briefCount(active_traders), sample: 'with a trade closed in the last 30 days' },
    { figure: briefCount(simulated_trades), sample: 'closed on demo accounts' },
    win_rate === null
      ? { figure: null, sample: 'no closed demo trade yet' }
      : {
          figure: formatPercent(win_rate),
          sample: `won, of ${countOf(simulated_trades, 'closed demo trade')}`,
        },
    risk_reward === null
      ? { figure: null, sample: 'no demo trade with stop and target yet' }
      : {
          figure: `1:${risk_reward}`,
          sample: `planned in ${countOf(risk_reward_trades, 'closed demo trade')}`,
        },
  ];
}
