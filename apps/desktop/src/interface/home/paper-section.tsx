import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { firstSource } from '@quorate/contract/hosted-defaults';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { HostedFigures } from '@quorate/ui/hosted-figures';
import {
  accountsText,
  currencyFor,
  isMoving,
  SOURCE_WORDS,
  standingOf,
  startSentence,
} from '@quorate/ui/hosted-words';
import { Panel } from '@quorate/ui/panel';
import { formatClock } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { usePaperPause } from '@quorate/ui/use-paper-pause';
import { useState } from 'react';
import type { z } from 'zod';
import { commandPaper, listPaper, startPaper } from '../../contract/paper.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, servicePage } from '../lib/links.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';

type Paper = z.output<typeof listPaper.reply>;
type Hosted = NonNullable<Paper['hosted']>;

const REFRESH_MS = 30_000;
/** Where something is to be seen every few seconds. */
const WATCH_MS = 3_000;
const AWAITED_MS = 60_000;

/** The paper accounts of whoever is signed in, asked for more often while something is awaited. */
export function usePaper() {
  // Until when the list is watched for what was asked for.
  const [awaitedUntil, setAwaitedUntil] = useState(0);
  const [done, setDone] = useState<string | null>(null);
  const list = useLocal(
    listPaper,
    {},
    {
      fresh: true,
      refreshMs: (reply) =>
        Date.now() < awaitedUntil || reply?.hosted?.accounts.some(isMoving) ? WATCH_MS : REFRESH_MS,
    },
  );
  const { account } = useAppState();
  const hosted = list.data?.hosted;
  const isOffered = Boolean(hosted && (hosted.sources.length > 0 || hosted.accounts.length > 0));
  // That the service does not answer is said above every screen.
  const isSaidAbove = !hosted && account?.reachable === false;
  return {
    list,
    hosted,
    /** Whether there is anything to show: an offer, an account, or why neither is known. */
    isShown: isOffered || (list.isError && !isSaidAbove),
    hasAccounts: (hosted?.accounts.length ?? 0) > 0,
    done,
    onAwaited: () => setAwaitedUntil(Date.now() + AWAITED_MS),
    onStarted: () => {
      setDone(t`Paper trading has started.`);
      setAwaitedUntil(Date.now() + AWAITED_MS);
    },
  };
}

type PaperProps = { paper: ReturnType<typeof usePaper>; timeZone: string };

/** Paper accounts that the service trades, or the offer to begin one. */
export function PaperSection({ paper, timeZone }: PaperProps) {
  if (!paper.isShown) return null;
  return (
    <Panel title={t`Paper trading`} className="mt-6">
      <PaperBody paper={paper} timeZone={timeZone} />
    </Panel>
  );
}

/** @param props.isFirst whether it is what to do first here */
export function PaperBody({
  paper,
  timeZone,
  isFirst = false,
}: PaperProps & { isFirst?: boolean }) {
  const { app } = useAppState();
  const { list, hosted, hasAccounts } = paper;
  const now = useNow();
  const ahead = hosted ? Date.parse(hosted.now) - list.dataUpdatedAt : 0;
  return (
    <>
      {/* Where the first account came, the button that had the focus is gone. */}
      <DoneNotice key={hasAccounts ? 'some' : 'none'}>{paper.done}</DoneNotice>
      {list.isError && (
        <div className="mb-4">
          <FailureNotice
            title={t`Failed to load your paper accounts`}
            error={list.error}
            onRetry={() => void list.refetch()}
            busy={list.isFetching}
          />
          {hosted && (
            <p className="mt-2 text-tiny text-warn">{t`These figures are from ${formatClock(new Date(list.dataUpdatedAt).toISOString(), timeZone)}.`}</p>
          )}
        </div>
      )}
      {hosted && !hasAccounts && (
        <Start hosted={hosted} isFirst={isFirst} onStarted={paper.onStarted} />
      )}
      {hosted && hasAccounts && (
        <>
          <ul aria-label={t`Paper accounts`} className="grid grid-cols-1 gap-6">
            {hosted.accounts.map((each) => (
              <li key={each.hosted_id} className="not-first:border-t border-line not-first:pt-5">
                <PaperCard
                  account={each}
                  now={now + ahead}
                  timeZone={timeZone}
                  limit={hosted.limit}
                  onAwaited={paper.onAwaited}
                />
              </li>
            ))}
          </ul>
          <p className="mt-4 border-t border-line pt-3 text-tiny text-muted">
            <Trans>
              Our service trades it, also while this computer is off.{' '}
              <OutsideLink
                href={servicePage(app.service, '/dashboard#paper-trading')}
              >{t`Open on the dashboard`}</OutsideLink>
            </Trans>
          </p>
        </>
      )}
    </>
  );
}

type StartProps = { hosted: Hosted; isFirst: boolean; onStarted: () => void };

/** What happens, and the one button that makes it happen. */
function Start({ hosted: { limit, sources }, isFirst, onStarted }: StartProps) {
  const { app } = useAppState();
  const start = useAction(startPaper);
  // Pressed again, it is the same account.
  const [hostedId] = useState(() => crypto.randomUUID());
  const [currency] = useState(() => currencyFor(navigator.language));
  const plans = (
    <OutsideLink href={servicePage(app.service, '/pricing')}>{t`Compare the plans`}</OutsideLink>
  );
  return (
    <>
      <p className="max-w-prose text-small text-muted">
        {startSentence(firstSource(sources)?.source ?? 'practice', currency)}
      </p>
      {limit === 0 ? (
        <p className="mt-4 text-small">
          <Trans>
            Your plan allows {accountsText(limit)}. {plans}
          </Trans>
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
        >{t`Start paper trading`}</Button>
      )}
      {start.error && (
        <div className="mt-4 space-y-2">
          <FailureNotice title={t`Paper trading did not start`} error={start.error} />
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
    <article aria-label={t`Paper account ${settings.name}`}>
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
  const { settings } = account;
  const command = useAction(commandPaper);
  const pause = usePaperPause(account);
  const toggle = () =>
    pause.press(({ botId, commandId, kind }, onTaken) =>
      command.mutate(
        { params: { bot_id: botId }, body: { command_id: commandId, kind } },
        {
          onSuccess: () => {
            onTaken();
            onAwaited();
          },
        },
      ),
    );
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="mt-3 max-sm:min-h-11"
        aria-label={`${pause.label}, ${settings.name}`}
        disabled={pause.disabledBecause !== null}
        busy={command.isPending}
        onClick={toggle}
      >
        {pause.label}
      </Button>
      {pause.disabledBecause !== null && (
        <p className="mt-2 text-tiny text-muted">{pause.disabledBecause}</p>
      )}
      <p role="status" className="mt-2 text-tiny text-muted empty:hidden">
        {pause.awaited}
      </p>
      {/* Where it obeyed all the same, only its answer was lost. */}
      {command.error && command.variables.body.kind === pause.kind && (
        <div className="mt-3">
          <FailureNotice title={pause.failure} error={command.error} />
        </div>
      )}
    </>
  );
}
