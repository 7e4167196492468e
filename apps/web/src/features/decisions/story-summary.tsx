import type { Explanation } from '@quorate/contract/decision-outcomes';
import { Badge } from '@quorate/ui/badge';
import { formatMoney, formatPrice, formatVolume } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import type { ReactNode } from 'react';
import { formatR } from '../../lib/format-r.ts';
import { heldBy } from '../../ui/verdict-rule-words.ts';
import { inSentence, ruleName } from './check-words.ts';
import { shadowSentence } from './explanation-words.ts';

const TONES = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;
const DID = { BUY: 'Bought', SELL: 'Sold' } as const;
const MEANT = { BUY: 'to buy', SELL: 'to sell' } as const;

/** First the fact: what came of the decision, before how it came to be. */
export function StorySummary({ explanation }: { explanation: Explanation }) {
  return (
    <div className="rounded-[10px] border border-line bg-sunk px-4 py-3">
      <Words {...explanation} />
    </div>
  );
}

function Words({ trade, outcome, decision }: Explanation) {
  const { action } = decision;
  if (trade) {
    const { trade_type: side, volume, price, digits, status, profit, currency, r } = trade;
    return (
      <Lines
        head={
          <>
            {DID[side]} {formatVolume(volume)} lots
            {status === 'CLOSED' ? (
              <>
                {': '}
                <span className={TONES[toneOf(profit)]}>
                  {formatMoney(profit, currency, 'always')}
                </span>
              </>
            ) : (
              `, ${status === 'OPEN' ? 'still open' : status.toLowerCase()}`
            )}
          </>
        }
      >
        At {formatPrice(price, digits)}
        {status === 'CLOSED' && `, net of costs${r === null ? '' : `, ${formatR(r)} on its risk`}`}.
      </Lines>
    );
  }
  if (action === 'HOLD') return <Lines head="Held">{heldSentence(decision)}</Lines>;
  if (outcome?.refusal)
    return (
      <Lines head={`Vetoed: ${inSentence(ruleName(outcome.refusal.rule))}`}>
        They wanted {MEANT[action]}, and the risk desk refused.{' '}
        {outcome.shadow && (
          <>
            {shadowSentence(outcome.shadow)} <Badge>Hypothetical</Badge>
          </>
        )}
      </Lines>
    );
  if (outcome?.fill)
    return <Lines head="Ordered and filled">Its trade is not on record yet.</Lines>;
  if (outcome?.order)
    return <Lines head="Ordered">The bot has not reported that it was filled.</Lines>;
  return (
    <Lines head={`Decided ${MEANT[action]}`}>The bot has not reported what became of it.</Lines>
  );
}

function heldSentence({ rules }: Explanation['decision']): string {
  const broken = rules.filter(({ pass }) => !pass).map(({ name }) => heldBy(name));
  return broken.length === 0
    ? 'The analysts saw no side to take, so nothing was traded.'
    : `The votes did not meet every rule (${broken.join(', ')}), so nothing was traded.`;
}

function Lines({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="font-serif text-[1.25rem] font-medium">{head}</p>
      <p className="mt-0.5 text-small text-muted">{children}</p>
    </>
  );
}
