import type { ReactNode } from 'react';
import { Candles } from './candles.tsx';
import { leanWords } from './decision-words.ts';
import {
  EXAMPLE,
  EXAMPLE_BARS,
  EXAMPLE_FACTS,
  EXAMPLE_INDICATORS,
  EXAMPLE_VOTES,
} from './example-decision.ts';
import { FactList } from './fact-list.tsx';
import { VerdictBar } from './verdict-bar.tsx';
import { VoteRow } from './vote-row.tsx';
import { VotesConverging } from './votes-converging.tsx';

export type DemoStep = { title: string; text: string; content: ReactNode };

const VERDICT_NOTE = `quorum ${EXAMPLE.quorum} of ${EXAMPLE_VOTES.length} · ${leanWords(EXAMPLE.pooled)}`;

/** The way of one decision, from the closed bar to the closed trade. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'Snapshot',
    text: 'When a bar closes, the bot beside your terminal sends the last 30 closed bars and a set of indicators, measured in units of the average range. The analysts see shape, never price levels, so they can quote none.',
    content: (
      <>
        <Candles bars={EXAMPLE_BARS} label="30 closed bars that climb and break out upwards" />
        <FactList facts={EXAMPLE_INDICATORS} />
      </>
    ),
  },
  {
    title: 'Votes',
    text: 'Each analyst reads the same snapshot alone and says how likely price rises by one average range before it falls by one: the bar leans right for a rise, left for a fall. It must give a reason, and it may abstain.',
    content: (
      <ul>
        {EXAMPLE_VOTES.map((vote) => (
          <VoteRow key={vote.analyst} vote={vote} withReason />
        ))}
      </ul>
    ),
  },
  {
    title: 'Verdict',
    text: 'The votes are pooled into one probability. Without a quorum that agrees there is no trade; here two of three want to buy.',
    content: (
      <>
        <VotesConverging votes={EXAMPLE_VOTES} action={EXAMPLE.action} />
        <VerdictBar action={EXAMPLE.action} verdict="Buy" note={VERDICT_NOTE} />
      </>
    ),
  },
  {
    title: 'Order',
    text: 'The risk desk is plain code, not a model. It sizes the trade so that the stop costs no more than the limit, checks every rule, and can only shrink or refuse.',
    content: (
      <>
        <VerdictBar
          action={EXAMPLE.action}
          verdict={`Buy ${EXAMPLE.lots} lots at ${EXAMPLE.entry}`}
          note="stop loss set with the order"
        />
        <FactList facts={EXAMPLE_FACTS} />
      </>
    ),
  },
  {
    title: 'Outcome',
    text: 'The trade closed at its target. It goes into your history beside the votes and rules that made it, so that you can check every step, the losing ones too.',
    content: (
      <>
        <VerdictBar
          action={EXAMPLE.action}
          verdict={`Target reached, +$${EXAMPLE.profit}`}
          note={`${EXAMPLE.pips.aimed} pips`}
        />
        <p className="text-tiny text-muted">
          This is a made-up example with simulated figures. Many trades end at their stop; no result
          is promised.
        </p>
      </>
    ),
  },
];
