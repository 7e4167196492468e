import type { Explanation } from '@quorate/contract/decision-outcomes';
import { OFFLINE_DECISION_TOKENS } from '@quorate/contract/usage';
import { formatFigure, leanWords, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { formatTime } from '@quorate/ui/time-format';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { VotesConverging } from '@quorate/ui/votes-converging';
import type { ReactNode } from 'react';
import { TradeCorrections } from '../../ui/trade-corrections.tsx';
import { DeskSection } from './desk-section.tsx';
import type { DrawnTrade } from './drawn-trade.ts';
import { OrderSection } from './order-section.tsx';
import { OutcomeSection } from './outcome-section.tsx';
import { RuleTable } from './rule-table.tsx';
import { SeenSection } from './seen-section.tsx';
import { StorySection } from './story-section.tsx';
import { StorySummary } from './story-summary.tsx';
import { VoteStory } from './vote-story.tsx';
import { spentWords } from './vote-words.ts';
import { depthName } from './voter-words.ts';

type DecisionDetailProps = {
  explanation: Explanation;
  timeZone: string;
  chart?: ((drawn: DrawnTrade) => ReactNode) | undefined;
  /** Below the story: what one can try with it. */
  children?: ReactNode;
};

/** The story of a decision, from what the analysts saw to what became of it. */
export function DecisionDetail({ explanation, timeZone, chart, children }: DecisionDetailProps) {
  const { decision, snapshot, weights } = explanation;
  const shareOf = (name: string) => weights.find(({ analyst }) => analyst === name)?.weight ?? null;
  const { action, agreeing, voters, p_up: pooled, sl_atr: stop, tp_atr: target } = decision;
  return (
    <div className="space-y-6">
      <p className="text-small text-muted">
        <span className="figures font-semibold text-ink">{decision.symbol}</span> ·{' '}
        {decision.timeframe} · bar closed {formatTime(decision.as_of, timeZone)}
      </p>
      <StorySummary explanation={explanation} />
      <StorySection step={1} title="What the analysts saw">
        <SeenSection snapshot={snapshot} />
      </StorySection>
      <StorySection step={2} title="Votes">
        <ul className="divide-y divide-line">
          {decision.votes.map((vote) => (
            <VoteStory
              key={vote.analyst}
              vote={vote}
              weight={vote.abstained ? null : (vote.share ?? shareOf(vote.analyst))}
            />
          ))}
        </ul>
        <p className="text-tiny text-muted">
          Percentages: how likely an analyst holds a move of one ATR to its side of the bar, right
          for a rise and left for a fall, before one to the other. Weights follow what each has
          shown on known outcomes; those without a record count about the same.
        </p>
      </StorySection>
      <StorySection step={3} title="Verdict">
        <VotesConverging votes={decision.votes} action={action} />
        <VerdictBar
          action={action}
          verdict={VERDICT_WORDS[action]}
          note={`${agreeing} of ${voters} agree, quorum ${decision.quorum} · ${leanWords(pooled)}`}
        />
        <p className="text-small">{decision.reason}</p>
        {stop !== null && target !== null && (
          <p className="text-tiny text-muted">
            Stop loss {formatFigure(stop)} ATR, take profit {formatFigure(target)} ATR from the
            entry.
          </p>
        )}
        {decision.rules.length > 0 && <RuleTable rules={decision.rules} />}
      </StorySection>
      <StorySection step={4} title="Risk desk">
        <DeskSection {...explanation} />
      </StorySection>
      <StorySection step={5} title="Order and fill">
        <OrderSection explanation={explanation} timeZone={timeZone} />
      </StorySection>
      <StorySection step={6} title="Outcome">
        <OutcomeSection explanation={explanation} chart={chart} />
        {explanation.trade && <TradeCorrections trade={explanation.trade} timeZone={timeZone} />}
      </StorySection>
      {children}
      <p className="border-t border-line pt-3 text-tiny text-muted">
        {depthName(decision.depth)} analysis: {spentWords(decision)}.{' '}
        {decision.votes.some(({ provider }) => provider === 'offline') &&
          `Offline analysts read no tokens: they are metered at a flat ${OFFLINE_DECISION_TOKENS} per decision. `}
        Snapshot{' '}
        <span className="figures" title={decision.snapshot_hash}>
          {decision.snapshot_hash.slice(0, 12)}…
        </span>
      </p>
    </div>
  );
}
