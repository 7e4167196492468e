import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTrade } from '../../testing/builders.ts';
import { drawCandles } from './candles-drawing.ts';
import type { ChartColours } from './chart-colours.ts';

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
  CandlestickSeries: 'candles',
  ColorType: { Solid: 'solid' },
  CrosshairMode: { Magnet: 1 },
  LineStyle: { Solid: 0, Dashed: 2 },
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

describe('the candles drawing', () => {
  const bars = [12, 13, 14].map((hour) => ({
    time: `2026-11-20T${hour}:00:00.000Z`,
    open: 1.084,
    high: 1.085,
    low: 1.083,
    close: 1.0845,
  }));
  const draw = (trade = buildTrade()) =>
    drawCandles(box(), { bars, trade, timeZone: 'UTC' }, () => undefined);

  test('has a line for each price, once, however often it is painted', () => {
    const drawing = draw();
    drawing.paint(colours);
    drawing.paint(colours);
    expect(library.made.series[0]?.lines).toMatchObject([
      { title: 'Exit · Target', price: 1.0861, color: 'brand' },
      { title: 'Entry', price: 1.0842, color: 'ink' },
      { title: 'Stop', price: 1.082, color: 'rgb(176, 67, 22)' },
    ]);
  });

  test('names levels of one price on one line, what was done first', () => {
    draw(buildTrade({ close_price: 1.082 })).paint(colours);
    expect(library.made.series[0]?.lines).toMatchObject([
      { title: 'Target' },
      { title: 'Entry' },
      { title: 'Exit · Stop', price: 1.082, color: 'brand' },
    ]);
  });

  test('keeps levels apart that are a point apart', () => {
    draw(buildTrade({ close_price: 1.08201 })).paint(colours);
    expect(library.made.series[0]?.lines).toHaveLength(4);
  });

  test('marks entry and exit on their bars, arrows as the deals went', () => {
    draw(buildTrade({ trade_type: 'SELL' })).paint(colours);
    expect(library.made.markers).toMatchObject([
      { text: 'Entry', shape: 'arrowDown', time: Date.UTC(2026, 10, 20, 12) / 1_000 },
      { text: 'Exit', shape: 'arrowUp', time: Date.UTC(2026, 10, 20, 14) / 1_000 },
    ]);
  });

  test('keeps a stop that was never touched in view', () => {
    draw();
    const scale = library.made.series[0]?.options[0]?.autoscaleInfoProvider ?? (() => null);
    expect(scale(() => ({ priceRange: { minValue: 1.083, maxValue: 1.085 } }))).toEqual({
      priceRange: { minValue: 1.082, maxValue: 1.0861 },
    });
  });

  test('of an open trade has no exit', () => {
    draw(buildTrade({ closed_at: null, close_price: null })).paint(colours);
    expect(library.made.markers).toHaveLength(1);
    expect(library.made.series[0]?.lines).toHaveLength(3);
  });
});
