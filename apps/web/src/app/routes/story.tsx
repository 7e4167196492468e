import { t } from '@lingui/core/macro';
import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { Navigate, useLocation } from 'react-router';
import { DemoContext } from '../../lib/demo.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { SITE } from '../../lib/site.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { PagePlace } from '../page-place.tsx';
import { StoryRoute } from '../story-route.tsx';

export function meta() {
  return [
    ...pageMeta(t`Story`, t`Why a trade was made, refused or left, and what it came to.`),
    { name: 'robots', content: 'noindex' },
  ];
}

/** Below the dashboard and below the demo: stories, and no other page. */
export default function StoryPage() {
  const { pathname } = useLocation();
  const { status, user } = useSession();
  // The page is built once for all stories: which one it is, only the browser knows.
  if (!useHydrated()) return <PagePlace />;
  const [, base, story] = /^\/(dashboard|demo)\/((?:decisions|trades)\/.+)$/.exec(pathname) ?? [];
  if (story === undefined) return <Navigate to="/" replace />;
  if (base === 'demo') {
    if (SITE.demo === '') return <Navigate to="/" replace />;
    return (
      <DemoContext value={true}>
        <StoryRoute userId={DEMO_USER_ID} story={story} />
      </DemoContext>
    );
  }
  if (status === 'checking') return <PagePlace />;
  return user ? <StoryRoute userId={user.id} story={story} /> : <Navigate to="/login" replace />;
}
