import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { Card } from '@quorate/ui/card';
import { leanWords } from '@quorate/ui/decision-words';
import { FactList } from '@quorate/ui/fact-list';
import { formatVolume } from '@quorate/ui/format';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { VoteRow } from '@quorate/ui/vote-row';
import { VotesConverging } from '@quorate/ui/votes-converging';
import { RECORDED_DECISION } from './recorded-decision.ts';
import {
  RECORDED_AGREEMENT,
  RECORDED_FACTS,
  RECORDED_HASH,
  RECORDED_PROFIT,
  RECORDED_TIME,
} from './recorded-facts.ts';

const { symbol, timeframe, votes, action, p_up: pooled, trade } = RECORDED_DECISION;

/** The product's own decision card, with the recorded decision on it. */
export function RecordedDecisionCard() {
  return (
    <Card className="p-5 xs:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b border-line pb-3">
        <p>
          <span className="figures text-body font-semibold">{symbol}</span>{' '}
          <span className="text-tiny text-muted">
            {timeframe} · {RECORDED_TIME}
          </span>
        </p>
        <Badge>{t`Recorded, simulated`}</Badge>
      </div>
      <ul className="mt-2">
        {votes.map((vote) => (
          <VoteRow key={vote.analyst} vote={vote} />
        ))}
      </ul>
      <VotesConverging votes={votes} action={action} />
      <div className="mt-2 mb-3">
        <VerdictBar
          action={action}
          verdict={t`Buy ${formatVolume(trade.volume)} lots`}
          note={`${RECORDED_AGREEMENT} · ${leanWords(pooled)}`}
        />
      </div>
      <FactList facts={RECORDED_FACTS} />
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-1 text-tiny text-muted">
        <span>
          <Trans>
            Outcome: target reached,{' '}
            <b className="figures font-semibold text-gain">{RECORDED_PROFIT}</b>
          </Trans>
        </span>
        <span className="figures">#{RECORDED_HASH}</span>
      </p>
      <p className="mt-3 border-t border-line pt-3 text-tiny text-muted">{t`From a recorded run of the paper bot on a made-up market. Chosen because it shows every step; many trades end at their stop.`}</p>
    </Card>
  );
}
