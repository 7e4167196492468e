import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HealthVerdict } from '@quorate/contract/admin-health';
import {
  getAdminRecord,
  type RecordKeyChange,
  type RecordWitness,
} from '@quorate/contract/admin-record';
import type { Reply } from '@quorate/contract/endpoint';
import { Badge } from '@quorate/ui/badge';
import { CopyButton } from '@quorate/ui/copy-button';
import { formatCount } from '@quorate/ui/format';
import { Notice, type NoticeTone } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { formatClock, viewerTimeZone } from '@quorate/ui/time-format';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { AdminPage, Facts, Loaded, Moment } from '../parts/admin-page.tsx';
import { type Columns, DataTable } from '../parts/data-table.tsx';
import { Checks, VerdictBadge, worstFirst } from '../parts/verdicts.tsx';

type Shown = Reply<typeof getAdminRecord>;

const EVERY_MS = 10_000;

const TONES: Record<HealthVerdict, [NoticeTone, string]> = {
  fine: ['success', t`Every entry is in the log in time, and its key is the right one.`],
  look: ['warning', t`The log grows, but something needs a look.`],
  broken: ['error', t`The log does not do what we promise.`],
};

/** The log of the record: what waits for it, what it is signed with, and who else vouches for it. */
export function RecordView() {
  const record = useQuery({
    queryKey: ['admin', 'record'],
    queryFn: ({ signal }) => callApi(getAdminRecord, {}, { signal }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
  });
  const at = record.data?.at;
  return (
    <AdminPage
      title={t`Record`}
      lead={t`The public log of what all bots did. Refreshes every 10 seconds while this page is open. What to do in each case is in docs/how-to/operations.md, “The log of the record”.`}
      aside={
        at && (
          <p className="text-tiny text-muted">
            <Trans>
              As of <time dateTime={at}>{formatClock(at, viewerTimeZone())}</time>
            </Trans>
          </p>
        )
      }
    >
      <Loaded query={record} what={t`the log of the record`}>
        {({ verdict, checks, log, key, witnesses, stamp }) => (
          <>
            <Notice tone={TONES[verdict][0]} title={TONES[verdict][1]} live />
            <Checks label={t`Checks`} checks={worstFirst(checks)} />
            <Panel title={t`Log`}>
              <Facts facts={logFacts(log)} />
            </Panel>
            <Panel title={t`Key`}>
              <Key shown={key} />
            </Panel>
            <Panel title={t`Witnesses`}>
              <DataTable
                caption={t`Witnesses`}
                columns={WITNESSES}
                rows={worstFirst(witnesses)}
                rowKey={({ name }) => name}
                empty={t`None is configured. Ask another operator to run “npm run witness” and put its key and address into LOG_WITNESSES.`}
              />
            </Panel>
            <Panel title={t`Time stamp`}>
              {stamp === null ? (
                <p className="text-small text-muted">{t`No time authority is configured, so nobody else says when a checkpoint was made.`}</p>
              ) : (
                <Facts facts={stampFacts(stamp)} />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

const NOT_YET = '–';
/** More entries that wait are not counted. */
const WAITING_COUNTED = 100_000;

function logFacts({ name, entries, waiting, waiting_since: since, checkpoint }: Shown['log']) {
  const many = waiting >= WAITING_COUNTED;
  return [
    [t`Name`, <code key="name">{name}</code>],
    [t`Entries`, formatCount(entries)],
    [t`Waiting`, many ? t`more than ${formatCount(waiting)}` : formatCount(waiting)],
    [t`Waiting since`, <Moment key="since" at={since} />],
    [t`Last signed`, <Moment key="signed" at={checkpoint?.signed_at ?? null} />],
    [t`Entries signed`, checkpoint ? formatCount(checkpoint.size) : NOT_YET],
  ] as const;
}

function stampFacts({
  stamped_at: at,
  size,
  failed_at: failed,
  failure,
}: NonNullable<Shown['stamp']>) {
  return [
    [t`Newest stamp`, <Moment key="at" at={at} />],
    [t`Entries in it`, size === null ? NOT_YET : formatCount(size)],
    [t`Failed`, <Moment key="failed" at={failed} />],
    [t`What it said`, failure ?? NOT_YET],
  ] as const;
}

function Key({ shown: { text, id, may_sign: maySign, other, changes } }: { shown: Shown['key'] }) {
  return (
    <div className="space-y-4 text-small">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-semibold">{id}</code>
        <Badge tone={maySign ? 'gain' : 'loss'}>
          {maySign ? t`The service signs with it` : t`The service may not sign`}
        </Badge>
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <code className="min-w-0 flex-1 basis-64 wrap-anywhere">{text}</code>
        <CopyButton label={t`Copy the key`} text={text} />
      </div>
      {other !== null && (
        <p>
          {t`With its SECRET_KEY of now the service would sign with another key:`}{' '}
          <code className="wrap-anywhere">{other}</code>
        </p>
      )}
      <div>
        <h3 className="mb-2 font-medium">{t`Keys so far`}</h3>
        <DataTable
          caption={t`Keys so far`}
          columns={CHANGES}
          rows={changes}
          rowKey={({ since, key }) => `${since} ${key}`}
          empty={t`The log is new: nothing has been signed yet.`}
        />
      </div>
    </div>
  );
}

const CHANGES: Columns<RecordKeyChange> = [
  { head: t`Key`, cell: ({ key }) => <code className="wrap-anywhere">{shortKey(key)}</code> },
  { head: t`Since`, cell: ({ since }) => <Moment at={since} /> },
  { head: t`Vouched for`, cell: ({ vouched }) => vouchedWords(vouched) },
];

/** Name and id. @example shortKey('example.com/log+530d903a+AekyeR…') // 'example.com/log+530d903a' */
function shortKey(key: string): string {
  return key.split('+').slice(0, 2).join('+');
}

function vouchedWords(vouched: boolean | null): string {
  if (vouched === null) return t`the first key`;
  return vouched ? t`by the key before` : t`by nobody: the key before was lost`;
}

const WITNESSES: Columns<RecordWitness> = [
  {
    head: t`Witness`,
    cell: ({ name, address, failure, todo }) => (
      <>
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-tiny text-muted wrap-anywhere">{address}</span>
        {failure !== null && (
          <span className="mt-1 block max-w-md wrap-anywhere text-loss">{t`Failed: ${failure}`}</span>
        )}
        {todo !== null && <span className="mt-1 block max-w-md">{todo}</span>}
      </>
    ),
  },
  { head: t`Verdict`, cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  {
    head: t`Cosigned`,
    end: true,
    cell: ({ size }) => (size === null ? NOT_YET : formatCount(size)),
  },
  { head: t`Last cosigned`, cell: ({ cosigned_at: at }) => <Moment at={at} /> },
  { head: t`Last failed`, cell: ({ failed_at: at }) => <Moment at={at} /> },
];
