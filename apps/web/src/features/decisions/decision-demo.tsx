import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { DEMO_STEPS } from './demo-steps.tsx';

/** Watch Demo: the example decision, one step at a time. */
export function DecisionDemo({ onClose }: { onClose: () => void }) {
  const [index, setIndex] = useState(0);
  const step = DEMO_STEPS[index];
  if (!step) return null;
  const last = index === DEMO_STEPS.length - 1;
  return (
    <Dialog title="One decision, step by step" onClose={onClose} wide>
      <ol className="mb-5 grid grid-cols-5 gap-1.5" aria-label="Steps">
        {DEMO_STEPS.map(({ title }, position) => (
          <li key={title}>
            <button
              type="button"
              aria-current={position === index ? 'step' : undefined}
              onClick={() => setIndex(position)}
              className={classNames(
                'w-full border-t-2 pt-2 pb-1 text-left text-[0.7rem] xs:text-tiny',
                position <= index ? 'border-brand' : 'border-line',
                position === index ? 'text-ink xs:font-medium' : 'text-muted hover:text-ink',
              )}
            >
              {title}
            </button>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="min-h-[27rem] xs:min-h-[23rem]">
        <h3 className="sr-only">{step.title}</h3>
        <p className="text-small text-muted">{step.text}</p>
        <div key={step.title} className="mt-5 animate-arrive space-y-4">
          {step.content}
        </div>
      </div>
      <div className="mt-5 flex items-center justify-between gap-3 border-t border-line pt-4">
        <Button variant="secondary" disabled={index === 0} onClick={() => setIndex(index - 1)}>
          Back
        </Button>
        <span className="figures text-tiny text-muted">
          {index + 1} of {DEMO_STEPS.length}
        </span>
        {last ? (
          <LinkButton to="/signup">Start for Free</LinkButton>
        ) : (
          <Button onClick={() => setIndex(index + 1)}>Next</Button>
        )}
      </div>
    </Dialog>
  );
}
