import { useEffect, useEffectEvent, useRef } from 'react';
import type { CandleBar, CandleTrade } from './candle-figures.ts';
import { type CandlesDrawing, drawCandles } from './candles-drawing.ts';
import { readColours, useColourScheme } from './chart-colours.ts';

type CandlesCanvasProps = {
  bars: readonly CandleBar[];
  trade: CandleTrade;
  timeZone: string;
  at: number | null;
  onPoint: (at: number | null) => void;
};

/** Keeps the candles in step with the page. Other bars or another trade are another drawing. */
export function CandlesCanvas({ bars, trade, timeZone, at, onPoint }: CandlesCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<CandlesDrawing | null>(null);
  const scheme = useColourScheme();
  const report = useEffectEvent(onPoint);

  useEffect(() => {
    if (!box.current) return;
    const made = drawCandles(box.current, { bars, trade, timeZone }, (place) => report(place));
    made.paint(readColours(box.current));
    drawing.current = made;
    return () => made.remove();
  }, [bars, trade, timeZone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again in another scheme
  useEffect(() => {
    if (box.current) drawing.current?.paint(readColours(box.current));
  }, [scheme]);
  useEffect(() => drawing.current?.moveTo(at), [at]);

  return <div ref={box} className="h-80" />;
}
