import {
  ColorType,
  CrosshairMode,
  type DeepPartial,
  type TimeChartOptions,
} from 'lightweight-charts';
import type { ChartColours } from './chart-colours.ts';

/**
 * What the canvas charts have in common. The page scrolls under them: the wheel and a finger that moves up
 * or down are left to it. The library's own logo adds a style element, which our content policy forbids;
 * its notice stands in the page instead.
 */
export const CANVAS_OPTIONS: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  layout: { attributionLogo: false, background: { type: ColorType.Solid, color: 'transparent' } },
  handleScroll: { mouseWheel: false, vertTouchDrag: false },
  handleScale: { mouseWheel: false, axisPressedMouseMove: false },
  kineticScroll: { mouse: false, touch: false },
  // As wide as its widest label will be: a width that grew after drawing would cut off the newest day.
  rightPriceScale: { borderVisible: false, minimumWidth: 60 },
  crosshair: { mode: CrosshairMode.Magnet },
  localization: { locale: 'en-GB' },
};

export function canvasColours(colours: ChartColours): DeepPartial<TimeChartOptions> {
  const cursor = { color: colours['line-strong'], labelBackgroundColor: colours.brand };
  return {
    layout: {
      textColor: colours.muted,
      fontFamily: colours.face,
      fontSize: 11,
      panes: { separatorColor: colours.line, enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    timeScale: { borderColor: colours.line },
    crosshair: { vertLine: cursor, horzLine: cursor },
  };
}
