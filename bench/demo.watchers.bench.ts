import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBrowser } from '../e2e/support/phone.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { ensureSite } from '../tools/site.ts';
import type { Benchmark } from './benchmark.ts';

const WATCHERS = 200;
const SEEN_MS = 60_000;
const ALONE_MS = 20_000;
const TRADED_MS = 90_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

type Call = Readonly<{ atMs: number; path: string; headers: Record<string, string> }>;

/** What watchers of the live demo cost: each calls what a browser with the page open calls, at the same times. */
export const benchmark: Benchmark = {
  name: 'demo.watchers',
  title: `${WATCHERS} watchers of the live demo, the service’s part of a core`,
  unit: '%',
  bar: { of: 'figure', op: '<=', value: 20 },
  async run({ folder, onEnd, say }) {
    await ensureSite(say);
    const start = async (env: Record<string, string>) =>
      startService({
        port: await freePort(),
        dataDir: folder,
        // Each watcher comes from an address of its own, as a proxy tells it.
        env: { DEMO: 'on', TRUST_PROXY: '127.0.0.1,::1', ...env },
      });
    const before = await start({});
    say(`trading for ${TRADED_MS / 1_000} s`);
    await sleep(TRADED_MS);
    await before.stop();
    // Trading costs the same whoever watches, and would hide what they cost.
    const service = await start({ HOSTED_RUNNER: 'off' });
    onEnd(service.stop);
    const browser = await startBrowser();
    onEnd(() => browser.close());
    const calls = await callsOfAWatcher(browser, `${service.url}/demo`);
    await browser.close();
    say(`a watcher makes ${calls.length} calls in ${SEEN_MS / 1_000} s`);
    const percentOver = async (during: () => Promise<unknown>) => {
      const [cpu, began] = [processorMs(service.pid), performance.now()];
      await during();
      return ((processorMs(service.pid) - cpu) / (performance.now() - began)) * 100;
    };
    const alone = await percentOver(() => sleep(ALONE_MS));
    const faults: string[] = [];
    const watched = await percentOver(() =>
      Promise.all(
        Array.from({ length: WATCHERS }, async (_, watcher) => {
          // They do not come in the same moment.
          await sleep((watcher / WATCHERS) * SEEN_MS);
          await watch(service.url, watcher, calls, faults);
        }),
      ),
    );
    if (faults.length > 0) throw new Error(`${faults.length} calls failed: ${faults[0]}`);
    return {
      figure: watched,
      note: `${alone.toFixed(1)}% of it with nobody there; database included, trading not; each watcher opens the page and keeps it open for ${SEEN_MS / 1_000} s: ${calls.length} calls, files included`,
    };
  },
};

async function callsOfAWatcher(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  url: string,
): Promise<Call[]> {
  const page = await browser.newPage();
  const began = performance.now();
  const calls: Call[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== new URL(url).origin) return;
    const { authorization } = request.headers();
    const headers: Call['headers'] = authorization === undefined ? {} : { authorization };
    calls.push({ atMs: performance.now() - began, path: pathname + search, headers });
  });
  await page.goto(url);
  await sleep(SEEN_MS);
  await page.close();
  return calls;
}

async function watch(
  url: string,
  watcher: number,
  calls: readonly Call[],
  faults: string[],
): Promise<void> {
  const from = { 'x-forwarded-for': `203.0.113.${watcher % 256}` };
  const began = performance.now();
  await Promise.all(
    calls.map(async ({ atMs, path, headers }) => {
      await sleep(Math.max(0, atMs - (performance.now() - began)));
      const reply = await fetch(url + path, { headers: { ...headers, ...from } });
      await reply.arrayBuffer();
      if (!reply.ok) faults.push(`${path} answered ${reply.status}`);
    }),
  );
}

/** Processor time of a process so far; Linux alone tells. */
function processorMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
