import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { formatFigure, leanWords } from '@quorate/ui/decision-words';
import { Dialog } from '@quorate/ui/dialog';
import { FactList } from '@quorate/ui/fact-list';
import { formatPrice, formatVolume } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { VoteRow } from '@quorate/ui/vote-row';
import { VotesConverging } from '@quorate/ui/votes-converging';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { LinkButton } from '../../ui/link-button.tsx';
import { limitWords, valueWords, verdictRuleName } from '../../ui/verdict-rule-words.ts';
import { Candles } from './candles.tsx';
import { RECORDED_DECISION } from './recorded-decision.ts';
import {
  RECORDED_AGREEMENT,
  RECORDED_FACTS,
  RECORDED_PROFIT,
  RECORDED_TIME,
} from './recorded-facts.ts';
import { RECORDED_REPLAY } from './recorded-replay.ts';
import { ReplayChart } from './replay-chart.tsx';

/** Watch Demo: a recorded decision, one step at a time. */
export function DecisionDemo({ onClose }: { onClose: () => void }) {
  const steps = useSteps(SECONDS);
  const step = DEMO_STEPS[steps.index];
  if (!step) return null;
  return (
    <Dialog title={t`One decision, step by step`} onClose={onClose} wide>
      <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-tiny text-muted">
        <Badge>{t`Recorded, simulated`}</Badge>
        <span>
          <Trans>
            <b className="figures font-semibold text-ink">{RECORDED_DECISION.symbol}</b>{' '}
            {RECORDED_DECISION.timeframe} · {RECORDED_TIME} · paper bot, built-in analysts, made-up
            market
          </Trans>
        </span>
      </p>
      <StepList steps={steps} />
      <div className="min-h-[31rem] xs:min-h-[27rem]">
        <div aria-live="polite">
          <h3 className="sr-only">{step.title}</h3>
          <p className="text-small text-muted">{step.text}</p>
        </div>
        <div key={step.title} className="mt-5 animate-arrive space-y-4">
          {step.content}
        </div>
      </div>
      <StepButtons steps={steps} />
    </Dialog>
  );
}

function StepList({ steps }: { steps: Steps }) {
  return (
    <ol className="mb-5 flex flex-wrap gap-1.5" aria-label={t`Steps`}>
      {DEMO_STEPS.map(({ title }, position) => (
        <li key={title} className="min-w-12 flex-1">
          <button
            type="button"
            aria-current={position === steps.index ? 'step' : undefined}
            onClick={() => steps.go(position)}
            className={classNames(
              'w-full border-t-2 pt-2 pb-1 text-start text-tiny',
              position <= steps.index ? 'border-brand' : 'border-line',
              position === steps.index ? 'text-ink xs:font-medium' : 'text-muted hover:text-ink',
            )}
          >
            {title}
          </button>
        </li>
      ))}
    </ol>
  );
}

function StepButtons({ steps }: { steps: Steps }) {
  const { index, playing, go, play, pause } = steps;
  const last = index === DEMO_STEPS.length - 1;
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <Button
        variant="secondary"
        disabled={index === 0}
        onClick={() => go(index - 1)}
      >{t`Back`}</Button>
      <div className="flex items-center gap-1">
        <Button variant="quiet" className="px-3" onClick={playing ? pause : play}>
          <Icon name={playing ? 'pause' : 'play'} className="size-4" />
          <span className="sr-only xs:not-sr-only">
            {playing ? t`Pause` : last ? t`Replay` : t`Play`}
          </span>
        </Button>
        <span className="figures hidden text-tiny text-muted xs:inline">{t`${index + 1} of ${DEMO_STEPS.length}`}</span>
      </div>
      {last ? (
        <LinkButton to="/signup">{t`Start for Free`}</LinkButton>
      ) : (
        <Button onClick={() => go(index + 1)}>{t`Next`}</Button>
      )}
    </div>
  );
}

export type Steps = {
  index: number;
  playing: boolean;
  /** Shows another step, if there is one, and leaves it to the reader from then on. */
  go: (index: number) => void;
  /** Goes on by itself, from the beginning when the last step is shown. */
  play: () => void;
  pause: () => void;
};

/**
 * Steps that a reader walks through with buttons or the arrow keys, or lets play. Nothing plays unasked.
 *
 * @param seconds how long each step is shown while they play
 */
export function useSteps(seconds: readonly number[]): Steps {
  const [index, setIndex] = useState(0);
  const [wanted, setWanted] = useState(false);
  const last = seconds.length - 1;
  const playing = wanted && index < last;

  function go(next: number): void {
    if (next < 0 || next > last) return;
    setWanted(false);
    setIndex(next);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // With Alt or Command the arrows are the browser's way back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const shownMs = (seconds[index] ?? 0) * 1_000;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => setIndex(index + 1), shownMs);
    return () => clearTimeout(timer);
  }, [playing, index, shownMs]);

  return {
    index,
    playing,
    go,
    play() {
      if (index === last) setIndex(0);
      setWanted(true);
    },
    pause: () => setWanted(false),
  };
}

type DemoStep = {
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
const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: t`Snapshot`,
    text: t`When a bar closes, the bot beside your terminal sends the last 30 closed bars and a set of indicators, measured in units of the average range. The analysts see shape, never price levels, so they can quote none.`,
    seconds: 7,
    content: (
      <>
        <Candles bars={bars} label={t`The ${bars.length} closed bars before the decision`} />
        <FactList
          facts={[
            { label: t`Close less EMA 20`, value: t`${signed(indicators.close_less_ema20)} ATR` },
            { label: t`RSI 14`, value: formatFigure(indicators.rsi14) },
            { label: t`Deviations from mean`, value: signed(indicators.zscore20) },
            { label: t`Above high of 20`, value: t`${signed(indicators.above_high20)} ATR` },
          ]}
        />
      </>
    ),
  },
  {
    title: t`Votes`,
    text: t`Each analyst reads the same snapshot alone and says how likely price rises by one average range before it falls by one: the bar leans right for a rise, left for a fall. It must give a reason, and it may abstain.`,
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
    title: t`Verdict`,
    text: t`Enough analysts must answer, and enough of them must agree; here ${RECORDED_AGREEMENT}. What they expect must still be worth the costs of the trade.`,
    seconds: 8,
    content: (
      <>
        <VotesConverging votes={votes} action={action} />
        <VerdictBar
          action={action}
          verdict={t`Buy`}
          note={`${RECORDED_AGREEMENT} · ${leanWords(pooled)}`}
        />
        <FactList
          facts={rules.map((rule) => ({
            label: verdictRuleName(rule.name),
            value: checkedWords(rule),
            pass: rule.pass,
          }))}
        />
      </>
    ),
  },
  {
    title: t`Order`,
    text: t`The risk desk is plain code, not a model. It sizes the trade so that the stop costs no more than the limit, checks every rule, and can only shrink or refuse.`,
    seconds: 8,
    content: (
      <>
        <VerdictBar
          action={action}
          verdict={t`Buy ${formatVolume(trade.volume)} lots at ${formatPrice(trade.price, trade.digits)}`}
          note={t`stop loss set with the order`}
        />
        <ReplayChart />
        <FactList facts={RECORDED_FACTS} />
      </>
    ),
  },
  {
    title: t`Outcome`,
    text: t`The trade closed at its target ${plural(later.length, { one: '# bar', other: '# bars' })} later. It goes into your history beside the votes and rules that made it, so that you can check every step, the losing ones too.`,
    seconds: 10,
    content: (
      <>
        <VerdictBar
          action={action}
          verdict={t`Target reached, ${RECORDED_PROFIT}`}
          note={t`${signed(trade.pips)} pips`}
        />
        <ReplayChart withOutcome />
        <p className="text-tiny text-muted">{t`Chosen because it shows every step: of the ${run.trades} trades of its run ${run.at_target} closed at their target and ${run.at_stop} at their stop. Simulated results have limits, since nothing was really executed; no result is promised.`}</p>
      </>
    ),
  },
];

/** A rule that asks for a yes has no limit beside it. */
function checkedWords(rule: (typeof rules)[number]): string {
  const [value, limit] = [valueWords(rule), limitWords(rule)];
  return value === limit ? value : `${value} (${limit})`;
}

const SECONDS = DEMO_STEPS.map(({ seconds }) => seconds);

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${formatFigure(value)}`;
}
