import type { SnapshotDocument } from '@quorate/contract/decisions';
import { formatFigure, sentenceCase } from '@quorate/ui/decision-words';
import { FactList } from '@quorate/ui/fact-list';
import { Candles } from './candles.tsx';
import { INDICATORS } from './indicator-words.ts';

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
