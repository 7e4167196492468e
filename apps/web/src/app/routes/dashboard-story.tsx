import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { StoryRoute } from '../story-route.tsx';

export function meta() {
  return [
    ...pageMeta('Story', 'Why a trade was made, refused or left, and what it came to.'),
    { name: 'robots', content: 'noindex' },
  ];
}

export default function DashboardStory() {
  const { user } = useSession();
  // The guard around this page leads away from it; there is nothing to show meanwhile.
  return user && <StoryRoute userId={user.id} />;
}
