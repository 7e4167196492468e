import { formatFigure, leanWords, sentenceCase } from '@quorate/ui/decision-words';
import { FactList } from '@quorate/ui/fact-list';
import { countOf, formatPrice, formatVolume } from '@quorate/ui/format';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { VoteRow } from '@quorate/ui/vote-row';
import { VotesConverging } from '@quorate/ui/votes-converging';
import type { ReactNode } from 'react';
import { Candles } from './candles.tsx';
import { RECORDED_DECISION } from './recorded-decision.ts';
import { RECORDED_AGREEMENT, RECORDED_FACTS, RECORDED_PROFIT } from './recorded-facts.ts';
import { RECORDED_REPLAY } from './recorded-replay.ts';
import { ReplayChart } from './replay-chart.tsx';

export type DemoStep = {
  title: string;
  text: string;
  /** How long a reader who lets it play sees it. */
  seconds: number;
  content: ReactNode;
};

const { votes, action, p_up: pooled, trade } = RECORDED_DECISION;
const { bars, later, indicators, rules, run } = RECORDED_REPLAY;

/** Between two votes that arrive one after the other. */
const ARRIVAL_MS = 700;

/** The way of one decision, from the closed bar to the closed trade. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'Snapshot',
    text: 'When a bar closes, the bot beside your terminal sends the last 30 closed bars and a set of indicators, measured in units of the average range. The analysts see shape, never price levels, so they can quote none.',
    seconds: 7,
    content: (
      <>
        <Candles bars={bars} label={`The ${bars.length} closed bars before the decision`} />
        <FactList
          facts={[
            { label: 'Close less EMA 20', value: `${signed(indicators.close_less_ema20)} ATR` },
            { label: 'RSI 14', value: formatFigure(indicators.rsi14) },
            { label: 'Deviations from mean', value: signed(indicators.zscore20) },
            { label: 'Above high of 20', value: `${signed(indicators.above_high20)} ATR` },
          ]}
        />
      </>
    ),
  },
  {
    title: 'Votes',
    text: 'Each analyst reads the same snapshot alone and says how likely price rises by one average range before it falls by one: the bar leans right for a rise, left for a fall. It must give a reason, and it may abstain.',
    seconds: 9,
    content: (
      <ul>
        {votes.map((vote, order) => (
          <VoteRow key={vote.analyst} vote={vote} withReason arrivalMs={order * ARRIVAL_MS} />
        ))}
      </ul>
    ),
  },
  {
    title: 'Verdict',
    text: `The votes are pooled into one probability. Without a quorum that agrees there is no trade; here ${RECORDED_AGREEMENT}, and the pool must still be worth its costs.`,
    seconds: 8,
    content: (
      <>
        <VotesConverging votes={votes} action={action} />
        <VerdictBar
          action={action}
          verdict="Buy"
          note={`${RECORDED_AGREEMENT} · ${leanWords(pooled)}`}
        />
        <FactList
          facts={rules.map(({ name, value, limit, pass }) => ({
            label: sentenceCase(name),
            value: `${formatFigure(value)}, limit ${formatFigure(limit)}`,
            pass,
          }))}
        />
      </>
    ),
  },
  {
    title: 'Order',
    text: 'The risk desk is plain code, not a model. It sizes the trade so that the stop costs no more than the limit, checks every rule, and can only shrink or refuse.',
    seconds: 8,
    content: (
      <>
        <VerdictBar
          action={action}
          verdict={`Buy ${formatVolume(trade.volume)} lots at ${formatPrice(trade.price, trade.digits)}`}
          note="stop loss set with the order"
        />
        <ReplayChart />
        <FactList facts={RECORDED_FACTS} />
      </>
    ),
  },
  {
    title: 'Outcome',
    text: `The trade closed at its target ${countOf(later.length, 'bar')} later. It goes into your history beside the votes and rules that made it, so that you can check every step, the losing ones too.`,
    seconds: 10,
    content: (
      <>
        <VerdictBar
          action={action}
          verdict={`Target reached, ${RECORDED_PROFIT}`}
          note={`${signed(trade.pips)} pips`}
        />
        <ReplayChart withOutcome />
        <p className="text-tiny text-muted">
          Chosen because it shows every step: of the {run.trades} trades of its run {run.at_target}{' '}
          closed at their target and {run.at_stop} at their stop. Simulated results have limits,
          since nothing was really executed; no result is promised.
        </p>
      </>
    ),
  },
];

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${formatFigure(value)}`;
}
