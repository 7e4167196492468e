import { t } from '@lingui/core/macro';
import { Spinner } from '@quorate/ui/spinner';

/** Fills the place of a page that is not there yet. */
export function PageSpinner({ label = t`Loading` }: { label?: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Spinner label={label} />
    </div>
  );
}
