import { t } from '@lingui/core/macro';
import type { ImportPreview, ImportPreviewTrade } from '@quorate/contract/trade-import';

/** `usual`, or the minutes that a clock is ahead of UTC, as text: '120'. */
export type ClockKey = string;

const USUAL: ClockKey = 'usual';

const HOURS = Array.from({ length: 27 }, (_, index) => (index - 12) * 60);
const ODD_OFFSETS = [-210, 210, 270, 330, 345, 390, 570];

/** What may be chosen, the proposal included. */
export function clockOptions(proposed: ClockKey): { value: ClockKey; label: string }[] {
  const offsets = new Set([...HOURS, ...ODD_OFFSETS]);
  if (proposed !== USUAL) offsets.add(Number(proposed));
  return [
    { value: USUAL, label: t`Usual: UTC+2, summer UTC+3` },
    ...[...offsets]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: t`Always ${offsetName(minutes)}` })),
  ];
}

export function proposedClock(preview: ImportPreview): ClockKey {
  return preview.proposed_clock === 'fixed' ? String(preview.proposed_offset_minutes) : USUAL;
}

export function clockQuery(clock: ClockKey) {
  return clock === USUAL
    ? ({ clock: 'new_york_plus_7' } as const)
    : ({ clock: 'fixed', offset_minutes: Number(clock) } as const);
}

/** When a trade was opened and closed, in UTC, if the server has this clock. */
export function utcTimes(trade: ImportPreviewTrade, clock: ClockKey) {
  if (clock === USUAL) return { opened: trade.opened_at, closed: trade.closed_at };
  const utc = (server: string) =>
    new Date(Date.parse(`${server}Z`) - Number(clock) * 60_000).toISOString();
  return { opened: utc(trade.opened_server), closed: utc(trade.closed_server) };
}

/** @example offsetName(330) // 'UTC+5:30' */
function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`;
}
