import { formatFigure, leanWords, sentenceCase, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { type Fact, FactList } from '@quorate/ui/fact-list';
import { countOf } from '@quorate/ui/format';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { VoteRow } from '@quorate/ui/vote-row';
import { VotesConverging } from '@quorate/ui/votes-converging';
import type { LastDecision } from '../../contract/runs.ts';

/** How a value has to stand to its limit, where that is known of a rule. */
const SIGNS: Readonly<Record<string, string>> = {
  voters: '≥',
  agreeing: '≥',
  majority: '≥',
  probability: '≥',
  expected_r: '≥',
  dispersion: '≤',
};

/** One decision with its votes, its rules and what came of it on this computer. */
export function DecisionCard({ last }: { last: LastDecision }) {
  const { decision, outcome } = last;
  const { votes, action, p_up: up, rules } = decision;
  return (
    <>
      {votes.length > 0 && (
        <>
          <ul aria-label={`Votes on ${last.symbol}`} className="mt-1.5">
            {votes.map((vote) => (
              <VoteRow key={vote.analyst} vote={vote} withReason />
            ))}
          </ul>
          <VotesConverging votes={votes} action={action} />
        </>
      )}
      <div className="mt-2">
        <VerdictBar
          action={action}
          verdict={VERDICT_WORDS[action]}
          note={`${decision.agreeing} of ${countOf(decision.voters, 'vote')} agree · ${leanWords(up)}`}
        />
      </div>
      <p className="mt-2.5 text-small">{decision.reason}</p>
      {outcome.kind !== 'held' && <p className="mt-1 text-small font-medium">{outcome.text}</p>}
      {rules.length > 0 && (
        <div className="mt-2.5">
          <FactList facts={rules.map(factOf)} />
        </div>
      )}
    </>
  );
}

function factOf({ name, value, limit, pass }: LastDecision['decision']['rules'][number]): Fact {
  return {
    label: sentenceCase(name),
    value: `${formatFigure(value)} ${SIGNS[name] ?? '/'} ${formatFigure(limit)}`,
    pass,
  };
}
