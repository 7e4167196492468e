import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';

const decisionStory = latePart(
  async () => (await import('../features/decisions/story-page.tsx')).DecisionStory,
  <StoryPlace />,
  'Failed to load the story',
);

const tradeStory = latePart(
  async () => (await import('../features/decisions/story-page.tsx')).UndecidedTradeStory,
  <StoryPlace />,
  'Failed to load the story',
);

function StoryPlace() {
  return (
    <p role="status" className="min-h-dvh">
      <span className="sr-only">Loading the story</span>
    </p>
  );
}

/** Which story an address below the dashboard names; any other path leads home. */
export function StoryRoute({ userId }: { userId: string }) {
  const [timeZone] = useState(viewerTimeZone);
  const [kind, first, second, ...rest] = (useParams()['*'] ?? '').split('/');
  const viewer = { userId, timeZone };
  const story =
    kind === 'decisions' && first && !second ? (
      <decisionStory.Part {...viewer} decisionId={first} />
    ) : kind === 'trades' && first && second && rest.length === 0 ? (
      <tradeStory.Part {...viewer} accountId={first} ticket={second} />
    ) : null;
  return story ? <QueryProvider>{story}</QueryProvider> : <Navigate to="/" replace />;
}
