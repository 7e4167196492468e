import { CopyButton } from '@quorate/ui/copy-button';
import { adviceSteps } from './advice-steps.ts';

/** What to do, numbered where it takes more than one step, with what has to be typed at hand. */
export function Advice({ text }: { text: string }) {
  const { steps, address } = adviceSteps(text);
  return (
    <div className="mt-1.5 max-w-[44rem] text-small">
      {steps.length > 1 ? (
        <ol className="list-decimal space-y-1 pl-5 marker:text-muted">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : (
        <p>{steps[0]}</p>
      )}
      {address !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <code className="figures rounded-md bg-sunk px-2 py-1 text-[0.875rem]">{address}</code>
          <CopyButton label="Copy address" text={address} />
        </p>
      )}
    </div>
  );
}
