import { t } from '@lingui/core/macro';
import { Navigate, useLocation } from 'react-router';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [
    ...pageMeta(t`Support`, t`Ask the assistant, or write to us.`),
    { name: 'robots', content: 'noindex' },
  ];
}

/** Any other path leads home; /support opens the assistant there. */
export default function Elsewhere() {
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const asksForSupport = /^\/support\/?$/.test(pathname);
  if (!hydrated) return <PagePlace />;
  return <Navigate to="/" replace state={asksForSupport ? { assistant: 'open' } : null} />;
}
