import { t } from '@lingui/core/macro';
import type { DeskDecision } from '@quorate/contract/desk';
import { symbolText } from '@quorate/contract/hosted-terms';
import { ACTION_TEXT } from '@quorate/ui/decision-words';
import { DeskCard, VoteBars } from '@quorate/ui/desk-parts';
import { formatMoney } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import { formatTime } from '@quorate/ui/time-format';
import { Link } from 'react-router';
import { useDeskPath } from '../../lib/desk-path.ts';
import { formatR } from '../../lib/format-r.ts';
import { decisionPath } from '../../lib/story-path.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { decisionText } from './desk-words.ts';

const TONES = { plain: 'text-muted', gain: 'text-gain', loss: 'text-loss' } as const;

type DeskDecisionsProps = {
  decisions: readonly DeskDecision[];
  currency: string;
  timeZone: string;
};

/** The newest decisions in words; each row leads to its story. */
export function DeskDecisions({ decisions, currency, timeZone }: DeskDecisionsProps) {
  const path = useDeskPath();
  return (
    <DeskCard
      title={t`Last decisions`}
      aside={
        <TextLink
          to={`${path}?tab=history&view=decisions`}
          className="text-tiny"
        >{t`All decisions`}</TextLink>
      }
    >
      {decisions.length === 0 ? (
        <p className="text-small text-muted">{t`No decision yet. One is made when the next bar closes.`}</p>
      ) : (
        <ol className="divide-y divide-line">
          {decisions.map((decision) => (
            <Row
              key={decision.decision_id}
              decision={decision}
              currency={currency}
              timeZone={timeZone}
              to={decisionPath(path, decision.decision_id)}
            />
          ))}
        </ol>
      )}
    </DeskCard>
  );
}

type RowProps = { decision: DeskDecision; currency: string; timeZone: string; to: string };

function Row({ decision, currency, timeZone, to }: RowProps) {
  const { verdict, words } = decisionText(decision);
  const { action, as_of: at, symbol, votes } = decision;
  const isTrade = action !== 'HOLD' && decision.outcome !== 'vetoed';
  return (
    <li>
      <Link
        to={to}
        className="-mx-2 flex min-h-11 flex-wrap items-center gap-x-3 rounded-sm px-2 py-1.5 text-small hover:bg-sunk/70"
      >
        <time dateTime={at} className="figures text-tiny text-muted">
          {formatTime(at, timeZone).slice(-5)}
        </time>
        <span className="figures text-tiny font-semibold">{symbolText(symbol)}</span>
        <span className="min-w-[6rem] flex-1">
          <VoteBars votes={votes} />
          <span className={isTrade ? `font-semibold ${ACTION_TEXT[action]}` : 'font-medium'}>
            {verdict}
          </span>
          {words && <span className="text-muted">: {words}</span>}
        </span>
        <Result decision={decision} currency={currency} />
      </Link>
    </li>
  );
}

function Result({ decision, currency }: { decision: DeskDecision; currency: string }) {
  const { profit, r, outcome } = decision;
  if (profit !== null)
    return (
      <span className={`figures text-tiny ${TONES[toneOf(profit)]}`}>
        {formatMoney(profit, currency, 'always')}
      </span>
    );
  if (outcome === 'vetoed' && r !== null)
    return (
      <span className="rounded-full border border-line px-2 py-0.5 text-tiny leading-4 text-muted">{t`would be ${formatR(r)}`}</span>
    );
  return null;
}
