import { LANGUAGE } from '@quorate/ui/language';
import { BASE_PATH } from './base-path.ts';

const WORKER = LANGUAGE === 'en' ? '/worker.js' : `/worker.js?language=${LANGUAGE}`;

/** A tab that stays open for days hears of a release within the hour, and whenever it is looked at again. */
const LOOK_EVERY_MS = 3_600_000;

export function registerWorker(): Promise<ServiceWorkerRegistration> {
  // A kept copy of the worker could keep a broken one alive.
  return navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
}

/**
 * Lets pages open without a network, from their next visit on. A browser that saves data, or knows no workers,
 * holds nothing.
 *
 * @param pages their paths, of those that the worker keeps
 * @param onUpdate called once a newer version of the site waits; gets what takes it up, which loads the page again
 * @returns how to stop
 */
export function keepSiteHere(
  onUpdate: (takeUp: () => void) => void,
  pages: readonly string[] = dashboardPages(),
): () => void {
  if (!('serviceWorker' in navigator) || savesData()) return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  void registerWorker().then(
    async (registration) => {
      // Tests in a browser without workers give nothing.
      if (!registration || signal.aborted) return;
      const look = () => void considerWaiting(registration, onUpdate);
      const follow = () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', look, { signal });
      };
      follow();
      registration.addEventListener('updatefound', follow, { signal });
      look();
      const search = () => void registration.update().catch(() => undefined);
      const onShown = () => {
        if (document.visibilityState === 'visible') search();
      };
      document.addEventListener('visibilitychange', onShown, { signal });
      const timer = setInterval(search, LOOK_EVERY_MS);
      signal.addEventListener('abort', () => clearInterval(timer));
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ kind: 'hold', files: loadedFiles(), pages });
    },
    // Private windows refuse it; the page works without.
    () => undefined,
  );
  return () => stop.abort();
}

async function considerWaiting(
  registration: ServiceWorkerRegistration,
  onUpdate: (takeUp: () => void) => void,
): Promise<void> {
  const { waiting, active } = registration;
  if (!waiting || !active) return;
  // This page came from the network and is the new version itself: nobody needs to be asked.
  if ((await manifestOf(waiting)) === window.__reactRouterManifest?.url) {
    waiting.postMessage({ kind: 'take_over' });
    return;
  }
  onUpdate(() => {
    const reload = () => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    (registration.waiting ?? waiting).postMessage({ kind: 'take_over' });
    // Another tab has taken it up meanwhile: no change comes.
    if (!registration.waiting) reload();
  });
}

function manifestOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data?.manifest);
    worker.postMessage({ kind: 'which' }, [port2]);
  });
}

/** What came before the worker took part: the language's texts among them. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name, window.location.href))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}

/** In the language of the page at hand. */
function dashboardPages(): string[] {
  return ['/dashboard', '/dashboard/decisions', '/dashboard/security', '/verify'].map(
    (page) => `${BASE_PATH}${page}`,
  );
}

function savesData(): boolean {
  return (
    'connection' in navigator &&
    typeof navigator.connection === 'object' &&
    navigator.connection !== null &&
    'saveData' in navigator.connection &&
    navigator.connection.saveData === true
  );
}
