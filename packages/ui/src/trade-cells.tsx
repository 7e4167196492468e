import { classNames } from './class-names.ts';
import { formatMoney, formatPrice, formatVolume } from './format.ts';
import { toneOf } from './stat.tsx';
import { Cell } from './table.tsx';

/** Text colour of a result; its sign always stands beside it. */
export const RESULT_TEXT = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

const resultText = (profit: number | null) => (profit === null ? '' : RESULT_TEXT[toneOf(profit)]);

type Figures = Readonly<{
  symbol: string;
  type: 'BUY' | 'SELL';
  /** Lots. */
  volume: number;
  /** Net, in `currency`; null for what became no trade. */
  profit: number | null;
  currency: string;
}>;

/** Symbol, type, volume, price and P&L of a trade as cells of a row. */
export function TradeCells({
  symbol,
  type,
  volume,
  profit,
  currency,
  price,
  digits,
}: Figures & Readonly<{ price: number; digits: number }>) {
  return (
    <>
      <Cell figures className="font-medium">
        {symbol}
      </Cell>
      <Cell figures className="font-semibold">
        {type}
      </Cell>
      <Cell end figures>
        {formatVolume(volume)}
      </Cell>
      <Cell end figures>
        {formatPrice(price, digits)}
      </Cell>
      <Cell end figures className={classNames('font-medium', resultText(profit))}>
        {profit === null ? '–' : formatMoney(profit, currency, 'always')}
      </Cell>
    </>
  );
}

/** The same on one line, without the price, for narrow windows. */
export function TradeLine({ symbol, type, volume, profit, currency }: Figures) {
  return (
    // Of a fixed height: a face that arrives late moves no row.
    <div className="flex h-6 items-center justify-between gap-3">
      <span className="figures flex items-baseline gap-[1ch] text-small">
        <span className="font-medium">{symbol}</span>
        <span className="text-tiny font-semibold">{type}</span>
        <span>{formatVolume(volume)}</span>
      </span>
      <span className={classNames('figures text-small font-medium', resultText(profit))}>
        {profit === null ? '–' : formatMoney(profit, currency, 'always')}
      </span>
    </div>
  );
}
