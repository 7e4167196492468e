import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { ChartColours } from './chart-colours.ts';
import { translucent } from './chart-colours.ts';
import { drawEquity } from './equity-drawing.ts';

type SeriesOptions = { autoscaleInfoProvider?: (own: () => unknown) => unknown };
type Move = { logical?: number; sourceEvent?: object };

const library = vi.hoisted(() => {
  const series = (kind: unknown, options: SeriesOptions) => ({
    kind,
    options: [options],
    data: [] as object[],
    lines: [] as object[],
    setData(data: object[]) {
      this.data = data;
    },
    applyOptions(part: SeriesOptions) {
      this.options.push(part);
    },
    createPriceLine(line: object) {
      this.lines.push(line);
      return line;
    },
    removePriceLine(line: object) {
      this.lines.splice(this.lines.indexOf(line), 1);
    },
  });
  const made = {
    series: [] as ReturnType<typeof series>[],
    markers: [] as object[],
    cursor: null as unknown,
    move: (_: Move): void => undefined,
  };
  return { made, series };
});

// The library draws on a canvas, which jsdom has not.
vi.mock('lightweight-charts', () => ({
  BaselineSeries: 'baseline',
  CandlestickSeries: 'candles',
  ColorType: { Solid: 'solid' },
  CrosshairMode: { Magnet: 1 },
  LineStyle: { Solid: 0, Dashed: 2 },
  TickMarkType: { Year: 0, Month: 1, DayOfMonth: 2, Time: 3, TimeWithSeconds: 4 },
  createSeriesMarkers: () => ({
    setMarkers: (markers: object[]) => {
      library.made.markers = markers;
    },
  }),
  createChart: () => ({
    addSeries: (kind: unknown, options: SeriesOptions) => {
      const series = library.series(kind, options);
      library.made.series.push(series);
      return series;
    },
    panes: () => [],
    applyOptions: () => undefined,
    timeScale: () => ({ fitContent: () => undefined, getVisibleLogicalRange: () => null }),
    subscribeCrosshairMove: (listener: (move: Move) => void) => {
      library.made.move = listener;
    },
    unsubscribeCrosshairMove: () => undefined,
    setCrosshairPosition: (price: number, time: unknown) => {
      library.made.cursor = { price, time };
    },
    clearCrosshairPosition: () => {
      library.made.cursor = null;
    },
    remove: () => undefined,
  }),
}));

const colours: ChartColours = {
  ink: 'ink',
  muted: 'muted',
  line: 'line',
  'line-strong': 'line-strong',
  gain: 'rgb(10, 113, 99)',
  loss: 'rgb(176, 67, 22)',
  hold: 'hold',
  brand: 'brand',
  face: 'mono',
};

const box = () => document.createElement('div');

beforeEach(() => {
  library.made.series = [];
});

test('a fill is the colour of its line, thinner', () => {
  expect(translucent('rgb(10, 113, 99)', 0.2)).toBe('rgba(10, 113, 99, 0.2)');
});

describe('the equity drawing', () => {
  const points = [
    { day: '2025-03-01', trades: 1, net: 5, cumulative: 5, drawdown: 0 },
    { day: '2025-03-04', trades: 2, net: -8, cumulative: -3, drawdown: -8 },
  ];

  test('begins at zero on the day before the first, so that one trade is a line', () => {
    drawEquity(box(), () => undefined).show(points);
    const [net, drawdown] = library.made.series;
    expect(net?.data).toEqual([
      { time: '2025-02-28', value: 0 },
      { time: '2025-03-01', value: 5 },
      { time: '2025-03-04', value: -3 },
    ]);
    expect(drawdown?.data.at(-1)).toEqual({ time: '2025-03-04', value: -8 });
  });

  test('says which day is pointed at, and nothing of its own moves or of the start', () => {
    const heard: (number | null)[] = [];
    drawEquity(box(), (at) => heard.push(at)).show(points);
    library.made.move({ logical: 2, sourceEvent: {} });
    library.made.move({ logical: 1 });
    library.made.move({ logical: 0, sourceEvent: {} });
    library.made.move({ logical: 3, sourceEvent: {} });
    library.made.move({ sourceEvent: {} });
    expect(heard).toEqual([1, null, null, null]);
  });

  test('moves the cursor to a day and away', () => {
    const drawing = drawEquity(box(), () => undefined);
    drawing.show(points);
    drawing.moveTo(1);
    expect(library.made.cursor).toEqual({ price: -3, time: '2025-03-04' });
    drawing.moveTo(null);
    expect(library.made.cursor).toBeNull();
  });

  test('fills without a gradient', () => {
    drawEquity(box(), () => undefined).paint(colours);
    const painted = library.made.series[0]?.options.at(-1);
    expect(painted).toMatchObject({
      topFillColor1: 'rgba(10, 113, 99, 0.14)',
      topFillColor2: 'rgba(10, 113, 99, 0.14)',
    });
  });
});
