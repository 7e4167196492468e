import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Dialog } from '@quorate/ui/dialog';
import { Icon } from '@quorate/ui/icon';
import { LinkButton } from '../../ui/link-button.tsx';
import { DEMO_STEPS } from './demo-steps.tsx';
import { RECORDED_DECISION } from './recorded-decision.ts';
import { RECORDED_TIME } from './recorded-facts.ts';
import { type Steps, useSteps } from './use-steps.ts';

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
