import { CopyButton } from '@quorate/ui/copy-button';
import { Icon } from '@quorate/ui/icon';
import { Panel } from '@quorate/ui/panel';
import { Spinner } from '@quorate/ui/spinner';
import type { SetupCheck } from '../../contract/setup.ts';
import { adviceSteps } from './advice-steps.ts';

const WORDS = { doing: 'under way', done: 'done', failed: 'failed' } as const;

/** What the setting up of the terminal did, as it happens, and what of it is left to the person. */
export function SetupSteps({ steps }: { steps: SetupCheck['steps'] }) {
  if (steps.length === 0) return null;
  // A step keeps its place while its words change.
  const placed = steps.map((step, index) => ({ ...step, place: index + 1 }));
  return (
    <Panel title="Setting up the terminal">
      <ol aria-live="polite" className="space-y-2.5 text-small">
        {placed.map(({ place, text, status }) => (
          <li key={place} className="grid grid-cols-[1.25rem_1.25rem_minmax(0,1fr)] gap-x-2">
            <span className="figures text-right text-[0.8438rem] leading-[1.5] text-muted">
              {place}.
            </span>
            <StepIcon status={status} />
            <div className="min-w-0 wrap-anywhere">
              <p>
                {text} <span className="sr-only">({WORDS[status]})</span>
              </p>
              {status !== 'done' && <ToBeTyped text={text} />}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function StepIcon({ status }: { status: keyof typeof WORDS }) {
  return (
    <span className="grid h-[1.4rem] place-items-center">
      {status === 'doing' ? (
        <Spinner size="small" />
      ) : (
        <Icon
          name={status === 'done' ? 'check' : 'error'}
          className={`size-5 ${status === 'done' ? 'text-gain' : 'text-loss'}`}
        />
      )}
    </span>
  );
}

/** What has to be typed exactly as it is, at hand. */
function ToBeTyped({ text }: { text: string }) {
  const { address } = adviceSteps(text);
  if (address === null) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-3">
      <code className="figures rounded-md bg-sunk px-2 py-1 text-[0.875rem]">{address}</code>
      <CopyButton label="Copy address" text={address} />
    </p>
  );
}
