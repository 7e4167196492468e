import { plural, t } from '@lingui/core/macro';
import type { SiteFigures } from '@quorate/contract/site';
import { formatCount, formatNumber, formatPercent, formatShare, SIGNED } from '@quorate/ui/format';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type Fields, fieldsOf, isNumber, isText, readList } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

/** Null where nothing could be computed; `sample` says from what, or why not. */
type ComputedFigure = { figure: string | null; sample: string };

/** Computed figures in the words and the order of the strip. */
export type ComputedFigures = {
  figures: readonly ComputedFigure[];
  computed: string;
  /** What real accounts made, which stands before the others. */
  headline: string;
};

/** Asks the service for its computed figures. */
export async function loadLedgerFigures(signal: AbortSignal): Promise<ComputedFigures> {
  const figures = await loadSiteFigures(signal);
  const at = formatTime(figures.computed_at, viewerTimeZone());
  return {
    figures: figuresOf(figures),
    headline: headlineOf(figures),
    computed: t`Last computed from the record of closed trades: ${at}.`,
  };
}

/** Five people at least: fewer are nobody's sample. */
function headlineOf({ results = [] }: LedgerFigures): string {
  const real = results.find(({ provenance }) => provenance === 'real-agreed');
  if (!real || real.trades === 0) return t`Real accounts: no closed trade is counted yet.`;
  const { trades, accounts, win_rate: rate, mean_r: mean } = real;
  const sample = plural(trades, { one: '# closed trade', other: '# closed trades' });
  const people = plural(accounts, { one: '# account', other: '# accounts' });
  if (!rate) return t`Real accounts: ${sample} of ${people}, too few accounts to say more.`;
  const won = t`${formatShare(rate.value)} (${formatShare(rate.low)} to ${formatShare(rate.high)}) of ${sample} won`;
  if (!mean) return t`Real accounts: ${won}, ${people}.`;
  const r = t`${formatNumber(mean.value, SIGNED)} R (${formatNumber(mean.low, SIGNED)} to ${formatNumber(mean.high, SIGNED)})`;
  return t`Real accounts: ${won}, ${r} on average, ${people}.`;
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
      ? {
          figure: null,
          sample: simulated_trades === 0 ? t`no closed demo trade yet` : t`too few accounts yet`,
        }
      : {
          figure: formatPercent(win_rate),
          sample: t`won, of ${plural(simulated_trades, { one: '# closed demo trade', other: '# closed demo trades' })}`,
        },
    risk_reward === null
      ? {
          figure: null,
          sample:
            simulated_trades === 0
              ? t`no demo trade with stop and target yet`
              : t`too few accounts yet`,
        }
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
  const results = readList(fields.results ?? [], readResult);
  if (!results) return null;
  return {
    source,
    computed_at,
    active_traders,
    simulated_trades,
    win_rate,
    risk_reward,
    risk_reward_trades,
    ...(fields.results !== undefined && { results: [...results] }),
  };
}

type Result = NonNullable<LedgerFigures['results']>[number];

/** Of the same service: what is not looked at is as its contract says. */
function readResult(fields: Fields): Result | null {
  const { provenance, trades, accounts, win_rate, mean_r } = fields;
  const isWhole =
    isText(provenance) &&
    isNumber(trades) &&
    isNumber(accounts) &&
    [win_rate, mean_r].every((each) => each === null || isNumber(fieldsOf(each)?.value));
  return isWhole ? (fields as unknown as Result) : null;
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || isNumber(value);
}
