import { classNames } from './class-names.ts';

/** Holds the place of what is being loaded, in its size. Stands still: nothing blinks. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block max-w-full rounded-md bg-line/70', className ?? 'h-4 w-full')}
    />
  );
}
