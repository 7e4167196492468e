import { t } from '@lingui/core/macro';
import type { DecidedTrade } from '@quorate/contract/decision-outcomes';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useIsDemo } from '../lib/demo.ts';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { offline } from './offline-place.tsx';

const decisionStory = latePart(
  async () => (await import('../features/decisions/story-page.tsx')).DecisionStory,
  <StoryPlace />,
  t`Failed to load the story`,
);

const tradeStory = latePart(
  async () => (await import('../features/decisions/story-page.tsx')).UndecidedTradeStory,
  <StoryPlace />,
  t`Failed to load the story`,
);

const journal = latePart(
  async () => (await import('../features/journal/trade-journal.tsx')).TradeJournal,
  null,
  t`Failed to load your notes`,
);

function StoryPlace() {
  return (
    <p role="status" className="min-h-dvh">
      <span className="sr-only">{t`Loading the story`}</span>
    </p>
  );
}

type StoryRouteProps = {
  userId: string;
  /** @example 'decisions/0197…' */
  story: string;
};

/** Which story an address below the dashboard names; any other path leads home. */
export function StoryRoute({ userId, story }: StoryRouteProps) {
  const [timeZone] = useState(viewerTimeZone);
  const [kind, first = '', second = '', ...rest] = story.split('/').map(decoded);
  const viewer = {
    userId,
    timeZone,
    journal: ({ account_id: accountId, position_ticket: positionTicket }: DecidedTrade) => (
      <journal.Part {...{ userId, accountId, positionTicket, timeZone }} />
    ),
  };
  if (kind === 'decisions' && second === '')
    return (
      <QueryProvider>
        <OfflineAbove />
        <decisionStory.Part {...viewer} decisionId={first} />
      </QueryProvider>
    );
  if (kind === 'trades' && second !== '' && rest.length === 0)
    return (
      <QueryProvider>
        <OfflineAbove />
        <tradeStory.Part {...viewer} accountId={first} ticket={second} />
      </QueryProvider>
    );
  return <Navigate to="/" replace />;
}

function OfflineAbove() {
  return (
    !useIsDemo() && (
      <div className="wrap-desk pt-2 empty:hidden">
        <offline.Part />
      </div>
    )
  );
}

/** A part of an address that cannot be read names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
