import { t } from '@lingui/core/macro';
import {
  listPublicRecords,
  type OwnPublicRecord,
  removePublicRecord,
  savePublicRecord,
} from '@quorate/contract/public-records';
import type { RecordStream } from '@quorate/contract/record';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Spinner } from '@quorate/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { BASE_PATH } from '../../lib/base-path.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { type Choices, PublicRecordForm } from './public-record-form.tsx';

type PublicRecordPartProps = { streams: readonly RecordStream[]; userId: string };

/** At most one for each account; whoever has more accounts than fit here sees the newest of them. */
const MOST = 500;

/** What the owner shows to everybody: nothing, until an account is published. */
export function PublicRecordPart({ streams, userId }: PublicRecordPartProps) {
  const own = useQuery({
    queryKey: ['decisions', userId, 'public-records'],
    queryFn: ({ signal }) => callApi(listPublicRecords, { query: { per_page: MOST } }, { signal }),
  });
  const [editing, setEditing] = useState<Choices | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const published = own.data?.records ?? [];
  const accounts = streams.flatMap(({ account }) => account ?? []);
  const free = accounts.filter(
    ({ account_id: id }) => !published.some((record) => record.account_id === id),
  );

  const save = useSubmission(async (choices: Choices) => {
    setDone(null);
    const { record } = await callApi(savePublicRecord, { body: choices });
    await own.refetch();
    setEditing(null);
    setDone(t`The record ${record.name} is public.`);
  });
  const takeBack = useSubmission(async ({ account_id, name }: OwnPublicRecord) => {
    setDone(null);
    await callApi(removePublicRecord, { params: { account_id } });
    await own.refetch();
    setDone(t`The record ${name} is no longer public. Its page is gone.`);
  });
  const edit = (choices: Choices | null) => {
    save.reset();
    takeBack.reset();
    setDone(null);
    setEditing(choices);
  };
  const [first] = free;

  return (
    <section aria-label={t`Public record`} className="space-y-4 border-t border-line pt-4">
      <div>
        <h3 className="font-medium">{t`Public record`}</h3>
        <p className="mt-1 text-muted">{t`Show the record of an account to anyone, under a name that you choose. It is off until you publish one, and you can take it back at any time.`}</p>
      </div>
      {own.isError && (
        <RetryNotice
          title={t`Failed to load your public records`}
          error={own.error}
          onRetry={() => void own.refetch()}
          busy={own.isFetching}
        />
      )}
      <DoneNotice>{done}</DoneNotice>
      <FailureNotice title={t`The record is still public`} error={takeBack.error} />
      {editing ? (
        <PublicRecordForm
          userId={userId}
          accounts={accounts.filter(
            (account) =>
              account.account_id === editing.account_id ||
              (isNew(editing, published) && free.includes(account)),
          )}
          initial={editing}
          isNew={isNew(editing, published)}
          busy={save.busy}
          error={save.error}
          onSave={save.submit}
          onCancel={() => edit(null)}
        />
      ) : own.data ? (
        <>
          <ul className="space-y-3 empty:hidden">
            {published.map((record) => (
              <Published
                key={record.account_id}
                record={record}
                userId={userId}
                account={accounts.find(({ account_id: id }) => id === record.account_id)}
                busy={takeBack.busy}
                onChange={() => edit(record)}
                onTakeBack={() => takeBack.submit(record)}
              />
            ))}
          </ul>
          {first && (
            <Button
              variant="secondary"
              onClick={() => edit({ ...NOTHING_SHOWN, account_id: first.account_id })}
            >
              {published.length === 0 ? t`Publish a record` : t`Publish another record`}
            </Button>
          )}
        </>
      ) : (
        !own.isError && <Spinner label={t`Loading your public records`} />
      )}
    </section>
  );
}

/** Nothing private is suggested: the name is empty until its owner types one. */
const NOTHING_SHOWN = { name: '', shows_open: false, shows_money: false, listed: true } as const;

function isNew({ account_id: id }: Choices, published: readonly OwnPublicRecord[]): boolean {
  return !published.some((record) => record.account_id === id);
}

type PublishedProps = {
  record: OwnPublicRecord;
  userId: string;
  account: RecordStream['account'] | undefined;
  busy: boolean;
  onChange: () => void;
  onTakeBack: () => void;
};

function Published({ record, userId, account, busy, onChange, onTakeBack }: PublishedProps) {
  const { name, shows_open, shows_money, listed } = record;
  const path = `${BASE_PATH}/record/${name}`;
  return (
    <li className="rounded-card border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <a
          className="font-medium text-brand underline underline-offset-4 wrap-anywhere"
          href={path}
        >
          {name}
        </a>
        {account && (
          <span className="text-tiny">
            <AccountName userId={userId} account={account} />
          </span>
        )}
      </div>
      <p className="mt-2 flex flex-wrap gap-1.5">
        <Badge>{shows_open ? t`open trades shown` : t`closed trades only`}</Badge>
        <Badge tone={shows_money ? 'warn' : 'neutral'}>
          {shows_money ? t`amounts shown` : t`no amounts`}
        </Badge>
        <Badge>{listed ? t`search engines may list it` : t`not for search engines`}</Badge>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton label={t`Copy address`} text={`${location.origin}${path}`} />
        <Button variant="secondary" size="small" onClick={onChange}>{t`Change`}</Button>
        <Button variant="secondary" size="small" busy={busy} onClick={onTakeBack}>
          {t`Take it back`}
        </Button>
      </div>
    </li>
  );
}
