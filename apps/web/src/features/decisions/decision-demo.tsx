import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Dialog } from '@quorate/ui/dialog';
import { Icon } from '@quorate/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import { LinkButton } from '../../ui/link-button.tsx';
import { DEMO_STEPS } from './demo-steps.tsx';
import { RECORDED_DECISION } from './recorded-decision.ts';
import { RECORDED_TIME } from './recorded-facts.ts';

const SECONDS = DEMO_STEPS.map(({ seconds }) => seconds);

/** Watch Demo: a recorded decision, one step at a time. */
export function DecisionDemo({ onClose }: { onClose: () => void }) {
  const steps = useSteps(SECONDS);
  const step = DEMO_STEPS[steps.index];
  if (!step) return null;
  return (
    <Dialog title="One decision, step by step" onClose={onClose} wide>
      <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-tiny text-muted">
        <Badge>Recorded, simulated</Badge>
        <span>
          <b className="figures font-semibold text-ink">{RECORDED_DECISION.symbol}</b>{' '}
          {RECORDED_DECISION.timeframe} · {RECORDED_TIME} · paper bot, built-in analysts, made-up
          market
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
    <ol className="mb-5 flex flex-wrap gap-1.5" aria-label="Steps">
      {DEMO_STEPS.map(({ title }, position) => (
        <li key={title} className="min-w-12 flex-1">
          <button
            type="button"
            aria-current={position === steps.index ? 'step' : undefined}
            onClick={() => steps.go(position)}
            className={classNames(
              'w-full border-t-2 pt-2 pb-1 text-left text-[0.7rem] xs:text-tiny',
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
      <Button variant="secondary" disabled={index === 0} onClick={() => go(index - 1)}>
        Back
      </Button>
      <div className="flex items-center gap-1">
        <Button variant="quiet" className="px-3" onClick={playing ? pause : play}>
          <Icon name={playing ? 'pause' : 'play'} className="size-4" />
          <span className="sr-only xs:not-sr-only">
            {playing ? 'Pause' : last ? 'Replay' : 'Play'}
          </span>
        </Button>
        <span className="figures hidden text-tiny text-muted xs:inline">
          {index + 1} of {DEMO_STEPS.length}
        </span>
      </div>
      {last ? (
        <LinkButton to="/signup">Start for Free</LinkButton>
      ) : (
        <Button onClick={() => go(index + 1)}>Next</Button>
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
