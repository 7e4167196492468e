import type { IntervalFigure, VoterRecord } from '@quorate/contract/calibration';
import { formatShare } from '@quorate/ui/format';
import { brierInterval, brierWords, shareInterval } from './record-words.ts';

/** How often price went the way a voter leaned, with its interval. */
export function Accuracy({ record: { accuracy } }: { record: VoterRecord }) {
  return <Figure figure={accuracy} value={formatShare} interval={shareInterval} />;
}

/** A voter's Brier score with its interval and what that proves. */
export function Brier({ record: { brier } }: { record: VoterRecord }) {
  return (
    <Figure
      figure={brier}
      value={(value) => value.toFixed(3)}
      interval={brierInterval}
      words={brierWords}
    />
  );
}

type FigureProps = {
  figure: IntervalFigure | null;
  value: (value: number) => string;
  interval: (figure: IntervalFigure) => string;
  words?: (figure: IntervalFigure) => string;
};

function Figure({ figure, value, interval, words }: FigureProps) {
  if (figure === null) return <span className="text-tiny text-muted">none yet</span>;
  return (
    <>
      <span className="figures text-[0.8438rem]">{value(figure.value)}</span>
      <span className="block text-tiny text-muted tabular-nums">{interval(figure)}</span>
      {words && <span className="block text-tiny text-muted">{words(figure)}</span>}
    </>
  );
}
