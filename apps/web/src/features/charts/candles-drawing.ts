import { formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IPriceLine,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts';
import { barAt, type CandleBar, type CandleTrade, type Level, levelsOf } from './candle-figures.ts';
import { CANVAS_OPTIONS, canvasColours } from './canvas-options.ts';
import type { ChartColours } from './chart-colours.ts';

/** Ink for what was done, the colours of the result for what was planned. */
const LEVEL_COLOURS = { Entry: 'ink', Exit: 'brand', Stop: 'loss', Target: 'gain' } as const;

export type CandlesDrawing = {
  paint: (colours: ChartColours) => void;
  moveTo: (at: number | null) => void;
  remove: () => void;
};

type CandlesInput = { bars: readonly CandleBar[]; trade: CandleTrade; timeZone: string };

/** The canvas: candles with the trade's prices as lines, and arrows where it began and ended. */
export function drawCandles(
  box: HTMLElement,
  { bars, trade, timeZone }: CandlesInput,
  onPoint: (at: number | null) => void,
): CandlesDrawing {
  const timeOf = (time: unknown) =>
    formatTime(new Date(Number(time) * 1_000).toISOString(), timeZone);
  const chart = createChart(box, {
    ...CANVAS_OPTIONS,
    localization: { ...CANVAS_OPTIONS.localization, timeFormatter: timeOf },
    timeScale: {
      timeVisible: true,
      minBarSpacing: 0.05,
      lockVisibleTimeRangeOnResize: true,
      // The axis has room for the time or the day, each in the viewer's zone.
      tickMarkFormatter: (time: unknown, kind: number) => {
        const [day = '', minute = ''] = timeOf(time).split(', ');
        return kind < FIRST_TIME_MARK ? day.replace(/ \d{4}$/, '') : minute;
      },
    },
  });
  const levels = levelsOf(trade);
  const prices = levels.map(({ price }) => price);
  const series = chart.addSeries(CandlestickSeries, {
    priceFormat: {
      type: 'custom',
      formatter: (price: number) => formatPrice(price, trade.digits),
      minMove: 10 ** -trade.digits,
    },
    lastValueVisible: false,
    priceLineVisible: false,
    // A stop or target that was never touched would lie outside of what the bars reach.
    autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
      const info = own();
      const range = info?.priceRange;
      if (!info || !range) return info;
      return {
        ...info,
        priceRange: {
          minValue: Math.min(range.minValue, ...prices),
          maxValue: Math.max(range.maxValue, ...prices),
        },
      };
    },
  });
  series.setData(bars.map(({ time, ...bar }) => ({ ...bar, time: secondsOf(time) })));
  const markers = createSeriesMarkers(series, []);
  let lines: IPriceLine[] = [];
  chart.timeScale().fitContent();
  chart.subscribeCrosshairMove(({ logical, sourceEvent }) => {
    if (!sourceEvent) return;
    onPoint(logical !== undefined && logical >= 0 && logical < bars.length ? logical : null);
  });

  return {
    paint(colours) {
      chart.applyOptions(canvasColours(colours));
      // Rising bars are hollow: the two are told apart without their colours.
      series.applyOptions({
        upColor: 'transparent',
        borderUpColor: colours.gain,
        wickUpColor: colours.gain,
        downColor: colours.loss,
        borderDownColor: colours.loss,
        wickDownColor: colours.loss,
      });
      for (const line of lines) series.removePriceLine(line);
      lines = linesOf(levels).map((line) => series.createPriceLine(drawn(line, colours)));
      markers.setMarkers(markersOf(bars, trade, colours));
    },
    moveTo(at) {
      const bar = at === null ? undefined : bars[at];
      if (bar) chart.setCrosshairPosition(bar.close, secondsOf(bar.time), series);
      else chart.clearCrosshairPosition();
    },
    remove: () => chart.remove(),
  };
}

/** Kinds of marks on the axis below this one are days, months and years. */
const FIRST_TIME_MARK = 3;

type Line = { price: number; names: [Level['name'], ...Level['name'][]] };

/** One line for each price: who left at the stop has two levels there, and labels would cover each other. */
function linesOf(levels: readonly Level[]): Line[] {
  const lines: Line[] = [];
  for (const { name, price } of levels) {
    const same = lines.find((line) => line.price === price);
    if (!same) lines.push({ price, names: [name] });
    // What was done stands before what was planned, and gives the line its colour.
    else if (name === 'Exit' || name === 'Entry') same.names.unshift(name);
    else same.names.push(name);
  }
  return lines;
}

function drawn({ price, names }: Line, colours: ChartColours) {
  const [first] = names;
  const planned = first === 'Stop' || first === 'Target';
  return {
    price,
    title: names.join(' · '),
    color: colours[LEVEL_COLOURS[first]],
    lineWidth: 1,
    lineStyle: planned ? LineStyle.Dashed : LineStyle.Solid,
    axisLabelVisible: true,
  } as const;
}

function markersOf(
  bars: readonly CandleBar[],
  trade: CandleTrade,
  colours: ChartColours,
): SeriesMarker<UTCTimestamp>[] {
  const buys = trade.trade_type === 'BUY';
  const marks = [
    { moment: trade.opened_at, price: trade.price, up: buys, text: 'Entry', colour: colours.ink },
    {
      moment: trade.closed_at,
      price: trade.close_price,
      up: !buys,
      text: 'Exit',
      colour: colours.brand,
    },
  ];
  return marks.flatMap(({ moment, price, up, text, colour }) => {
    const bar = moment === null || price === null ? null : bars[barAt(bars, moment) ?? -1];
    if (!bar) return [];
    return [
      {
        time: secondsOf(bar.time),
        position: up ? 'belowBar' : 'aboveBar',
        shape: up ? 'arrowUp' : 'arrowDown',
        color: colour,
        text,
      } as const,
    ];
  });
}

function secondsOf(time: string): UTCTimestamp {
  return (Date.parse(time) / 1_000) as UTCTimestamp;
}
