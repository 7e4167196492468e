import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { leanWords } from './decision-words.ts';
import { EXAMPLE, EXAMPLE_FACTS, EXAMPLE_VOTES } from './example-decision.ts';
import { FactList } from './fact-list.tsx';
import { VerdictBar } from './verdict-bar.tsx';
import { VoteRow } from './vote-row.tsx';
import { VotesConverging } from './votes-converging.tsx';

/** The product's own decision card, with the example on it. */
export function ExampleDecisionCard() {
  return (
    <Card className="p-5 xs:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b border-line pb-3">
        <p>
          <span className="figures text-[1.0625rem] font-semibold">{EXAMPLE.symbol}</span>{' '}
          <span className="text-tiny text-muted">
            {EXAMPLE.timeframe} · {EXAMPLE.time}
          </span>
        </p>
        <Badge>Example, simulated</Badge>
      </div>
      <ul className="mt-2">
        {EXAMPLE_VOTES.map((vote) => (
          <VoteRow key={vote.analyst} vote={vote} />
        ))}
      </ul>
      <VotesConverging votes={EXAMPLE_VOTES} action={EXAMPLE.action} />
      <div className="mt-2 mb-3">
        <VerdictBar
          action={EXAMPLE.action}
          verdict={`Buy ${EXAMPLE.lots} lots`}
          note={`quorum ${EXAMPLE.quorum} of ${EXAMPLE_VOTES.length} · ${leanWords(EXAMPLE.pooled)}`}
        />
      </div>
      <FactList facts={EXAMPLE_FACTS} />
      <p className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-1 text-tiny text-muted">
        <span>
          Outcome: target reached,{' '}
          <b className="figures font-semibold text-gain">+${EXAMPLE.profit}</b>
        </span>
        <span className="figures">#{EXAMPLE.hash}</span>
      </p>
    </Card>
  );
}
