import type { FloorsStateJson, RuleSetJson } from '@quorate/contract/rule-sets';

type Reported = Readonly<{
  rule_set: RuleSetJson;
  state: FloorsStateJson;
  /** Deposits less pay-outs since the floors began, in minor units. */
  cash_flow: number;
  rebase_id: string | null;
}>;

type Stored = Reported & Readonly<{ peaks: Readonly<Record<string, number>> }>;

type Merged = Readonly<{ state: FloorsStateJson; peaks: Readonly<Record<string, number>> }>;

/**
 * What a report leaves on record. A total line's peak is kept for as long as the account, by what it trails:
 * not a bot that was installed again, nor other rules lower it. Pay-outs lower it by as much as was paid
 * out, and the owner's rebase once.
 *
 * @param stored null for the first report of an account
 * @param rebaseId the rebase that the owner asked for last
 * @example a report with a peak of 9,900 after one with 10,500 is stored with 10,500
 */
export function mergeFloors(
  stored: Stored | null,
  report: Reported,
  rebaseId: string | null,
): Merged {
  if (!stored) return { state: report.state, peaks: peaksOf(report, {}, 0) };
  const isRebased = report.rebase_id !== stored.rebase_id && report.rebase_id === rebaseId;
  const paidOut = Math.min(0, report.cash_flow - stored.cash_flow);
  const peaks = peaksOf(report, isRebased ? {} : stored.peaks, paidOut);
  const lines = report.state.lines.map((line, index) => {
    const rule = report.rule_set.lines[index];
    const known = rule && keyOf(rule);
    const peak_minor = known ? (peaks[known] ?? line.peak_minor) : line.peak_minor;
    const before = isRebased ? undefined : sameLine(stored, report, index);
    if (!before) return { ...line, peak_minor };
    return {
      ...line,
      peak_minor: Math.max(peak_minor, before.peak_minor + paidOut),
      floor_minor: Math.max(line.floor_minor, before.floor_minor + paidOut),
    };
  });
  return { state: { ...report.state, lines }, peaks };
}

type Line = RuleSetJson['lines'][number];

/** Lines that trail the same figure of the whole account share its peak. */
function keyOf({ kind, trails }: Line): string | null {
  return kind === 'total' && trails !== 'no' ? trails : null;
}

function peaksOf(
  { rule_set, state }: Reported,
  known: Readonly<Record<string, number>>,
  paidOut: number,
): Record<string, number> {
  const peaks = Object.fromEntries(
    Object.entries(known).map(([key, peak]) => [key, peak + paidOut]),
  );
  for (const [index, line] of state.lines.entries()) {
    const rule = rule_set.lines[index];
    const key = rule && keyOf(rule);
    if (key) peaks[key] = Math.max(peaks[key] ?? line.peak_minor, line.peak_minor);
  }
  return peaks;
}

/** What was stored of the same line in the same turn, under the same rule: its floor cannot have fallen since. */
function sameLine(stored: Stored, report: Reported, index: number) {
  const [before, now] = [stored.state.lines[index], report.state.lines[index]];
  const isSameRule =
    stored.rule_set.id === report.rule_set.id &&
    JSON.stringify(stored.rule_set.lines[index]) === JSON.stringify(report.rule_set.lines[index]);
  return before && now && isSameRule && before.turn === now.turn ? before : undefined;
}
