import { useEffect } from 'react';
import { PageSpinner } from '../../../ui/page-spinner.tsx';

/** Goes to an address of the site as a document of its own, in place of the one at hand. */
export function ToDocument({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to]);
  return <PageSpinner />;
}
