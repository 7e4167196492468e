import type { Explanation } from '@quorate/contract/decision-outcomes';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import type { ReactNode } from 'react';
import { type DrawnTrade, drawnTrade } from './drawn-trade.ts';
import { formatR, shadowSentence } from './explanation-words.ts';
import { TradePicture } from './trade-picture.tsx';

const TONES = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

type OutcomeSectionProps = {
  explanation: Explanation;
  /** Draws the trade; by default as a plain picture. */
  chart?: ((drawn: DrawnTrade) => ReactNode) | undefined;
};

/** What it came to, or what a refused order would have come to. */
export function OutcomeSection({ explanation, chart }: OutcomeSectionProps) {
  const drawn = drawnTrade(explanation);
  return (
    <>
      <OutcomeWords {...explanation} />
      {drawn && (chart ? chart(drawn) : <TradePicture {...drawn} />)}
    </>
  );
}

function OutcomeWords({ trade, outcome, decision }: Explanation) {
  if (trade?.status === 'CLOSED') {
    return (
      <p className="text-small">
        Closed with{' '}
        <b className={`figures font-semibold ${TONES[toneOf(trade.profit)]}`}>
          {formatMoney(trade.profit, trade.currency, 'always')}
        </b>{' '}
        net
        {trade.r !== null && (
          <>
            , <b className="figures font-semibold">{formatR(trade.r)}</b>
          </>
        )}
        . {endingSentence(trade)}
      </p>
    );
  }
  if (trade?.status === 'OPEN') return <p className="text-small">The position is still open.</p>;
  if (trade)
    return (
      <p className="text-small">
        Its terminal calls it {trade.status.toLowerCase()}. It counts in no result.
      </p>
    );
  if (outcome?.shadow) {
    return (
      <>
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-small">
          <Badge>Hypothetical</Badge> {shadowSentence(outcome.shadow)}
        </p>
        <p className="text-tiny text-muted">
          What the same order would have done by the rules of the simulated broker, net of spread
          and commission, doubts counted against it. It was never made, and no statistic counts it.
        </p>
      </>
    );
  }
  if (outcome?.refusal)
    return <p className="text-small text-muted">No order could have followed from it.</p>;
  if (outcome?.fill)
    return <p className="text-small">The position was opened; its trade is not stored yet.</p>;
  if (decision.action === 'HOLD')
    return <p className="text-small text-muted">Nothing was traded.</p>;
  return <p className="text-small text-muted">Nothing is known of it yet.</p>;
}

/** By its prices: where it left, as far as they tell. */
function endingSentence({
  close_price: exit,
  take_profit: target,
  stop_loss: stop,
}: {
  close_price: number | null;
  take_profit: number | null;
  stop_loss: number | null;
}): string {
  if (exit === target) return 'The target was reached.';
  if (exit === stop) return 'The stop was reached.';
  return 'It left at another price than its stop or target.';
}
