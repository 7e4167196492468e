import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { Card } from '@quorate/ui/card';
import { VERDICT_WORDS } from '@quorate/ui/decision-words';
import { formatMoney, formatVolume } from '@quorate/ui/format';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { VoteRow } from '@quorate/ui/vote-row';
import { VotesConverging } from '@quorate/ui/votes-converging';
import type { ReactNode } from 'react';
import { formatR } from '../../lib/format-r.ts';
import { RECORDING } from './recorded-decisions.ts';

const { taken, refused, run } = RECORDING;
const { trade, desk } = taken;

/** A trade on which the analysts agreed, beside one that they agreed on and the risk desk refused. */
export function RecordedPair() {
  return (
    <section aria-labelledby="decision" className="wrap scroll-mt-24 py-14 md:py-20">
      <h2
        id="decision"
        className="font-serif text-title font-medium"
      >{t`What a decision looks like`}</h2>
      <p className="mt-3 max-w-prose text-muted">{t`Agreement is not enough. The risk desk has the last word, and it can only make a trade smaller or refuse it.`}</p>
      <div className="mt-8 grid grid-cols-1 gap-5 lg:grid-cols-2">
        <RecordedCard decision={taken}>
          <VotesConverging votes={taken.votes} action={taken.action} />
          <VerdictBar
            action={taken.action}
            verdict={t`${VERDICT_WORDS[taken.action]} ${formatVolume(trade.volume)} lots`}
            note={t`target ${desk.risk_reward.value.toFixed(1)} times the risk`}
          />
          <p className="mt-4 text-small text-muted">
            <Trans>
              It risked {formatMoney(desk.at_risk.value, trade.currency)} of at most{' '}
              {formatMoney(desk.at_risk.limit, trade.currency)} and closed at its target:{' '}
              <b className="figures font-semibold text-gain">
                {formatMoney(trade.profit, trade.currency, 'always')}
              </b>
              .
            </Trans>
          </p>
        </RecordedCard>
        <RecordedCard decision={refused}>
          <VotesConverging votes={refused.votes} action="HOLD" />
          <VerdictBar
            action="HOLD"
            verdict={t`Refused`}
            note={t`spread ${refused.refusal.actual} pips, limit ${refused.refusal.limit}`}
          />
          <p className="mt-4 text-small text-muted">
            <Trans>
              It would have ended at its stop:{' '}
              <b className="figures font-semibold text-loss">{formatR(refused.shadow.r)}</b>.
              Refused trades are followed too, so you can judge the rules.
            </Trans>
          </p>
        </RecordedCard>
      </div>
      <p className="mt-5 max-w-[46rem] text-tiny text-muted">{t`Both are recorded from one run of the paper bot on a made-up market, with our rule analysts voting. They were chosen because they are clear: of the ${plural(run.trades, { one: '# trade', other: '# trades' })} of that run, ${run.at_target} closed at their target and ${run.at_stop} at their stop. Language models vote in the same way, where they are set up.`}</p>
    </section>
  );
}

type RecordedCardProps = { decision: typeof taken | typeof refused; children: ReactNode };

function RecordedCard({ decision, children }: RecordedCardProps) {
  const { symbol, timeframe, as_of, snapshot_hash: hash, votes } = decision;
  return (
    <Card className="flex flex-col p-5 xs:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b border-line pb-3">
        <p>
          <span className="figures text-body font-semibold">{symbol}</span>{' '}
          <span className="text-tiny text-muted">{t`${timeframe} · ${as_of.slice(11, 16)} UTC`}</span>
        </p>
        <Badge>{t`Recorded, simulated`}</Badge>
      </div>
      <ul className="mt-2">
        {votes.map((vote) => (
          <VoteRow key={vote.analyst} vote={vote} reason={vote.reason} />
        ))}
      </ul>
      <div className="mt-auto">{children}</div>
      <p className="figures mt-4 border-t border-line pt-3 text-tiny text-muted">
        #{hash.slice(0, 4)}…{hash.slice(-4)}
      </p>
    </Card>
  );
}
