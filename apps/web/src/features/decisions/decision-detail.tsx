import type { DecisionReply, SnapshotDocument } from '@quorate/contract/decisions';
import { formatCount } from '../../lib/format.ts';
import { formatTime } from '../../lib/time-format.ts';
import { Candles } from './candles.tsx';
import { formatFigure, leanWords } from './decision-words.ts';
import { RuleTable } from './rule-table.tsx';
import { VerdictBar } from './verdict-bar.tsx';
import { VoteRow } from './vote-row.tsx';
import { VotesConverging } from './votes-converging.tsx';

const VERDICTS = { BUY: 'Buy', SELL: 'Sell', HOLD: 'Hold' } as const;

type DecisionDetailProps = {
  decision: DecisionReply;
  snapshot: SnapshotDocument;
  timeZone: string;
};

export function DecisionDetail({ decision, snapshot, timeZone }: DecisionDetailProps) {
  const { action, agreeing, voters, p_up: pooled, sl_atr: stop, tp_atr: target } = decision;
  return (
    <div className="space-y-6">
      <p className="text-small text-muted">
        <span className="figures font-semibold text-ink">{decision.symbol}</span> ·{' '}
        {decision.timeframe} · bar closed {formatTime(decision.as_of, timeZone)}
      </p>
      <section aria-label="Votes">
        <ul>
          {decision.votes.map((vote) => (
            <VoteRow key={vote.analyst} vote={vote} withReason />
          ))}
        </ul>
        <VotesConverging votes={decision.votes} action={action} />
        <VerdictBar
          action={action}
          verdict={VERDICTS[action]}
          note={`${agreeing} of ${voters} agree, quorum ${decision.quorum} · ${leanWords(pooled)}`}
        />
        <p className="mt-2 text-small">{decision.reason}</p>
        {stop !== null && target !== null && (
          <p className="mt-1 text-tiny text-muted">
            Stop loss {formatFigure(stop)} ATR, take profit {formatFigure(target)} ATR from the
            entry.
          </p>
        )}
      </section>
      {decision.rules.length > 0 && <RuleTable rules={decision.rules} />}
      <section>
        <h3 className="mb-2 text-small font-medium">What the analysts saw</h3>
        <Candles
          bars={snapshot.bars}
          label={`The ${snapshot.bars.length} closed bars before the decision`}
        />
      </section>
      <p className="border-t border-line pt-3 text-tiny text-muted">
        Percentages: how likely an analyst holds a move of one ATR to its side of the bar, right for
        a rise and left for a fall, before one to the other. {formatCount(decision.tokens)} tokens.
        Snapshot{' '}
        <span className="figures" title={decision.snapshot_hash}>
          {decision.snapshot_hash.slice(0, 12)}…
        </span>
      </p>
    </div>
  );
}
