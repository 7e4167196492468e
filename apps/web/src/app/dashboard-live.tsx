import type { LiveTopic } from '@quorate/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { LiveIndicator } from '../features/live/live-indicator.tsx';
import { useLive } from '../features/live/use-live.ts';
import { QueryProvider } from '../lib/query/query-provider.tsx';

/** What is read again when a topic changes: first parts of the query keys of the features. */
const READ_ANEW: Record<LiveTopic, readonly string[]> = {
  trades: ['trades', 'decisions'],
  usage: ['dashboard', 'decisions'],
  bots: ['bots'],
  setup: ['checklist'],
};

/** Keeps the dashboard's figures at the service's, and says whether it can. */
export function DashboardLive({ userId }: { userId: string }) {
  return (
    <QueryProvider>
      <Follower userId={userId} />
    </QueryProvider>
  );
}

function Follower({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const state = useLive((topics) => {
    const names = new Set(topics.flatMap((topic) => READ_ANEW[topic]));
    for (const name of names) void queryClient.invalidateQueries({ queryKey: [name, userId] });
  });
  return <LiveIndicator state={state} />;
}
