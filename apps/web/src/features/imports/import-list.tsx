import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ImportRecord } from '@quorate/contract/import-records';
import { Button } from '@quorate/ui/button';
import { formatTime } from '@quorate/ui/time-format';
import { useId, useState } from 'react';
import { Pagination } from '../../ui/pagination.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useImports } from './imports.api.ts';

type ImportListProps = {
  userId: string;
  timeZone: string;
  onRemove: (record: ImportRecord) => void;
};

/** What was imported before, each with the way to take it back. Nothing is shown before the first. */
export function ImportList({ userId, timeZone, onRemove }: ImportListProps) {
  const titleId = useId();
  const [page, setPage] = useState(1);
  const { data, isError, error, refetch, isFetching } = useImports(userId, page);
  if (isError && !data)
    return (
      <RetryNotice
        title={t`Failed to load your imports`}
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!data || data.pagination.total === 0) return null;
  return (
    <section aria-labelledby={titleId} className="border-t border-line pt-4">
      <h3 id={titleId} className="mb-1 font-medium">{t`Your imports`}</h3>
      <ul>
        {data.imports.map((record) => (
          <Row
            key={record.import_id}
            record={record}
            timeZone={timeZone}
            onRemove={() => onRemove(record)}
          />
        ))}
      </ul>
      {data.pagination.total_pages > 1 && (
        <div className="pt-3">
          <Pagination page={data.pagination} noun={t`imports`} onPage={setPage} />
        </div>
      )}
    </section>
  );
}

type RowProps = { record: ImportRecord; timeZone: string; onRemove: () => void };

function Row({ record, timeZone, onRemove }: RowProps) {
  const { file_name: name, account, imported_at: at, created, removed_at: removedAt } = record;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-tiny text-muted wrap-anywhere">
          <Trans>
            {plural(created, { one: '# trade', other: '# trades' })} of {account.login} at{' '}
            {account.server}, <time dateTime={at}>{formatTime(at, timeZone)}</time>
          </Trans>
        </p>
      </div>
      {removedAt === null ? (
        <Button
          variant="secondary"
          size="small"
          onClick={onRemove}
          aria-label={t`Remove the trades of ${name}`}
        >{t`Remove`}</Button>
      ) : (
        <p className="text-tiny text-muted">
          <Trans>
            Removed <time dateTime={removedAt}>{formatTime(removedAt, timeZone)}</time>
          </Trans>
        </p>
      )}
    </li>
  );
}
