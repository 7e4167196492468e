import { Spinner } from '@quorate/ui/spinner';

/** Fills the place of a page that is not there yet. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Spinner label={label} />
    </div>
  );
}
