import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { firstSource } from '@quorate/contract/hosted-defaults';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { HostedFigures } from '@quorate/ui/hosted-figures';
import {
  AWAITED_WORDS,
  accountsText,
  currencyFor,
  isFulfilled,
  isMoving,
  SOURCE_WORDS,
  standingOf,
  startSentence,
} from '@quorate/ui/hosted-words';
import { Panel } from '@quorate/ui/panel';
import { formatClock } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { commandPaper, listPaper, startPaper } from '../../contract/paper.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, servicePage } from '../lib/links.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';

type Hosted = NonNullable<z.output<typeof listPaper.reply>['hosted']>;
type CommandKind = z.output<typeof commandPaper.body>['kind'];

const REFRESH_MS = 30_000;
/** Where something is to be seen every few seconds. */
const WATCH_MS = 3_000;
const AWAITED_MS = 60_000;

/** Paper accounts that the service trades, for whoever is signed in; nothing where it offers none. */
export function PaperSection({ timeZone }: { timeZone: string }) {
  const { app, account, configurations } = useAppState();
  const [done, setDone] = useState<string | null>(null);
  // Until when the list is watched for what was asked for.
  const [awaitedUntil, setAwaitedUntil] = useState(0);
  const onAwaited = () => setAwaitedUntil(Date.now() + AWAITED_MS);
  const paper = useLocal(
    listPaper,
    {},
    {
      fresh: true,
      refreshMs: (reply) =>
        Date.now() < awaitedUntil || reply?.hosted?.accounts.some(isMoving) ? WATCH_MS : REFRESH_MS,
    },
  );
  const now = useNow();
  const hosted = paper.data?.hosted;
  // That the service does not answer is said above every screen.
  if (paper.isError && !hosted && account?.reachable === false) return null;
  const isOffered = hosted && (hosted.sources.length > 0 || hosted.accounts.length > 0);
  if (!isOffered && !paper.isError) return null;
  const isEmpty = hosted?.accounts.length === 0;
  const ahead = hosted ? Date.parse(hosted.now) - paper.dataUpdatedAt : 0;
  return (
    <Panel title={isEmpty ? 'No MetaTrader?' : 'Paper trading'} className="mt-6">
      {/* Where the first account came, the button that had the focus is gone. */}
      <DoneNotice key={isEmpty ? 'none' : 'some'}>{done}</DoneNotice>
      {paper.isError && (
        <div className="mb-4">
          <FailureNotice
            title="Failed to load your paper accounts"
            error={paper.error}
            onRetry={() => void paper.refetch()}
            busy={paper.isFetching}
          />
          {hosted && (
            <p className="mt-2 text-tiny text-warn">
              What you see below is of{' '}
              {formatClock(new Date(paper.dataUpdatedAt).toISOString(), timeZone)}.
            </p>
          )}
        </div>
      )}
      {hosted && isOffered && isEmpty && (
        <Start
          hosted={hosted}
          isFirst={configurations.length === 0 && app.platform !== 'win32'}
          onStarted={() => {
            setDone('Paper trading has started.');
            onAwaited();
          }}
        />
      )}
      {hosted && !isEmpty && (
        <>
          <ul aria-label="Paper accounts" className="grid grid-cols-1 gap-6">
            {hosted.accounts.map((each) => (
              <li key={each.hosted_id} className="not-first:border-t border-line not-first:pt-5">
                <PaperCard
                  account={each}
                  now={now + ahead}
                  timeZone={timeZone}
                  limit={hosted.limit}
                  onAwaited={onAwaited}
                />
              </li>
            ))}
          </ul>
          <p className="mt-4 border-t border-line pt-3 text-tiny text-muted">
            Our service trades it, also while this computer is off.{' '}
            <OutsideLink href={servicePage(app.service, '/dashboard#paper-trading')}>
              Open on the dashboard
            </OutsideLink>
          </p>
        </>
      )}
    </Panel>
  );
}

type StartProps = {
  hosted: Hosted;
  /** Whether it is what most people do first here. */
  isFirst: boolean;
  onStarted: () => void;
};

/** What happens, and the one button that makes it happen. */
function Start({ hosted: { limit, sources }, isFirst, onStarted }: StartProps) {
  const { app } = useAppState();
  const start = useAction(startPaper);
  // Pressed again, it is the same account.
  const [hostedId] = useState(() => crypto.randomUUID());
  const [currency] = useState(() => currencyFor(navigator.language));
  const plans = (
    <OutsideLink href={servicePage(app.service, '/pricing')}>Compare the plans</OutsideLink>
  );
  return (
    <>
      <p className="max-w-prose text-small text-muted">
        {startSentence(firstSource(sources)?.source ?? 'practice', currency)}
      </p>
      {limit === 0 ? (
        <p className="mt-4 text-small">
          Your plan allows {accountsText(limit)}. {plans}
        </p>
      ) : (
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          className="mt-4"
          // Until the list has it.
          busy={start.isPending || start.isSuccess}
          onClick={() =>
            start.mutate({ body: { hosted_id: hostedId, currency } }, { onSuccess: onStarted })
          }
        >
          Start paper trading
        </Button>
      )}
      {start.error && (
        <div className="mt-4 space-y-2">
          <FailureNotice title="Paper trading did not start" error={start.error} />
          {start.error.code === 'hosted_accounts_full' && <p className="text-small">{plans}</p>}
        </div>
      )}
    </>
  );
}

type PaperCardProps = {
  account: HostedAccount;
  /** By the service's clock, in ms. */
  now: number;
  timeZone: string;
  limit: number;
  /** Called when something was asked for that the list does not show yet. */
  onAwaited: () => void;
};

/** One paper account: what it is doing, its figures, and the button that pauses it. */
function PaperCard({ account, now, timeZone, limit, onAwaited }: PaperCardProps) {
  const { app } = useAppState();
  const { settings } = account;
  const standing = standingOf(account, { timeZone, now, limit });
  return (
    <article aria-label={`Paper account ${settings.name}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
        <h3 className="min-w-0 text-body font-medium wrap-anywhere">{settings.name}</h3>
        <p className="flex flex-wrap gap-2">
          <Badge>{SOURCE_WORDS[account.source].mark}</Badge>
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </p>
      </div>
      <p className="mt-1 text-small text-muted">
        {standing.sentence}{' '}
        {standing.link && (
          <OutsideLink href={servicePage(app.service, standing.link.to)}>
            {standing.link.words}
          </OutsideLink>
        )}
      </p>
      <HostedFigures account={account} />
      <PauseOrResume account={account} onAwaited={onAwaited} />
    </article>
  );
}

function PauseOrResume({ account, onAwaited }: Pick<PaperCardProps, 'account' | 'onAwaited'>) {
  const { bot_id: botId, state, settings } = account;
  const command = useAction(commandPaper);
  const kind: CommandKind = state === 'paused' ? 'resume' : 'entries_off';
  const [asked, setAsked] = useState<CommandKind | null>(null);
  const isWaiting = asked !== null && !isFulfilled(asked, account);
  // Once it is done it is no news any more, even where the account changes again.
  if (asked !== null && !isWaiting) setAsked(null);
  const sent = useRef<{ kind: CommandKind; id: string } | null>(null);
  useEffect(() => {
    // Once the account has changed, the same button asks for something new.
    if (sent.current && sent.current.kind !== kind) sent.current = null;
  }, [kind]);
  const toggle = () => {
    if (botId === null) return;
    // Tried again, it is the same command.
    sent.current ??= { kind, id: crypto.randomUUID() };
    command.mutate(
      { params: { bot_id: botId }, body: { command_id: sent.current.id, kind } },
      {
        onSuccess: () => {
          sent.current = null;
          setAsked(kind);
          onAwaited();
        },
      },
    );
  };
  const words = kind === 'resume' ? 'Resume' : 'Pause';
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="mt-3 max-sm:min-h-11"
        aria-label={`${words}, ${settings.name}`}
        disabled={botId === null}
        busy={command.isPending}
        onClick={toggle}
      >
        {words}
      </Button>
      {botId === null && (
        <p className="mt-2 text-tiny text-muted">You can pause it as soon as it has begun.</p>
      )}
      <p role="status" className="mt-2 text-tiny text-muted empty:hidden">
        {isWaiting && AWAITED_WORDS[asked]}
      </p>
      {command.error && (
        <div className="mt-3">
          <FailureNotice title={`Failed to ${words.toLowerCase()}`} error={command.error} />
        </div>
      )}
    </>
  );
}
