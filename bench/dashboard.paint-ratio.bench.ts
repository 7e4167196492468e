import { driveBrowser, startDebuggableBrowser } from '../e2e/support/debuggable-browser.ts';
import { freePort } from '../tools/free-port.ts';
import type { Benchmark } from './benchmark.ts';
import { PEER } from './dashboard/peer.ts';
import { startRecord } from './dashboard/start-record.ts';
import { type Audit, audit, medianAudit } from './lighthouse/audit.ts';

const ATTEMPTS = 3;

/** The dashboard of somebody who is signed in, as Lighthouse sees it on a slow phone. */
export const benchmark: Benchmark = {
  name: 'dashboard.paint-ratio',
  title: 'largest paint of the dashboard on a slow phone',
  unit: 's',
  bar: { of: 'ratio', op: '<=', value: 0.4 },
  async run(context) {
    const { url, session } = await startRecord(context, 50);
    const port = await freePort();
    context.onEnd(await startDebuggableBrowser(port));
    const browser = await driveBrowser(port);
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    await page.goto(`${url}/healthz`);
    await page.evaluate(({ token, user }) => {
      localStorage.setItem('authToken', token);
      localStorage.setItem('user', user);
    }, session);
    const audits: Audit[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      audits.push(await audit(`${url}/dashboard`, port, true));
    await browser.close();
    const { largestPaintMs, blockingMs, scores } = medianAudit(audits);
    const figure = largestPaintMs / 1_000;
    return {
      figure,
      denominator: { value: PEER.largestPaintS, what: PEER.what },
      ratio: figure / PEER.largestPaintS,
      note: `median of ${ATTEMPTS}; blocked for ${blockingMs.toFixed(0)} ms, performance ${scores.performance}, accessibility ${scores.accessibility}`,
    };
  },
};
