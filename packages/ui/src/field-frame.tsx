import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type FieldFrameProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  /** Beside the label, such as a link. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Label, control, hint and error in their places. The control names `${id}-note` in aria-describedby. */
export function FieldFrame({ id, label, hint, error, aside, children }: FieldFrameProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children}
      <div id={`${id}-note`} className="text-tiny">
        {error ? (
          <p className="mt-1.5 flex gap-1.5 text-loss">
            <Icon name="error" className="mt-0.5 size-3.5 shrink-0" />
            {error}
          </p>
        ) : (
          hint && <p className="mt-1.5 text-muted">{hint}</p>
        )}
      </div>
    </div>
  );
}
