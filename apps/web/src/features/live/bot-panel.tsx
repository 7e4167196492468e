import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type BotCommand, type BotReply, type CommandKind, listBots } from '@quorate/contract/live';
import { Badge } from '@quorate/ui/badge';
import { BOT_STATE_WORDS } from '@quorate/ui/bot-state-words';
import { Button } from '@quorate/ui/button';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatClock, formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useIsDemo } from '../../lib/demo.ts';
import { AccountName } from '../../ui/account-name.tsx';
import {
  ACCOUNT_WORDS,
  type BotCondition,
  COMMAND_WORDS,
  conditionOf,
  conditionSentence,
  durationText,
  isAtRest,
  isStopped,
} from '../../ui/bot-words.ts';
import { CommandDialog } from '../../ui/command-dialog.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CommandProgress } from './command-progress.tsx';

type BotPanelProps = {
  userId: string;
  timeZone: string;
  /** What is known of the market that they trade; beside bots that run. */
  market?: ReactNode;
};

/** The bots that were heard of, and how to stop them. */
export function BotPanel({ userId, timeZone, market }: BotPanelProps) {
  const bots = useBots(userId);
  const now = useNow() + (bots.data?.clockAheadMs ?? 0);
  const fetched = bots.data?.now ?? null;
  const isOld = fetched !== null && now - Date.parse(fetched) > FRESH_MS;
  const more = bots.data ? bots.data.pagination.total - bots.data.bots.length : 0;
  const all = bots.data?.bots ?? [];
  // Those of old runs stay out of the way of what runs, and of what may still need its owner.
  const rested = all.filter((bot, place) => place > 0 && isAtRest(bot));
  const shown = all.filter((bot) => !rested.includes(bot));
  // A page that has lost the service does not know that the bot has fallen silent.
  const known = Math.min(now, Date.parse(fetched ?? '') + FRESH_MS);
  const runs = all.some((bot) => conditionOf(bot, known).kind === 'running');
  const card = (bot: BotReply) => (
    <BotCard
      key={bot.bot_id}
      userId={userId}
      bot={bot}
      now={now}
      known={known}
      timeZone={timeZone}
    />
  );
  return (
    <Panel title={t`Bot`}>
      {bots.isError && (
        <RetryNotice
          title={t`Failed to load your bots`}
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
          <Trans>
            You have no bot yet. It appears here once it runs.{' '}
            <TextLink to="/guide">{t`How to set it up`}</TextLink>
          </Trans>
        </p>
      )}
      {isOld && (
        <p className="mb-3 text-tiny text-warn">{t`As of ${formatClock(fetched, timeZone)}: the service could not be asked since.`}</p>
      )}
      <div className="divide-y divide-line">{shown.map(card)}</div>
      {runs && market}
      {rested.length > 0 && (
        <details className="mt-4 border-t border-line pt-3">
          <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">
            {plural(rested.length, {
              one: '# bot not running, with nothing open',
              other: '# bots not running, with nothing open',
            })}
          </summary>
          <div className="mt-3 divide-y divide-line">{rested.map(card)}</div>
        </details>
      )}
      {more > 0 && (
        <p className="mt-3 text-tiny text-muted">
          {plural(more, { one: '# older bot not shown.', other: '# older bots not shown.' })}
        </p>
      )}
    </Panel>
  );
}

type BotCardProps = {
  userId: string;
  bot: BotReply;
  now: number;
  /** Up to when it is known that nothing was heard of it; by the service's clock, as `now` is. */
  known: number;
  timeZone: string;
};

const TONES = { active: 'gain', reducing: 'warn', halted: 'neutral' } as const;

/** How one bot is doing, and the switch that stops it. */
function BotCard({ userId, bot, now, known, timeZone }: BotCardProps) {
  const [asking, setAsking] = useState<CommandKind | null>(null);
  const [given, setGiven] = useState(0);
  const progress = useRef<HTMLDivElement>(null);
  // The button that opened the dialog may be another one by now; its news is where to go on.
  useEffect(() => {
    if (given > 0) progress.current?.focus();
  }, [given]);

  const { account } = bot;
  const condition = conditionOf(bot, known);
  return (
    <article aria-label={t`Bot on account ${account.login}`} className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
        <h3 className="min-w-0 text-small font-medium">
          <AccountName userId={userId} account={account} />
        </h3>
        <p className="flex gap-2">
          <Badge tone={account.account_type === 'real' ? 'warn' : 'neutral'}>
            {ACCOUNT_WORDS[account.account_type]}
          </Badge>
          {condition.kind === 'running' && (
            <Badge tone={TONES[bot.state]}>{BOT_STATE_WORDS[bot.state].name}</Badge>
          )}
          {condition.kind === 'silent' && <Badge tone="loss">{t`Offline`}</Badge>}
          {condition.kind === 'ended' && <Badge>{t`Not running`}</Badge>}
        </p>
      </div>
      <p className="mt-1 text-tiny text-muted">{conditionSentence(bot, condition)}</p>
      <BotFacts bot={bot} now={now} />
      <BotTrouble bot={bot} condition={condition} />
      <CommandButtons bot={bot} condition={condition} onChoose={setAsking} />
      <div ref={progress} tabIndex={-1} className="rounded-sm">
        <BotCommands commands={bot.commands} condition={condition} timeZone={timeZone} />
      </div>
      {asking && (
        <CommandDialog
          userId={userId}
          bot={bot}
          condition={condition.kind}
          kind={asking}
          onGiven={() => {
            setAsking(null);
            setGiven((times) => times + 1);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </article>
  );
}

/** The figures of the newest heartbeat. */
function BotFacts({ bot, now }: { bot: BotReply; now: number }) {
  const { currency } = bot.account;
  const amount = (value: number | null) =>
    value === null ? t`not known yet` : formatMoney(value, currency);
  const facts = [
    [t`Last heartbeat`, t`${durationText(now - Date.parse(bot.last_heartbeat_at))} ago`],
    [t`Equity`, amount(bot.equity)],
    [t`Balance`, amount(bot.balance)],
    [t`Open positions`, formatCount(bot.open_positions)],
  ];
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-tiny text-muted">{label}</dt>
          <dd className="figures text-small wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type CommandButtonsProps = {
  bot: BotReply;
  condition: BotCondition;
  onChoose: (kind: CommandKind) => void;
};

/** What its owner may tell a bot as things stand. It may be told at any time, also while it is off. */
function CommandButtons({ bot, condition, onChoose }: CommandButtonsProps) {
  const kinds: CommandKind[] = isStopped(bot)
    ? [...(bot.open_positions > 0 ? (['close_all'] as const) : []), 'resume']
    : ['entries_off', 'close_all'];
  const loud = condition.kind !== 'ended';
  if (useIsDemo()) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          variant={kind === 'close_all' && loud ? 'danger' : 'secondary'}
          onClick={() => onChoose(kind)}
        >
          {COMMAND_WORDS[kind].act}
        </Button>
      ))}
    </div>
  );
}

type BotCommandsProps = {
  /** Newest first. */
  commands: readonly BotCommand[];
  condition: BotCondition;
  timeZone: string;
};

/** The newest command as it goes, and those before it on demand. */
function BotCommands({ commands, condition, timeZone }: BotCommandsProps) {
  const [newest, ...earlier] = commands;
  return (
    <>
      <div role="status" className="mt-4 border-s-2 border-line ps-3 empty:hidden">
        {newest && <CommandProgress command={newest} condition={condition} timeZone={timeZone} />}
      </div>
      {earlier.length > 0 && (
        <details className="mt-2 text-tiny">
          <summary className="cursor-pointer py-1 text-muted hover:text-ink">{t`Earlier commands (${earlier.length})`}</summary>
          <ol className="mt-1 space-y-3 border-s-2 border-line ps-3">
            {earlier.map((command) => (
              <li key={command.command_id}>
                <CommandProgress command={command} condition={condition} timeZone={timeZone} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

const DAY_MS = 86_400_000;

/** What is wrong with a bot that does not run as it should, and what still holds. */
function BotTrouble({ bot, condition }: { bot: BotReply; condition: BotCondition }) {
  const { open_positions: open } = bot;
  if (condition.kind === 'silent')
    return (
      <Notice
        tone="error"
        live
        className="mt-3"
        title={
          open === 0
            ? t`Offline since ${sinceText(bot, condition.forMs)}, nothing open`
            : t`Offline since ${sinceText(bot, condition.forMs)}, ${plural(open, { one: '# position open', other: '# positions open' })}`
        }
      >
        {bot.account.account_type === 'practice'
          ? t`Offline for ${durationText(condition.forMs)}: our service does not run it right now, and goes on with it automatically.`
          : t`Offline for ${durationText(condition.forMs)}: the bot, its computer or its connection is down.`}{' '}
        {openWords(open)} {t`The figures above are from its last heartbeat.`}
      </Notice>
    );
  if (condition.kind === 'ended' && open > 0)
    return (
      <Notice
        tone="warning"
        className="mt-3"
        title={t`It ended with ${plural(open, { one: '# position', other: '# positions' })} open`}
      >
        {plural(open, {
          one: 'Until it runs again nobody manages it; stops and targets that the broker has still hold.',
          other:
            'Until it runs again nobody manages them; stops and targets that the broker has still hold.',
        })}
      </Notice>
    );
  return null;
}

/** Its last heartbeat; with the day where that was not today. */
function sinceText({ last_heartbeat_at: last }: BotReply, forMs: number): string {
  const format = forMs < DAY_MS / 2 ? formatClock : formatTime;
  return format(last, viewerTimeZone());
}

function openWords(open: number): string {
  if (open === 0) return t`Nothing was open when it was last seen.`;
  return t`${plural(open, { one: '# position was', other: '# positions were' })} open when it was last seen; stops and targets that the broker has still hold.`;
}

/** Events tell of changes; this is for a page that cannot get them. */
const REFRESH_MS = 30_000;

/** For so long an answer holds: the next one is due before. */
const FRESH_MS = REFRESH_MS + 5_000;

const BOTS_SHOWN = 10;

const keyOf = (userId: string) => ['bots', userId];

/** The user's bots, with the difference between the service's clock and this device's. */
function useBots(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const reply = await callApi(listBots, { query: { per_page: BOTS_SHOWN } }, { signal });
      return { ...reply, clockAheadMs: Date.parse(reply.now) - Date.now() };
    },
    refetchInterval: REFRESH_MS,
  });
}
