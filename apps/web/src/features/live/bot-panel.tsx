import type { BotReply } from '@quorate/contract/live';
import { countOf } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatClock } from '@quorate/ui/time-format';
import { useEffect, useState } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { BotCard } from './bot-card.tsx';
import { isAtRest } from './bot-words.ts';
import { FRESH_MS, useBots } from './live.api.ts';

type BotPanelProps = { userId: string; timeZone: string };

/** The bots that were heard of, and how to stop them. */
export function BotPanel({ userId, timeZone }: BotPanelProps) {
  const bots = useBots(userId);
  const now = useNow(bots.data?.clockAheadMs ?? 0);
  const fetched = bots.data?.now ?? null;
  const isOld = fetched !== null && now - Date.parse(fetched) > FRESH_MS;
  const more = bots.data ? bots.data.pagination.total - bots.data.bots.length : 0;
  const all = bots.data?.bots ?? [];
  // Those of old runs stay out of the way of what runs, and of what may still need its owner.
  const rested = all.filter((bot, place) => place > 0 && isAtRest(bot));
  const shown = all.filter((bot) => !rested.includes(bot));
  const card = (bot: BotReply) => (
    <BotCard
      key={bot.bot_id}
      userId={userId}
      bot={bot}
      now={now}
      // A page that has lost the service does not know that the bot has fallen silent.
      known={Math.min(now, Date.parse(fetched ?? '') + FRESH_MS)}
      timeZone={timeZone}
    />
  );
  return (
    <Panel title="Bot">
      {bots.isError && (
        <RetryNotice
          title="Failed to load your bots"
          error={bots.error}
          onRetry={() => void bots.refetch()}
          busy={bots.isFetching}
        />
      )}
      {bots.isPending && (
        <div aria-busy="true">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="mt-3 h-12 w-full" />
        </div>
      )}
      {bots.data?.bots.length === 0 && (
        <p className="text-small text-muted">
          You have no bot yet. It appears here once it runs.{' '}
          <TextLink to="/guide">How to set it up</TextLink>
        </p>
      )}
      {isOld && (
        <p className="mb-3 text-tiny text-warn">
          As of {formatClock(fetched, timeZone)}: the service could not be asked since.
        </p>
      )}
      <div className="divide-y divide-line">{shown.map(card)}</div>
      {rested.length > 0 && (
        <details className="mt-4 border-t border-line pt-3">
          <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">
            {countOf(rested.length, 'bot')} not running, with nothing open
          </summary>
          <div className="mt-3 divide-y divide-line">{rested.map(card)}</div>
        </details>
      )}
      {more > 0 && (
        <p className="mt-3 text-tiny text-muted">{countOf(more, 'older bot')} not shown.</p>
      )}
    </Panel>
  );
}

/** The time, once a second. @param aheadMs how far another clock is ahead of this device's */
function useNow(aheadMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now + aheadMs;
}
