import { t } from '@lingui/core/macro';
import type { OutcomeBar } from '@quorate/contract/decision-outcomes';
import { classNames } from '@quorate/ui/class-names';
import { formatList, formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { stepOf } from '../../ui/key-walk.ts';
import { type CandlePlot, candlePlot, LEVEL_WORDS, type Level } from './candle-plot.ts';
import type { DrawnTrade } from './drawn-trade.ts';

const TONES: Readonly<Record<Level['name'], { text: string; line: string; dash?: string }>> = {
  target: { text: 'text-gain', line: 'stroke-gain', dash: '5 3' },
  entry: { text: 'text-ink', line: 'stroke-ink' },
  exit: { text: 'text-brand', line: 'stroke-brand' },
  stop: { text: 'text-loss', line: 'stroke-loss', dash: '5 3' },
  best: { text: 'text-muted', line: 'stroke-line-strong', dash: '1 3' },
  worst: { text: 'text-muted', line: 'stroke-line-strong', dash: '1 3' },
};

type StoryCandlesProps = DrawnTrade & { symbol: string; digits: number; timeZone: string };

/** The trade on its candles: entry, stop, target, exit, and how far it went. The bars are read by pointer or arrow keys. */
export function StoryCandles(props: StoryCandlesProps) {
  const { bars, decidedAt, trade, symbol, digits, timeZone } = props;
  const [at, setAt] = useState<number | null>(null);
  const plot = useMemo(() => candlePlot(bars, decidedAt, trade), [bars, decidedAt, trade]);
  const bar = at === null ? undefined : bars[at];
  const words = (each: OutcomeBar) => barWords(each, digits, timeZone);
  const prices = plot.levels.map(
    ({ name, price }) => `${LEVEL_WORDS[name]} ${formatPrice(price, digits)}`,
  );
  const what = [trade?.trade_type, symbol].join(' ').trim();
  const label = `${t`${what} on its candles.`} ${formatList(prices, 'unit')}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event, { at, count: bars.length, way: 'slider' });
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
    setAt(Math.min(bars.length - 1, Math.max(0, place)));
  };
  return (
    <figure>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={bar ? words(bar) : t`Use the arrow keys to read the bars.`}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        className="grid h-[14.5rem] grid-cols-[1fr_7.25rem] grid-rows-[1fr_1.25rem] rounded-sm sm:h-[19rem]"
      >
        <div
          className="relative min-w-0 border-b border-line"
          onPointerMove={follow}
          onPointerLeave={() => setAt(null)}
        >
          <Plot plot={plot} />
          {bar && at !== null && (
            <div
              aria-hidden="true"
              style={{ left: `${plot.middle(at)}%` }}
              className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
            />
          )}
        </div>
        <div aria-hidden="true" className="relative border-b border-line">
          {plot.labels.map(({ name, price, y }) => (
            <span
              key={name}
              style={{ top: `${y}%` }}
              className={classNames(
                'absolute inset-x-0 flex -translate-y-1/2 justify-between gap-1 ps-2 text-tiny leading-4',
                TONES[name].text,
              )}
            >
              {LEVEL_WORDS[name]}
              <span className="figures">{formatPrice(price, digits)}</span>
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="figures relative text-tiny text-muted">
          <span className="absolute top-0.5 start-0 whitespace-nowrap">
            {bars[0] && formatTime(bars[0].time, timeZone)}
          </span>
          <span className="absolute top-0.5 end-0 whitespace-nowrap max-xs:hidden">
            {formatTime(bars.at(-1)?.time ?? decidedAt, timeZone)}
          </span>
        </div>
      </div>
      <figcaption className="mt-1 min-h-10 text-tiny text-muted tabular-nums sm:min-h-5">
        {bar ? words(bar) : t`Rising bars are hollow. Point at a bar to read it.`}
      </figcaption>
    </figure>
  );
}

/** In percent of the box, whatever its size: strokes keep their width. */
function Plot({ plot }: { plot: CandlePlot }) {
  const { rising, falling, levels, decided, entry, exit, isBuy } = plot;
  const still = { vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full"
      >
        <path
          d={`M${decided} 0V100`}
          className="stroke-line-strong"
          strokeDasharray="2 3"
          {...still}
        />
        {levels.map(({ name, y }) => (
          <path
            key={name}
            d={`M${name === 'exit' && exit ? exit.x : (entry?.x ?? decided)} ${y}H100`}
            className={TONES[name].line}
            strokeDasharray={TONES[name].dash}
            {...still}
          />
        ))}
        <path d={rising.wicks} className="stroke-gain" {...still} />
        <path d={rising.bodies} className="fill-surface stroke-gain" {...still} />
        <path d={falling.wicks} className="stroke-loss" {...still} />
        <path d={falling.bodies} className="fill-loss stroke-loss" {...still} />
      </svg>
      {entry && (
        <svg
          viewBox="0 0 10 10"
          aria-hidden="true"
          style={{ left: `${entry.x}%`, top: `${entry.y}%` }}
          className="absolute size-3 -translate-1/2 fill-ink stroke-paper"
        >
          <path d={isBuy ? 'M5 1 9.5 9H.5Z' : 'M5 9 .5 1H9.5Z'} strokeWidth="1" />
        </svg>
      )}
      {exit && (
        <span
          aria-hidden="true"
          style={{ left: `${exit.x}%`, top: `${exit.y}%` }}
          className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-brand bg-surface"
        />
      )}
    </>
  );
}

function barWords(bar: OutcomeBar, digits: number, timeZone: string): string {
  const price = (value: number) => formatPrice(value, digits);
  return t`${formatTime(bar.time, timeZone)}: open ${price(bar.open)}, high ${price(bar.high)}, low ${price(bar.low)}, close ${price(bar.close)}`;
}
