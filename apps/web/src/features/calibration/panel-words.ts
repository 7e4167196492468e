import { plural, t } from '@lingui/core/macro';
import type { IntervalFigure, PanelRecord, PanelVoter } from '@quorate/contract/calibration';
import { analystName } from '@quorate/ui/analyst-name';
import { formatCount, formatShare } from '@quorate/ui/format';
import { formatR } from '../../lib/format-r.ts';
import { shareInterval } from './record-words.ts';

/** What is known of the panel on one market. */
export type Known = NonNullable<PanelRecord['record']>;
export type Market = Pick<Known, 'symbol' | 'timeframe'>;

/** @example marketName(record) // 'EURUSD H1' */
export function marketName({ symbol, timeframe }: Market): string {
  return `${symbol} ${timeframe}`;
}

/** What the record says, in plain words with its sample. */
export function stateSentence(record: Known): string {
  const market = marketName(record);
  const { outcomes, proven_from: from } = record;
  const known = plural(outcomes, { one: '# outcome', other: '# outcomes' });
  switch (record.state) {
    case 'measuring':
      return outcomes >= from
        ? t`We are measuring: ${known} are known, and the costs of a trade are not yet, on ${market}.`
        : t`We are measuring: ${formatCount(outcomes)} of ${formatCount(from)} outcomes are known on ${market}.`;
    case 'no_edge': {
      const range = rangeWords(record);
      return range === null
        ? t`Your analysts have shown no skill on ${market} so far (${known}). We are not opening trades; we keep measuring.`
        : t`Your analysts have shown no skill on ${market} so far (${known}, right in ${range}). We are not opening trades; we keep measuring.`;
    }
    case 'edge':
      return t`Your analysts have shown an edge on ${market} (${known}).`;
  }
}

/** The same in one line, for beside a bot. */
export function stateLine(record: Known): string {
  const market = marketName(record);
  const { outcomes, proven_from: from } = record;
  const known = plural(outcomes, { one: '# outcome', other: '# outcomes' });
  switch (record.state) {
    case 'measuring':
      return outcomes >= from
        ? t`Measuring: ${known} are known, and the costs of a trade are not yet, on ${market}.`
        : t`Measuring: ${formatCount(outcomes)} of ${formatCount(from)} outcomes are known on ${market}.`;
    case 'no_edge':
      return t`No skill shown on ${market} so far (${known}).`;
    case 'edge':
      return t`An edge is shown on ${market} (${known}).`;
  }
}

/** Within which the voters' intervals lie, in the direction in which each is used; null while nobody has voted. */
function rangeWords({ voters }: Known): string | null {
  const intervals = voters.flatMap(({ accuracy, turned }) =>
    accuracy === null ? [] : [turned ? turnedRound(accuracy) : accuracy],
  );
  if (intervals.length === 0) return null;
  const low = Math.min(...intervals.map((interval) => interval.low));
  const high = Math.max(...intervals.map((interval) => interval.high));
  return t`${Math.round(low * 100)} to ${formatShare(high)}`;
}

function turnedRound({ value, low, high }: IntervalFigure): IntervalFigure {
  return { value: 1 - value, low: 1 - high, high: 1 - low };
}

/** What the edge is worth: of the panel when all agree, or of the voter that shows the most. */
export function edgeSentence({ pool, cost_atr: cost, voters, proven_from: from }: Known): string {
  const costs = cost === null ? '' : t`A round trip costs ${plainR(cost)}.`;
  if (pool !== null && pool.edge_low >= (cost ?? 0))
    return joined(
      t`When all agree, a trade is worth ${formatR(pool.edge)} before costs, at least ${formatR(pool.edge_low)} with 80% confidence.`,
      costs,
    );
  const proven = voters.filter(({ votes }) => votes >= from);
  const best = proven.toSorted((one, other) => other.edge_low - one.edge_low)[0];
  if (!best) return costs;
  return joined(
    t`${analystName(best.analyst)} alone is worth ${formatR(best.edge)} before costs, at least ${formatR(best.edge_low)} with 80% confidence.`,
    costs,
  );
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** With a stop of one ATR that is what a cost in ATR is in R. */
function plainR(r: number): string {
  return `${r.toFixed(2)} R`;
}

/** What a voter's record shows. */
export function provenWords(
  { turned, votes, edge_low: low }: PanelVoter,
  { cost_atr: cost, proven_from: from }: Pick<Known, 'cost_atr' | 'proven_from'>,
): string {
  if (votes === 0) return t`Nothing is known of it yet.`;
  if (turned)
    return t`Used the other way round: it has been wrong more often than right. So used, it is worth at least ${formatR(low)} before costs.`;
  if (votes < from)
    return t`${formatCount(votes)} of ${formatCount(from)} votes are known, too few to prove anything.`;
  if (cost !== null && low >= cost)
    return t`Proven skill: worth at least ${formatR(low)} before costs, with 80% confidence.`;
  return t`No skill beyond the costs shown so far.`;
}

/** How its share of the last 30 days differs from that of the 30 before; null where one of them is not known. */
export function changeWords({
  share_last_30_days: now,
  share_before: before,
}: Pick<PanelVoter, 'share_last_30_days' | 'share_before'>): string | null {
  if (now === null || before === null) return null;
  const points = Math.round(now * 100) - Math.round(before * 100);
  if (points === 0) return t`unchanged`;
  const size = Math.abs(points);
  return points > 0
    ? t`+${plural(size, { one: '# point', other: '# points' })}`
    : t`−${plural(size, { one: '# point', other: '# points' })}`;
}

/** @example rightWords({ right: 164, votes: 312 }) // '164 of 312' */
export function rightWords({ right, votes }: Pick<PanelVoter, 'right' | 'votes'>): string {
  return votes === 0 ? '–' : t`${formatCount(right)} of ${formatCount(votes)}`;
}

/** How often it was right with its interval; null without a vote. @example '53%, 47% to 58%' */
export function accuracyWords({ accuracy }: Pick<PanelVoter, 'accuracy'>): string | null {
  return accuracy && `${formatShare(accuracy.value)}, ${shareInterval(accuracy)}`;
}
