import { DEMO_USER_ID } from '@quorate/contract/demo-account';
import { Navigate } from 'react-router';
import { DemoContext } from '../../lib/demo.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { PagePlace } from '../page-place.tsx';
import { StoryRoute } from '../story-route.tsx';

export function meta() {
  return [
    ...pageMeta(
      'Story',
      'Why the live demo traded, refused or left a trade on its made-up market.',
    ),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function DemoStory() {
  // The page is built once for all stories: which one it is, only the browser knows.
  if (!useHydrated()) return <PagePlace />;
  if (SITE.demo === '') return <Navigate to="/" replace />;
  return (
    <DemoContext value={true}>
      <StoryRoute userId={DEMO_USER_ID} />
    </DemoContext>
  );
}
