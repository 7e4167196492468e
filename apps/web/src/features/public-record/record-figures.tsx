import { t } from '@lingui/core/macro';
import type {
  PublicFigure,
  PublicGroup,
  PublishedMeasures,
} from '@quorate/contract/public-records';
import { formatCount, formatMoney, formatNumber, SIGNED } from '@quorate/ui/format';
import { NOTHING_YET, Stat, toneOf } from '@quorate/ui/stat';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { formatR } from '../../lib/format-r.ts';

type RecordFiguresProps = { group: PublicGroup; start: PublishedMeasures['start'] };

/** Figures of trades with one kind of evidence, each with its interval and its sample. */
export function RecordFigures({ group, start }: RecordFiguresProps) {
  const { win_rate, mean_r, profit_factor, payoff_ratio, percent } = group;
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-6 md:grid-cols-4">
      <Stat
        label={t`Result`}
        value={group.total_r === null ? NOTHING_YET : formatR(group.total_r)}
        tone={toneOf(group.total_r ?? 0)}
        note={resultNote(group, start)}
      />
      <Stat
        label={t`Closed trades`}
        value={group.trades === 0 ? NOTHING_YET : formatCount(group.trades)}
        note={
          group.without_r === 0
            ? t`each with a stop loss`
            : t`${formatCount(group.without_r)} without a stop loss, so without R`
        }
      />
      <Stat
        label={t`Win rate`}
        value={shown(win_rate, (value) => `${rounded(value, 1)}%`)}
        note={intervalNote(win_rate, (value) => `${rounded(value, 0)}%`)}
      />
      <Stat
        label={t`Per trade`}
        value={shown(mean_r, formatR)}
        tone={toneOf(mean_r.value ?? 0)}
        note={intervalNote(mean_r, formatR)}
      />
      <Stat
        label={t`Profit factor`}
        value={shown(profit_factor, two)}
        note={intervalNote(profit_factor, two)}
      />
      <Stat
        label={t`Payoff ratio`}
        value={shown(payoff_ratio, two)}
        note={intervalNote(payoff_ratio, two)}
      />
      <Stat
        label={t`Deepest drawdown`}
        value={group.max_drawdown_r === null ? NOTHING_YET : `${two(group.max_drawdown_r)} R`}
        note={
          percent?.max_drawdown == null
            ? t`from a peak, in R`
            : t`${two(percent.max_drawdown)}% of the balance`
        }
      />
      <Stat
        label={t`Longest drawdown`}
        value={
          group.longest_drawdown_days === null
            ? NOTHING_YET
            : t`${rounded(group.longest_drawdown_days, 1)} days`
        }
        note={t`from a peak until it is reached again`}
      />
    </dl>
  );
}

function resultNote(
  { percent, net_minor }: PublicGroup,
  start: PublishedMeasures['start'],
): string {
  const parts: string[] = [];
  if (net_minor !== null && start) parts.push(money(net_minor, start.currency));
  if (percent) parts.push(t`${formatNumber(percent.total, SIGNED)}% of the first balance`);
  return parts.length > 0 ? parts.join(', ') : t`percent not known`;
}

function money(minor: number, currency: string): string {
  return formatMoney(minor / 10 ** currencyDigits(currencyOf(currency)), currency, 'always');
}

const two = (value: number) => rounded(value, 2);

function rounded(value: number, digits: number): string {
  return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function shown({ value }: PublicFigure, format: (value: number) => string): string {
  return value === null ? NOTHING_YET : format(value);
}

/** @example '95%: 37% to 52%, of 141 trades' */
function intervalNote({ value, low, high, n }: PublicFigure, format: (value: number) => string) {
  const sample = formatCount(n);
  if (value === null) return t`no trades to compute it from`;
  if (low === null || high === null) return t`of ${sample} trades, too few for an interval`;
  return t`95%: ${format(low)} to ${format(high)}, of ${sample} trades`;
}
