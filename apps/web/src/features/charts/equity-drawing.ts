import {
  BaselineSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
} from 'lightweight-charts';
import { CANVAS_OPTIONS, canvasColours, dayTick } from './canvas-options.ts';
import { type ChartColours, translucent } from './chart-colours.ts';
import { compactAmount } from './compact-money.ts';
import type { EquityPoint } from './equity-points.ts';

const DAY_MS = 86_400_000;

export type EquityDrawing = {
  show: (points: readonly EquityPoint[]) => void;
  paint: (colours: ChartColours) => void;
  /** Moves the crosshair to a point, into view if it was scrolled away. */
  moveTo: (at: number | null) => void;
  remove: () => void;
};

/** The canvas: net result above, drawdown below, one point a day. */
export function drawEquity(box: HTMLElement, onPoint: (at: number | null) => void): EquityDrawing {
  const chart = createChart(box, {
    ...CANVAS_OPTIONS,
    // Ten years of days fit into the width of a phone; by default they would not.
    timeScale: {
      minBarSpacing: 0.01,
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
      tickMarkFormatter: dayTick,
    },
  });
  const format = { type: 'custom', formatter: compactAmount, minMove: 0.01 } as const;
  const fromZero = {
    priceFormat: format,
    priceLineVisible: false,
    lineWidth: 2,
    baseValue: { type: 'price', price: 0 },
  } as const;
  const net = chart.addSeries(BaselineSeries, fromZero);
  const drawdown = chart.addSeries(BaselineSeries, fromZero, 1);
  chart.panes()[0]?.setStretchFactor(3);
  let shown: readonly EquityPoint[] = [];

  const follow = ({ logical, sourceEvent }: MouseEventParams) => {
    // Our own moves of the crosshair come back here without an event.
    if (!sourceEvent) return;
    // The first place is the start.
    const at = logical === undefined ? null : logical - 1;
    onPoint(at !== null && at >= 0 && at < shown.length ? at : null);
  };
  chart.subscribeCrosshairMove(follow);

  return {
    show(points) {
      shown = points;
      const start = points[0] ? [{ time: dayBefore(points[0].day), value: 0 }] : [];
      net.setData([
        ...start,
        ...points.map(({ day, cumulative }) => ({ time: day, value: cumulative })),
      ]);
      drawdown.setData([
        ...start,
        ...points.map((point) => ({ time: point.day, value: point.drawdown })),
      ]);
      chart.timeScale().fitContent();
    },
    paint: (colours) => paint(colours, { chart, net, drawdown }),
    moveTo(at) {
      const point = at === null ? undefined : shown[at];
      if (at === null || !point) return chart.clearCrosshairPosition();
      bringIntoView(chart, at + 1);
      chart.setCrosshairPosition(point.cumulative, point.day, net);
    },
    remove() {
      chart.unsubscribeCrosshairMove(follow);
      chart.remove();
    },
  };
}

type Parts = { chart: IChartApi; net: ISeriesApi<'Baseline'>; drawdown: ISeriesApi<'Baseline'> };

function paint(colours: ChartColours, { chart, net, drawdown }: Parts): void {
  chart.applyOptions(canvasColours(colours));
  const [gain, loss] = [translucent(colours.gain, 0.14), translucent(colours.loss, 0.14)];
  // Both ends of a fill alike: a gradient would say nothing.
  const below = {
    bottomLineColor: colours.loss,
    bottomFillColor1: loss,
    bottomFillColor2: loss,
  };
  net.applyOptions({
    ...below,
    topLineColor: colours.gain,
    topFillColor1: gain,
    topFillColor2: gain,
  });
  drawdown.applyOptions({ ...below, topLineColor: colours.loss });
}

function bringIntoView(chart: IChartApi, place: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range || (place >= range.from && place <= range.to)) return;
  const half = (range.to - range.from) / 2;
  chart.timeScale().setVisibleLogicalRange({ from: place - half, to: place + half });
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}
