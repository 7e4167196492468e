import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type AdminHostedAccount,
  drainRunner,
  getHostedOverview,
  HOSTED_ORDERS,
  type HostedRunnerView,
  type HostedUse,
  listAdminHosted,
} from '@quorate/contract/admin-hosted';
import type { Reply } from '@quorate/contract/endpoint';
import { HOSTED_STATES, PRICE_SOURCES } from '@quorate/contract/hosted-accounts';
import { Badge } from '@quorate/ui/badge';
import { formatCount, formatList } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Facts, Loaded, Moment } from '../parts/admin-page.tsx';
import { type Columns, DataTable } from '../parts/data-table.tsx';
import { formatCost } from '../parts/dollars.ts';
import { useReasonedAct } from '../parts/reasoned-act.tsx';

type Overview = Reply<typeof getHostedOverview>;

const EVERY_MS = 10_000;

/** Runners, paper accounts that the service trades, and what they cost. */
export function HostedView() {
  const overview = useQuery({
    queryKey: ['admin', 'hosted'],
    queryFn: ({ signal }) => callApi(getHostedOverview, {}, { signal }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
  });
  const { ask, notices } = useReasonedAct();

  const askToDrain = ({ id, host, draining }: HostedRunnerView, others: number) => {
    // The number of an act is made once for each time that somebody asks.
    const action_id = crypto.randomUUID();
    ask({
      title: draining ? t`Use the runner on ${host} again` : t`Drain the runner on ${host}`,
      words: draining
        ? t`It takes accounts again that no runner has.`
        : `${t`It gives each account away as soon as its current bar is decided, and takes none.`} ${
            others === 0
              ? t`There is no other runner: its accounts wait until you start one, or use this one again.`
              : t`Other runners continue within seconds.`
          }`,
      act: draining ? t`Use again` : t`Drain`,
      danger: !draining && others === 0,
      failure: draining ? t`The runner is still drained` : t`The runner was not drained`,
      run: async (reason) => {
        const body = { action_id, reason, draining: !draining };
        await callApi(drainRunner, { params: { runner_id: id }, body });
        return draining
          ? t`The runner on ${host} takes accounts again within seconds.`
          : t`The runner on ${host} gives its accounts away within seconds.`;
      },
    });
  };

  return (
    <AdminPage
      title={t`Hosted accounts`}
      lead={t`Paper accounts that the service trades, and the runners that do it. Refreshes every 10 seconds while this page is open.`}
    >
      {notices}
      <Loaded query={overview} what={t`the runners`}>
        {(data) => (
          <>
            <Trouble overview={data} />
            <Panel title={t`Runners`}>
              <DataTable
                caption={t`Runners`}
                columns={RUNNERS}
                rows={data.runners}
                rowKey={({ id }) => id}
                empty={t`No runner has been seen within the last hour. Start one with “npm run runner”.`}
                act={(runner) =>
                  runner.alive
                    ? {
                        words: runner.draining ? t`Use again` : t`Drain`,
                        name: runner.draining
                          ? t`Use again: runner on ${runner.host} …${runner.id.slice(-4)}`
                          : t`Drain: runner on ${runner.host} …${runner.id.slice(-4)}`,
                        onClick: () => askToDrain(runner, usable(data.runners, runner.id)),
                      }
                    : null
                }
              />
            </Panel>
            <div className="grid gap-6 lg:grid-cols-2">
              <Panel title={t`Accounts by state`}>
                <DataTable
                  caption={t`Accounts by state`}
                  columns={COUNTS}
                  rows={countsOf(data.accounts)}
                  rowKey={({ source }) => source}
                  empty={t`Nobody has begun a paper account yet.`}
                />
              </Panel>
              <Panel title={t`Beginnings in the last hour`}>
                <Facts
                  narrow
                  facts={[
                    [t`Limit per range of addresses`, formatCount(data.ranges.limit)],
                    [t`Most from one range`, formatCount(data.ranges.most)],
                    [t`Ranges at 80% or more`, formatCount(data.ranges.near)],
                  ]}
                />
                <p className="mt-3 text-tiny text-muted">{t`Accounts of Free plans. We store only a hash of a range, so it has no name here.`}</p>
              </Panel>
            </div>
            <Panel title={t`What all of them take`}>
              <DataTable
                caption={t`What all of them take`}
                columns={USES}
                rows={[
                  { time: t`Last 24 hours`, ...data.day },
                  { time: t`Last 30 days`, ...data.month },
                ]}
                rowKey={({ time }) => time}
              />
              <p className="mt-3 text-tiny text-muted">{t`Summed once a minute.`}</p>
            </Panel>
          </>
        )}
      </Loaded>
      <Accounts />
    </AdminPage>
  );
}

/** Runners that take accounts, without this one. */
function usable(runners: readonly HostedRunnerView[], without?: string): number {
  return runners.filter(({ id, alive, draining }) => alive && !draining && id !== without).length;
}

/** A runner that is later than a panel of models may take. */
const LATE_S = 120;

function Trouble({ overview: { runners, accounts } }: { overview: Overview }) {
  const count = accounts.reduce((sum, each) => sum + each.count, 0);
  if (count > 0 && usable(runners) === 0)
    return (
      <Notice tone="error" title={t`No runner takes accounts.`} live>
        {plural(count, {
          one: '# account stands still. Start one with “npm run runner”, or use a drained one again.',
          other:
            '# accounts stand still. Start one with “npm run runner”, or use a drained one again.',
        })}
      </Notice>
    );
  const late = runners.filter(({ alive, late_s }) => alive && late_s > LATE_S);
  if (late.length === 0) return null;
  return (
    <Notice tone="warning" title={t`Bars are decided late.`} live>
      {formatList(
        late.map(({ host, late_s }) => `${host}: ${seconds(late_s)}`),
        'unit',
      )}
      . {t`Start another runner, and look at the log of this one.`}
    </Notice>
  );
}

function seconds(late: number): string {
  if (late < 1) return '–';
  return late < 120 ? `${Math.round(late)} s` : t`${formatCount(Math.floor(late / 60))} min`;
}

function RunnerState({ alive, draining }: HostedRunnerView) {
  if (!alive) return <Badge tone="loss">{t`Not seen`}</Badge>;
  return draining ? (
    <Badge tone="warn">{t`Draining`}</Badge>
  ) : (
    <Badge tone="gain">{t`Trading`}</Badge>
  );
}

const RUNNERS: Columns<HostedRunnerView> = [
  {
    head: t`Runner`,
    cell: ({ host, id }) => (
      <>
        <span className="font-medium wrap-anywhere">{host}</span>
        <span className="block whitespace-nowrap text-tiny text-muted">…{id.slice(-8)}</span>
      </>
    ),
  },
  { head: t`State`, cell: (runner) => <RunnerState {...runner} /> },
  { head: t`Since`, cell: ({ started_at }) => <Moment at={started_at} /> },
  { head: t`Last seen`, cell: ({ seen_at }) => <Moment at={seen_at} /> },
  { head: t`Accounts`, end: true, cell: ({ accounts }) => formatCount(accounts) },
  { head: t`Late by`, end: true, cell: ({ late_s }) => seconds(late_s) },
];

const SOURCE_WORDS = { practice: t`Practice market`, file: t`Recorded prices` } as const;
const STATE_WORDS = {
  running: ['gain', t`Running`],
  paused: ['neutral', t`Paused`],
  waiting: ['warn', t`Waiting`],
} as const;
const WAIT_WORDS = {
  runner: t`for a runner`,
  practice_hours: t`accelerated hours of today are used`,
  plan: t`for a larger plan`,
  file_end: t`the file has ended`,
} as const;

type Counts = Readonly<{
  source: keyof typeof SOURCE_WORDS;
  running: number;
  paused: number;
  waiting: number;
}>;

/** A line for each source that there are accounts of. */
function countsOf(accounts: Overview['accounts']): Counts[] {
  return PRICE_SOURCES.flatMap((source) => {
    const own = accounts.filter((each) => each.source === source);
    const count = (state: string) => own.find((each) => each.state === state)?.count ?? 0;
    if (own.length === 0) return [];
    return [
      { source, running: count('running'), paused: count('paused'), waiting: count('waiting') },
    ];
  });
}

const COUNTS: Columns<Counts> = [
  { head: t`Prices`, cell: ({ source }) => SOURCE_WORDS[source] },
  { head: t`Running`, end: true, cell: ({ running }) => formatCount(running) },
  { head: t`Paused`, end: true, cell: ({ paused }) => formatCount(paused) },
  { head: t`Waiting`, end: true, cell: ({ waiting }) => formatCount(waiting) },
];

const USES: Columns<HostedUse & { time: string }> = [
  { head: t`Time`, cell: ({ time }) => time },
  { head: t`Decisions`, end: true, cell: ({ decisions }) => formatCount(decisions) },
  {
    head: t`Built-in analysts alone`,
    end: true,
    cell: ({ decisions, model_decisions }) => formatCount(decisions - model_decisions),
  },
  { head: t`With models`, end: true, cell: ({ model_decisions }) => formatCount(model_decisions) },
  { head: t`Tokens of models`, end: true, cell: ({ tokens }) => formatCount(tokens) },
  { head: t`Cost`, end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
];

function dayAndMonth(day: number, month: number) {
  return (
    <span className="whitespace-nowrap">
      {formatCount(day)} / {formatCount(month)}
    </span>
  );
}

const ACCOUNTS: Columns<AdminHostedAccount> = [
  {
    head: t`Account`,
    cell: ({ name, user_id, username, analysts }) => (
      <>
        <span className="block min-w-36 font-medium wrap-anywhere">{name}</span>
        <span className="block text-tiny text-muted">
          <Trans>
            of <TextLink to={`/admin/users/${user_id}`}>{username}</TextLink>,{' '}
            {analysts === 'models' ? t`models` : t`built-in analysts`}
          </Trans>
        </span>
      </>
    ),
  },
  {
    head: t`State`,
    cell: ({ state, waits_for, paused_by }) => (
      <>
        <Badge tone={STATE_WORDS[state][0]}>{STATE_WORDS[state][1]}</Badge>
        {waits_for !== null && (
          <span className="block text-tiny text-muted">{WAIT_WORDS[waits_for]}</span>
        )}
        {paused_by === 'idle' && (
          <span className="block text-tiny text-muted">{t`not visited for 14 days`}</span>
        )}
      </>
    ),
  },
  { head: t`Runner`, cell: ({ host }) => host ?? <span className="text-muted">–</span> },
  { head: t`Closed trades`, end: true, cell: ({ closed_trades }) => formatCount(closed_trades) },
  {
    head: t`Decisions (24 h / 30 d)`,
    end: true,
    cell: ({ day, month }) => dayAndMonth(day.decisions, month.decisions),
  },
  {
    head: t`Tokens (24 h / 30 d)`,
    end: true,
    cell: ({ day, month }) => dayAndMonth(day.tokens, month.tokens),
  },
  { head: t`Cost (30 d)`, end: true, cell: ({ month }) => formatCost(month.cost_usd) },
];

const ORDER_WORDS = {
  busiest: t`Busiest`,
  costliest: t`Costliest`,
  newest: t`Newest`,
} as const;

function Accounts() {
  const list = useAdminList({
    endpoint: listAdminHosted,
    filters: {
      order: {
        label: t`Order`,
        options: HOSTED_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] })),
      },
      state: {
        label: t`State`,
        options: optionsOf(HOSTED_STATES, (state) => STATE_WORDS[state][1]),
      },
      source: {
        label: t`Prices`,
        options: optionsOf(PRICE_SOURCES, (source) => SOURCE_WORDS[source]),
      },
    },
  });
  return (
    <Panel title={t`Accounts`}>
      <div className="space-y-5">
        <AdminList
          list={list}
          rows="accounts"
          noun={t`accounts`}
          caption={t`Accounts`}
          empty={t`No account matches. Choose another state.`}
          never={t`Nobody has begun a paper account yet.`}
          columns={ACCOUNTS}
          rowKey={({ user_id, hosted_id }) => `${user_id} ${hosted_id}`}
        />
      </div>
    </Panel>
  );
}
