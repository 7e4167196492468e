import { classNames } from './class-names.ts';
import { ConvergingLines } from './converging-lines.tsx';

type SpinnerProps = {
  size?: 'small' | 'large';
  /** Read out and shown under a large spinner. Without it the spinner is decoration. */
  label?: string;
};

/** Voices on their way to one line. Stands still when the viewer asks for less motion. */
export function Spinner({ size = 'large', label }: SpinnerProps) {
  const small = size === 'small';
  return (
    <span
      role={label ? 'status' : undefined}
      className={classNames(
        'inline-flex flex-col items-center gap-3',
        !small && 'text-small text-muted',
      )}
    >
      <ConvergingLines moving className={small ? 'size-4' : 'size-12 text-brand'} />
      {label && <span>{label}</span>}
    </span>
  );
}
