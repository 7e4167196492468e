import type { ChartSlice, TradeCharts } from '@quorate/contract/trade-charts';
import type { ChartBar } from './bar-plot.tsx';
import { hourName, rName, SESSION_NAMES, twoDigits, WEEKDAYS } from './chart-words.ts';

/** So many hours apart stand the names under the bars: 24 do not fit on a phone. */
const HOURS_APART = 4;

export function weekdayBars(charts: TradeCharts): ChartBar[] {
  return charts.weekdays.map(({ weekday, ...slice }) => {
    const name = WEEKDAYS[weekday - 1] ?? String(weekday);
    return netBar(name, name.slice(0, 3), slice);
  });
}

export function hourBars(charts: TradeCharts): ChartBar[] {
  return charts.hours.map(({ hour, ...slice }) =>
    netBar(hourName(hour), hour % HOURS_APART === 0 ? twoDigits(hour) : '', slice),
  );
}

export function sessionBars(charts: TradeCharts): ChartBar[] {
  return charts.sessions.map(({ session, ...slice }) =>
    netBar(SESSION_NAMES[session], SESSION_NAMES[session], slice),
  );
}

/** As high as the number of trades: how results are spread, not what they come to. */
export function rBars(charts: TradeCharts): ChartBar[] {
  return charts.r_classes.map(({ from, to, ...slice }) => ({
    key: rName({ from, to }),
    name: rName({ from, to }),
    tick: from === null ? '' : String(from).replace('-', '−'),
    value: slice.trades,
    tone: from !== null && from >= 0 ? 'gain' : 'loss',
    slice,
  }));
}

function netBar(name: string, tick: string, slice: ChartSlice): ChartBar {
  return {
    key: name,
    name,
    tick,
    value: slice.net,
    tone: slice.net < 0 ? 'loss' : 'gain',
    slice,
  };
}
