import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { accountsText, currencyFor, startSentence } from '@quorate/ui/hosted-words';
import { clockText } from '@quorate/ui/limits-words';
import { useNow } from '@quorate/ui/use-now';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useIsDemo } from '../../lib/demo.ts';
import { latePart } from '../../lib/late-part.tsx';
import type { HostedAccounts } from '../../lib/query/hosted-accounts.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useCreateHosted, useHostedAccounts } from './hosted.api.ts';
import { HostedCard } from './hosted-card.tsx';
import { HostedComparison } from './hosted-comparison.tsx';
import { newAccount, newFields, readFields } from './hosted-form.ts';
import {
  CARDS_CLASS,
  EMPTY_CLASS,
  FOOT_CLASS,
  HostedFrame,
  HostedPlace,
  keepShown,
} from './hosted-place.tsx';
import { hoursText } from './hosted-words.ts';

const settings = latePart(
  async () => (await import('./hosted-settings-dialog.tsx')).HostedSettingsDialog,
  null,
  t`Failed to load the settings`,
);

/** How long the list is watched for what was asked for. */
const AWAITED_MS = 60_000;

type HostedPanelProps = { userId: string; timeZone: string };

/** Paper accounts that the service trades; nothing where it offers none. */
export function HostedPanel({ userId, timeZone }: HostedPanelProps) {
  const [awaited, setAwaited] = useState(false);
  useDelayed(awaited, AWAITED_MS, () => setAwaited(false));
  const hosted = useHostedAccounts(userId, awaited);
  const { data } = hosted;
  const isOffered = data === undefined || data.sources.length > 0 || data.accounts.length > 0;
  const shown = data ? (isOffered ? data.accounts.length : null) : undefined;
  const isDemo = useIsDemo();
  useEffect(() => {
    // What is shown to everybody says nothing about the visitor's own accounts.
    if (shown !== undefined && !isDemo) keepShown(shown);
  }, [shown, isDemo]);
  if (hosted.isPending) return <HostedPlace />;
  if (!isOffered) return null;
  return (
    <HostedFrame isReady aside={data && <FastTime accelerated={data.accelerated} />}>
      {hosted.isError && (
        <RetryNotice
          title={t`Failed to load your paper accounts`}
          error={hosted.error}
          onRetry={() => void hosted.refetch()}
          busy={hosted.isFetching}
        />
      )}
      {data && (
        <Accounts
          userId={userId}
          timeZone={timeZone}
          hosted={data}
          onAwaited={() => setAwaited(true)}
        />
      )}
    </HostedFrame>
  );
}

type AccountsProps = {
  userId: string;
  timeZone: string;
  hosted: HostedAccounts;
  /** Called when something was asked for that the list does not show yet. */
  onAwaited: () => void;
};

/** The dialog that is open: for a new account, or for the one of this id. */
type Editing = 'new' | Readonly<{ id: string }>;

function Accounts({ userId, timeZone, hosted, onAwaited }: AccountsProps) {
  const { accounts, limit, day_turns: turns } = hosted;
  const now = useNow() + hosted.clockAheadMs;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const edited =
    typeof editing === 'object' && accounts.find((one) => one.hosted_id === editing?.id);
  const open = (next: Editing) => {
    setDone(null);
    setEditing(next);
  };
  const started = () => {
    setEditing(null);
    setDone(t`Paper trading has started.`);
    onAwaited();
  };
  return (
    <>
      {/* Where an account came or went, so did what had the focus. */}
      <DoneNotice key={accounts.length}>{done}</DoneNotice>
      {accounts.length === 0 ? (
        <Empty userId={userId} hosted={hosted} onChoose={() => open('new')} onStarted={started} />
      ) : (
        <>
          <div className={accounts.length > 1 ? CARDS_CLASS : undefined}>
            {accounts.map((account) => (
              <HostedCard
                key={account.hosted_id}
                userId={userId}
                account={account}
                now={now}
                timeZone={timeZone}
                limit={limit}
                onSettings={() => open({ id: account.hosted_id })}
                prepareSettings={settings.prepare}
                onDone={(words) => {
                  setDone(words);
                  onAwaited();
                }}
              />
            ))}
          </div>
          {accounts.length > 1 && <HostedComparison accounts={accounts} />}
          <div className={FOOT_CLASS}>
            <p className="text-tiny text-muted">{t`The trading day turns at ${clockText(turns)}. Other times are in your zone, ${timeZone}.`}</p>
            <More hosted={hosted} onAdd={() => open('new')} />
          </div>
        </>
      )}
      {editing === 'new' && (
        <settings.Part
          userId={userId}
          hosted={hosted}
          account={null}
          onDone={started}
          onClose={() => setEditing(null)}
        />
      )}
      {edited && (
        <settings.Part
          userId={userId}
          hosted={hosted}
          account={edited}
          onDone={() => {
            setEditing(null);
            setDone(
              t`The settings of ${edited.settings.name} are saved. They apply from its next bar.`,
            );
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

/** The way to another account, or why there is none. */
function More({ hosted, onAdd }: { hosted: HostedAccounts; onAdd: () => void }) {
  const { limit, pagination, sources } = hosted;
  const isDemo = useIsDemo();
  if (sources.length === 0 || isDemo) return null;
  if (isFull(hosted))
    return (
      <p className="text-tiny text-muted">
        <Trans>
          Your plan allows {accountsText(limit)}; you have {pagination.total}.{' '}
          <TextLink to="/pricing">{t`Compare the plans`}</TextLink>
        </Trans>
      </p>
    );
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={onAdd}
      onPointerEnter={settings.prepare}
      onFocus={settings.prepare}
    >{t`Add another`}</Button>
  );
}

/** Below 0 a plan has no limit. */
function isFull({ limit, pagination }: HostedAccounts): boolean {
  return limit >= 0 && pagination.total >= limit;
}

type EmptyProps = {
  userId: string;
  hosted: HostedAccounts;
  onChoose: () => void;
  onStarted: () => void;
};

/** What happens, and the one button that makes it happen. */
function Empty({ userId, hosted, onChoose, onStarted }: EmptyProps) {
  const create = useCreateHosted(userId);
  // Pressed again, it is the same account.
  const [hostedId] = useState(() => crypto.randomUUID());
  const [fields] = useState(() => newFields(hosted.sources, currencyFor(navigator.language), []));
  const read = readFields(fields, null);
  const start = () => {
    if (read.faults === null)
      create.mutate(newAccount(hostedId, fields, read), { onSuccess: onStarted });
  };
  // Until the list has it.
  const busy = create.isPending || create.isSuccess;
  const isAtLimit =
    create.error instanceof ApiError && create.error.code === 'hosted_accounts_full';
  return (
    <div className={EMPTY_CLASS}>
      <p className="max-w-prose text-small text-muted">
        {startSentence(fields.source, fields.currency)}
      </p>
      {isFull(hosted) ? (
        <p className="mt-4 text-small">
          <Trans>
            Your plan allows {accountsText(hosted.limit)}.{' '}
            <TextLink to="/pricing">{t`Compare the plans`}</TextLink>
          </Trans>
        </p>
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary" busy={busy} onClick={start}>{t`Start paper trading`}</Button>
          <button
            type="button"
            onClick={onChoose}
            onPointerEnter={settings.prepare}
            onFocus={settings.prepare}
            className="min-h-11 rounded-sm text-small font-medium text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand"
          >{t`Choose settings first`}</button>
        </div>
      )}
      <FailureNotice title={t`Paper trading did not start`} error={create.error} className="mt-4" />
      {isAtLimit && (
        <p className="mt-2">
          <LinkButton
            to="/pricing"
            variant="secondary"
            size="small"
          >{t`Compare the plans`}</LinkButton>
        </p>
      )}
    </div>
  );
}

/** How much of the plan's fast time of today is used; nothing where there is no limit. */
function FastTime({ accelerated }: Pick<HostedAccounts, 'accelerated'>) {
  const { used_s: used, limit_s: limit } = accelerated;
  if (limit === null) return null;
  return (
    <span className="text-tiny text-muted">{t`${hoursText(limit)} of fast time per day (UTC), ${hoursText(Math.min(used, limit))} used`}</span>
  );
}
