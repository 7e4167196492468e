import type { SnapshotDocument } from '@quorate/contract/decisions';
import { Candles } from './candles.tsx';
import { formatFigure, sentenceCase } from './decision-words.ts';
import { FactList } from './fact-list.tsx';

const INDICATORS: ReadonlyArray<{
  name: keyof SnapshotDocument['indicators'];
  label: string;
  unit: string;
}> = [
  { name: 'close_less_ema20', label: 'Close less EMA 20', unit: ' ATR' },
  { name: 'close_less_ema50', label: 'Close less EMA 50', unit: ' ATR' },
  { name: 'ema20_less_ema50', label: 'EMA 20 less EMA 50', unit: ' ATR' },
  { name: 'adx14', label: 'ADX 14', unit: '' },
  { name: 'plus_di14', label: '+DI 14', unit: '' },
  { name: 'minus_di14', label: '−DI 14', unit: '' },
  { name: 'rsi14', label: 'RSI 14', unit: '' },
  { name: 'zscore20', label: 'Deviations from mean of 20', unit: '' },
  { name: 'above_high20', label: 'Above high of 20', unit: ' ATR' },
  { name: 'below_low20', label: 'Below low of 20', unit: ' ATR' },
  { name: 'atr_ratio50', label: 'ATR over its mean of 50', unit: '' },
];

/** The snapshot: shape without price levels, and the figures that votes rest on. */
export function SeenSection({ snapshot }: { snapshot: SnapshotDocument }) {
  const { bars, indicators, atr_points: atr, spread_points: spread, session } = snapshot;
  return (
    <>
      <Candles bars={bars} label={`The ${bars.length} closed bars before the decision`} />
      <FactList
        facts={[
          ...INDICATORS.map(({ name, label, unit }) => ({
            label,
            value: `${formatFigure(indicators[name])}${unit}`,
          })),
          { label: 'ATR 14', value: `${formatFigure(atr)} points` },
          { label: 'Spread', value: `${formatFigure(spread)} points` },
          { label: 'Session', value: sentenceCase(session) },
        ]}
      />
    </>
  );
}
