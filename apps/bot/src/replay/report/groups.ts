import type { Trade } from '@quorate/trading/account/trade';
import {
  serverTimeOfDayMs,
  serverWeekday,
  tradingDayName,
  tradingDayOf,
} from '@quorate/trading/market/trading-day';
import { HOUR_MS } from '@quorate/values/instant';

/** Closed trades that have something in common. */
export type Group = Readonly<{ name: string; trades: number; wins: number; netMinor: number }>;

export type Groups = Readonly<{
  /** By the month of the closing, server calendar, without a gap. */
  months: readonly Group[];
  symbols: readonly Group[];
  /** By hour and weekday of the opening, server clock. */
  hours: readonly Group[];
  weekdays: readonly Group[];
}>;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The same trades by month, symbol, hour and weekday. */
export function groupTrades(trades: readonly Trade[]): Groups {
  return {
    months: withEmptyMonths(by(trades, ({ closedAt, openedAt }) => monthOf(closedAt ?? openedAt))),
    symbols: by(trades, ({ symbol }) => symbol),
    hours: by(trades, ({ openedAt }) => hourName(openedAt)),
    weekdays: by(trades, ({ openedAt }) => String(serverWeekday(openedAt))).map((group) => ({
      ...group,
      name: WEEKDAYS[Number(group.name)] ?? group.name,
    })),
  };
}

function by(trades: readonly Trade[], nameOf: (trade: Trade) => string): Group[] {
  const groups = new Map<
    string,
    { name: string; trades: number; wins: number; netMinor: number }
  >();
  for (const trade of trades) {
    const name = nameOf(trade);
    const group = groups.get(name) ?? { name, trades: 0, wins: 0, netMinor: 0 };
    group.trades += 1;
    if (trade.profit.minor > 0) group.wins += 1;
    group.netMinor += trade.profit.minor;
    groups.set(name, group);
  }
  return [...groups.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function monthOf(moment: Trade['openedAt']): string {
  return tradingDayName(tradingDayOf(moment)).slice(0, 7);
}

function hourName(moment: Trade['openedAt']): string {
  return `${String(Math.floor(serverTimeOfDayMs(moment) / HOUR_MS)).padStart(2, '0')}:00`;
}

/** A month in which nothing was closed is a result, too. */
function withEmptyMonths(months: readonly Group[]): Group[] {
  const known = new Map(months.map((month) => [month.name, month]));
  const all: Group[] = [];
  const last = months.at(-1)?.name ?? '';
  for (let name = months[0]?.name ?? ''; name !== '' && name <= last; name = nextMonth(name)) {
    all.push(known.get(name) ?? { name, trades: 0, wins: 0, netMinor: 0 });
  }
  return all;
}

function nextMonth(name: string): string {
  const [year, month] = name.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 1)).toISOString().slice(0, 7);
}
