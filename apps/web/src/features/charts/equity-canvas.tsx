import { useEffect, useEffectEvent, useRef } from 'react';
import { readColours, useColourScheme } from './chart-colours.ts';
import { drawEquity, type EquityDrawing } from './equity-drawing.ts';
import type { EquityPoint } from './equity-points.ts';
import { useNear } from './library-notice.tsx';

type EquityCanvasProps = {
  points: readonly EquityPoint[];
  at: number | null;
  onPoint: (at: number | null) => void;
};

/** Keeps the drawing in step with the page: its points, its colours, its cursor. Nothing is drawn out of sight. */
export function EquityCanvas({ points, at, onPoint }: EquityCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<EquityDrawing | null>(null);
  const near = useNear(box);
  const scheme = useColourScheme();
  const report = useEffectEvent(onPoint);

  useEffect(() => {
    if (!near || !box.current) return;
    const made = drawEquity(box.current, (place) => report(place));
    drawing.current = made;
    return () => {
      drawing.current = null;
      made.remove();
    };
  }, [near]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again in another scheme
  useEffect(() => {
    if (near && box.current) drawing.current?.paint(readColours(box.current));
  }, [scheme, near]);
  useEffect(() => {
    if (near) drawing.current?.show(points);
  }, [points, near]);
  useEffect(() => {
    if (near) drawing.current?.moveTo(at);
  }, [at, near]);

  return <div ref={box} className="h-80" />;
}
