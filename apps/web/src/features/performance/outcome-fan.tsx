import type { Simulation } from '@quorate/contract/performance';
import { countOf, formatMoney } from '@quorate/ui/format';
import { useId, useState } from 'react';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { FanDrawing } from './fan-drawing.tsx';
import { fanScales, MEDIUM, NARROW, WIDE } from './fan-scales.ts';

type Fan = Simulation['fan'];

type OutcomeFanProps = {
  fan: Fan;
  currency: string;
  /** Net result that is ruin; null where that is not known. */
  ruinAt: number | null;
};

/** The range of outcomes as it widens, and a slider that reads it out at any point. */
export function OutcomeFan({ fan, currency, ruinAt }: OutcomeFanProps) {
  const wide = useMediaQuery('(min-width: 64rem)');
  const medium = useMediaQuery('(min-width: 40rem)');
  const slider = useId();
  const last = fan.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  // Another simulation may have fewer points.
  const place = Math.min(chosen ?? last, last);
  const point = fan[place];
  if (!point) return null;
  const scales = fanScales(fan, wide ? WIDE : medium ? MEDIUM : NARROW, ruinAt);
  const { left, width } = scales.size;
  const amount = (value: number) => formatMoney(value, currency, 'always');
  const words =
    `After ${countOf(point.trade, 'trade')}: ${amount(point.p50)} in the middle; ` +
    `half of the runs ${amount(point.p25)} to ${amount(point.p75)}, ` +
    `9 of 10 ${amount(point.p5)} to ${amount(point.p95)}.`;
  return (
    <div>
      <p className="mb-2 text-tiny text-muted">Net result in {currency} after so many trades</p>
      <FanDrawing fan={fan} point={point} scales={scales} ruinAt={ruinAt} currency={currency} />
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-tiny text-muted" aria-hidden="true">
        <Key className="h-0.5 bg-brand">Middle</Key>
        <Key className="h-3 bg-brand/35">Half of the runs</Key>
        <Key className="h-3 bg-brand/15">9 of 10 runs</Key>
        {scales.showsRuin && <Key className="h-0 border-t-2 border-dashed border-loss">Ruin</Key>}
      </ul>
      <label htmlFor={slider} className="sr-only">
        Read out after so many trades
      </label>
      <input
        id={slider}
        type="range"
        min={0}
        max={last}
        value={place}
        onChange={(event) => setChosen(Number(event.target.value))}
        aria-valuetext={words}
        // As wide as the drawing between its sides, so that the thumb stands below its line.
        style={{ marginLeft: `${(100 * left) / width}%`, width: `${100 - (100 * left) / width}%` }}
        className="mt-3 h-11 accent-brand"
      />
      <p className="min-h-10 text-small" aria-hidden="true">
        {words}
      </p>
    </div>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`w-6 ${className}`} />
      {children}
    </li>
  );
}
