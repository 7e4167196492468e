import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { TAB, TAB_AT_FOOT, Tabs } from '@quorate/ui/tabs';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useBillingArrival } from '../features/billing/subscription/use-billing-arrival.ts';
import { PaletteButton } from '../features/palette/palette-button.tsx';
import { useIsDemo } from '../lib/demo.ts';
import { latePart } from '../lib/late-part.tsx';
import { useAddressQuery } from '../lib/use-address-query.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { TextLink } from '../ui/text-link.tsx';
import { offline } from './offline-place.tsx';

/** The parts of the dashboard, whose code comes when they are opened. */
const overview = latePart(
  async () => (await import('./dashboard-overview.tsx')).DashboardOverview,
  <PartPlace />,
  t`Failed to load the overview`,
);

const statistics = latePart(
  async () => (await import('./dashboard-statistics.tsx')).DashboardStatistics,
  <PartPlace />,
  t`Failed to load the statistics`,
);

const history = latePart(
  async () => (await import('./dashboard-history.tsx')).DashboardHistory,
  <PartPlace />,
  t`Failed to load the trade history`,
);

const live = latePart(
  async () => (await import('./dashboard-live.tsx')).DashboardLive,
  null,
  t`Failed to follow the service`,
);

const notices = latePart(
  async () => (await import('./dashboard-notices.tsx')).DashboardNotices,
  null,
  t`Failed to load the news of your plan`,
);

/** A tab has room of its own: nothing stands below that could move. */
function PartPlace() {
  return <p role="status" className="sr-only">{t`Loading`}</p>;
}

/** By then the open tab has what it asked for, and a press on another need not wait for code. */
const OTHERS_AFTER_MS = 4_000;

const TABS = ['overview', 'statistics', 'history'] as const;

type TabName = (typeof TABS)[number];

type DashboardDeskProps = { userId: string; username: string };

/**
 * The dashboard's frame: its name and its tabs, which work as soon as they are seen. All that asks the
 * service comes after them.
 */
export function DashboardDesk({ userId, username }: DashboardDeskProps) {
  const [query, setQuery] = useAddressQuery();
  const arrival = useBillingArrival();
  const isDemo = useIsDemo();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { prepare } of [overview, statistics, history]) prepare();
    }, OTHERS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // The page of the demo is built with its first tab; the address counts once it is this browser's.
  const asked = useHydrated() ? query.get('tab') : null;
  const addressed = TABS.find((name) => name === asked) ?? 'overview';
  // The router takes a frame or two to get there, and the tab that was pressed is to be in the next one.
  const [pressed, setPressed] = useState<{ tab: TabName; at: TabName } | null>(null);
  if (pressed && pressed.at !== addressed) setPressed(null);
  const openTab = (name: TabName) => {
    setPressed({ tab: name, at: addressed });
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (name === 'overview') next.delete('tab');
        else next.set('tab', name);
        return next;
      },
      { preventScrollReset: true },
    );
  };
  const tabs = useMemo(() => tabsOf(userId, arrival), [userId, arrival]);
  return (
    // At least the screen: a footer that comes up where there is little to show would move what is read.
    <div className="wrap-desk min-h-dvh pt-1.5 sm:pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 sm:mb-1 sm:gap-x-6">
        <h1 className="font-serif text-body font-medium sm:text-heading">{t`Dashboard`}</h1>
        <PaletteButton userId={userId} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-tiny text-muted sm:gap-x-4 sm:text-small">
          <span className="truncate max-sm:hidden">{username}</span>
          {!isDemo && <TextLink to="/dashboard/security">{t`Security`}</TextLink>}
          {/* As wide as its longest word, so that nothing moves when it comes or changes. */}
          <span className="order-last flex min-h-[1.4375rem] min-w-[7rem] justify-end md:order-first">
            <live.Part userId={userId} />
          </span>
        </div>
      </div>
      {!isDemo && <offline.Part />}
      {!isDemo && <notices.Part userId={userId} paid={arrival.paid} />}
      <Tabs
        label={t`Dashboard`}
        value={pressed?.tab ?? addressed}
        onChange={openTab}
        tabs={tabs}
        beside={<Beside query={query} />}
        atFoot
      />
    </div>
  );
}

const VIEWS = [
  ['decisions', t`Decisions`],
  ['journal', t`Journal`],
] as const;

/** Places of the trade history that are looked at as often as the tabs. */
function Beside({ query }: { query: URLSearchParams }) {
  const view = query.get('tab') === 'history' ? query.get('view') : null;
  return (
    <nav aria-label={t`More of your history`} className="flex gap-1 max-sm:flex-2 max-sm:gap-0">
      {VIEWS.map(([name, words]) => (
        <Link
          key={name}
          to={`?tab=history&view=${name}`}
          preventScrollReset
          aria-current={view === name ? 'page' : undefined}
          className={classNames(TAB, TAB_AT_FOOT)}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Made once: a press on a tab leaves what they hold as it is. */
function tabsOf(userId: string, arrival: ReturnType<typeof useBillingArrival>) {
  return [
    {
      value: 'overview',
      label: t`Overview`,
      content: <overview.Part userId={userId} arrival={arrival} />,
      prepare: overview.prepare,
    },
    {
      value: 'statistics',
      label: t`Statistics`,
      content: <statistics.Part userId={userId} />,
      prepare: statistics.prepare,
    },
    {
      value: 'history',
      label: t`Trade History`,
      content: <history.Part userId={userId} />,
      prepare: history.prepare,
    },
  ] as const;
}
