import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { i18n } from '@quorate/ui/i18n';
import { Notice } from '@quorate/ui/notice';
import { useTheme } from '@quorate/ui/theme';
import { useNow } from '@quorate/ui/use-now';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../lib/query/query-client.ts';
import { oldestShown, readOldAgain, showsOld } from '../lib/query/query-reach.ts';
import { keepSiteHere } from '../lib/site-worker.ts';

/** The page has what it shows by then: what is kept for a time without a network comes after it. */
const KEEP_AFTER_MS = 3_000;
/** A device that has a network is not told when the service can be reached again. */
const ASK_EVERY_MS = 10_000;

/** What the dashboard says without a network, and of a new version of the site. */
export function DashboardOffline() {
  useBarsOfTheme();
  const [takeUp, setTakeUp] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = keepSiteHere((take) => setTakeUp(() => take));
    }, KEEP_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <>
      <OldFigures />
      {takeUp && <NewVersion onReload={takeUp} />}
    </>
  );
}

/** A phone colours its own bars like the page, also where its user chose another theme than the system's. */
function useBarsOfTheme(): void {
  const theme = useTheme();
  useEffect(() => {
    if (theme === 'system') return;
    const bars = [...document.head.querySelectorAll('meta[name="theme-color"]')];
    const before = bars.map((bar) => bar.getAttribute('content') ?? '');
    const chosen = bars.find((bar) => bar.getAttribute('media')?.includes(theme));
    for (const bar of bars) bar.setAttribute('content', chosen?.getAttribute('content') ?? '');
    return () => {
      for (const [at, bar] of bars.entries()) bar.setAttribute('content', before[at] ?? '');
    };
  }, [theme]);
}

export function NewVersion({ onReload }: { onReload: () => void }) {
  return (
    <Notice
      live
      className="mt-1 mb-2"
      title={t`A new version is ready.`}
      action={<Button variant="secondary" size="small" onClick={onReload}>{t`Reload`}</Button>}
    >
      {t`Finish what you are doing first. It loads when you press Reload.`}
    </Notice>
  );
}

/** Says how old the figures are where the service is out of reach. */
function OldFigures() {
  const readAt = useSyncExternalStore(subscribeToReads, readAtWhereOld);
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const isUnreached = online && readAt !== null;
  useEffect(() => {
    if (!isUnreached) return;
    readOldAgain(queryClient);
    const timer = setInterval(() => readOldAgain(queryClient), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isUnreached]);
  return readAt !== null && <Age readAt={readAt} online={online} />;
}

const cache = queryClient.getQueryCache();

/** Null while all that is shown is as the service has it, as far as anybody knows. */
function readAtWhereOld(): number | null {
  return navigator.onLine && !showsOld(cache) ? null : oldestShown(cache);
}

function subscribeToReads(changed: () => void): () => void {
  // A query may change while something is drawn.
  const stopReads = cache.subscribe(() => queueMicrotask(changed));
  const stopNetwork = subscribeToNetwork(changed);
  return () => {
    stopReads();
    stopNetwork();
  };
}

function Age({ readAt, online }: { readAt: number; online: boolean }) {
  const age = ageText(useNow() - readAt);
  return (
    <Notice
      tone="warning"
      live
      className="mt-1 mb-2"
      title={
        online
          ? t`The service cannot be reached. Showing what was read ${age}.`
          : t`Offline. Showing what was read ${age}.`
      }
      action={
        online && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => readOldAgain(queryClient)}
          >{t`Try again`}</Button>
        )
      }
    >
      {t`Your bot is not affected. To change anything you need a connection.`}
    </Notice>
  );
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** @example ageText(840_000) // '14 minutes ago' */
export function ageText(ms: number): string {
  const found = UNITS.find(([, unitMs]) => ms >= unitMs);
  if (!found) return t`less than a minute ago`;
  const [unit, unitMs] = found;
  return new Intl.RelativeTimeFormat(i18n.locale).format(-Math.floor(ms / unitMs), unit);
}

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
