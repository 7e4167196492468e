import { t } from '@lingui/core/macro';
import {
  type AdminRelease,
  listAdminReleases,
  withdrawRelease,
} from '@quorate/contract/admin-releases';
import { Badge } from '@quorate/ui/badge';
import { CopyButton } from '@quorate/ui/copy-button';
import { EmptyState } from '@quorate/ui/empty-state';
import { Panel } from '@quorate/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { AdminPage, Loaded, Moment } from '../parts/admin-page.tsx';
import { type Columns, DataTable } from '../parts/data-table.tsx';
import { useReasonedAct } from '../parts/reasoned-act.tsx';

const STATE_WORDS = {
  offered: ['gain', t`Offered`],
  older: ['neutral', t`Older`],
  withdrawn: ['warn', t`Withdrawn`],
  broken: ['loss', t`Broken`],
} as const;

const PUBLISH = t`npm run publish:desktop -- SETUP.exe --version 1.2.3 --manifest latest.json --signature latest.json.sig`;

const COLUMNS: Columns<AdminRelease> = [
  {
    head: t`Version`,
    cell: ({ version, file_name }) => (
      <>
        <span className="font-medium">{version}</span>
        <span className="block text-tiny text-muted">{file_name}</span>
      </>
    ),
  },
  {
    head: t`State`,
    cell: ({ state }) => <Badge tone={STATE_WORDS[state][0]}>{STATE_WORDS[state][1]}</Badge>,
  },
  { head: t`Published`, cell: ({ published_at }) => <Moment at={published_at} /> },
  { head: t`Size`, end: true, cell: ({ size }) => (size === null ? '–' : formatBytes(size)) },
  { head: 'SHA-256', cell: ({ sha256 }) => <Hash sha256={sha256} /> },
  {
    head: t`Updates`,
    cell: ({ signed, updates_until: until }) => {
      if (!signed) return t`Unsigned, no automatic updates`;
      return until ? t`Signed, valid until ${until.slice(0, 10)}` : t`Signed`;
    },
  },
];

/** What is published of the desktop app, and what downloads get. */
export function ReleasesView() {
  const query = useQuery({
    queryKey: ['admin', 'releases'],
    queryFn: async ({ signal }) => (await callApi(listAdminReleases, {}, { signal })).releases,
  });
  const { ask, notices } = useReasonedAct();

  const askToWithdraw = (version: string) => {
    const next = query.data?.find(({ state }) => state === 'older')?.version;
    ask({
      title: t`Withdraw ${version}`,
      words: `${
        next === undefined
          ? t`There is no earlier release, so nothing can be downloaded any more.`
          : t`${next} is offered instead.`
      } ${t`Apps that have ${version} already keep it; they never go back to an older version.`}`,
      act: t`Withdraw`,
      danger: true,
      failure: t`The release was not withdrawn`,
      run: async (reason) => {
        await callApi(withdrawRelease, { params: { version }, body: { reason } });
        return t`${version} is not offered any more.`;
      },
    });
  };

  return (
    <AdminPage
      title={t`Releases`}
      lead={t`The desktop app, as published on this copy of the service.`}
    >
      {notices}
      <Loaded query={query} what={t`the releases`}>
        {(releases) =>
          releases.length === 0 ? (
            <EmptyState
              title={t`Nothing is published yet`}
            >{t`Publish the first release with the command below.`}</EmptyState>
          ) : (
            <DataTable
              caption={t`Releases`}
              columns={COLUMNS}
              rows={releases}
              rowKey={({ version }) => version}
              act={({ version, state }) =>
                state === 'offered'
                  ? {
                      words: t`Withdraw`,
                      name: t`Withdraw ${version}`,
                      onClick: () => askToWithdraw(version),
                    }
                  : null
              }
            />
          )
        }
      </Loaded>
      <Panel title={t`Publish a release`}>
        <p className="mb-3 max-w-prose text-small text-muted">{t`Publishing is done on the machine itself, where the installer was built and signed. To bring back a withdrawn release, publish it again.`}</p>
        <div className="flex flex-wrap items-center gap-3">
          <code className="rounded-control bg-sunk px-3 py-2 text-small wrap-anywhere">
            {PUBLISH}
          </code>
          <CopyButton label={t`Copy`} text={PUBLISH} />
        </div>
      </Panel>
    </AdminPage>
  );
}

function Hash({ sha256 }: { sha256: string | null }) {
  if (sha256 === null) return <span className="text-muted">–</span>;
  return (
    <span title={sha256} className="figures">
      {sha256.slice(0, 12)}…
    </span>
  );
}
