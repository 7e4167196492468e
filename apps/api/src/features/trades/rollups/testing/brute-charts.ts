import {
  CHART_SESSIONS,
  type ChartSlice,
  R_CLASSES,
  type TradeCharts,
} from '@quorate/contract/trade-charts';
import { sessionAt } from '@quorate/trading/market/session';
import { instantFromIso } from '@quorate/values/instant';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../../db/tables.ts';

type TradeRecord = Selectable<Tables['trades']>;

type Query = {
  period: string;
  time_zone: string;
  currency: string;
  account_type?: string;
  start_date?: string;
  end_date?: string;
};

/** For tests: the charts by walking over the rows, with a calendar and nothing that the service uses. */
export function bruteCharts(
  rows: readonly TradeRecord[],
  query: Query,
  now: number,
): Omit<TradeCharts, 'success'> {
  const scale = query.currency === 'JPY' ? 1 : 100;
  const local = (moment: Date | number, zone: string) =>
    Temporal.Instant.fromEpochMilliseconds(Number(moment)).toZonedDateTimeISO(zone);
  const dayOf = (row: TradeRecord) =>
    local(row.trade_time, query.time_zone).toPlainDate().toString();
  const today = local(now, query.time_zone).toPlainDate();
  const since = { daily: 0, weekly: 6, monthly: 29 }[query.period];
  const first =
    since === undefined ? (query.start_date ?? '') : today.subtract({ days: since }).toString();
  const last = since === undefined ? (query.end_date ?? '9') : today.toString();
  const chosen = rows.filter(
    (row) =>
      row.status === 'CLOSED' &&
      row.currency === query.currency &&
      (query.account_type === undefined || row.account_type === query.account_type) &&
      dayOf(row) >= first &&
      dayOf(row) <= last,
  );
  const slice = (some: readonly TradeRecord[]): ChartSlice => ({
    trades: some.length,
    wins: some.filter((row) => row.profit > 0).length,
    losses: some.filter((row) => row.profit < 0).length,
    net: some.reduce((sum, row) => sum + row.profit, 0) / scale,
  });
  const server = (row: TradeRecord) =>
    local(row.opened_at, 'America/New_York').toPlainDateTime().add({ hours: 7 });
  const days = Object.entries(Object.groupBy(chosen, dayOf)).sort(([a], [b]) => (a < b ? -1 : 1));
  const symbols = Object.entries(Object.groupBy(chosen, (row) => row.symbol)).sort(
    ([a, one], [b, other]) => (other?.length ?? 0) - (one?.length ?? 0) || (a < b ? -1 : 1),
  );
  const r = (row: TradeRecord) => row.profit / (row.initial_risk ?? Number.NaN);
  const ends = [null, ...R_CLASSES, null];
  return {
    currency: query.currency,
    total: slice(chosen),
    days: days.map(([day, some]) => ({ day, ...slice(some ?? []) })),
    symbols: symbols.map(([symbol, some]) => ({ symbol, ...slice(some ?? []) })),
    other_symbols: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      ...slice(chosen.filter((row) => server(row).dayOfWeek === weekday)),
    })),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      ...slice(chosen.filter((row) => server(row).hour === hour)),
    })),
    sessions: CHART_SESSIONS.map((session) => ({
      session,
      ...slice(
        chosen.filter((row) => sessionAt(instantFromIso(row.opened_at.toISOString())) === session),
      ),
    })),
    r_classes: ends.slice(0, -1).map((from, index) => {
      const to = ends[index + 1] ?? null;
      const within = chosen.filter(
        (row) => r(row) >= (from ?? -Infinity) && r(row) < (to ?? Infinity),
      );
      return { from, to, ...slice(within) };
    }),
    without_r: slice(chosen.filter((row) => row.initial_risk === null)),
  };
}
