import { phoneOf, startBrowser } from '../e2e/support/phone.ts';
import type { Benchmark } from './benchmark.ts';
import { measureOpen } from './dashboard/measure-open.ts';
import { PEER } from './dashboard/peer.ts';
import { startRecord } from './dashboard/start-record.ts';

/** What a phone loads before the dashboard shows today's figures. */
export const benchmark: Benchmark = {
  name: 'dashboard.script-ratio',
  title: 'scripts loaded before the dashboard shows its figures',
  unit: 'kB',
  bar: { of: 'ratio', op: '<=', value: 0.5 },
  async run(context) {
    const { url, session } = await startRecord(context, 50);
    const browser = await startBrowser();
    context.onEnd(() => browser.close());
    const phone = await phoneOf(browser, session, { network: true, processor: true });
    const opened = await measureOpen(phone, url);
    const figure = opened.initialScriptBytes / 1_000;
    return {
      figure,
      denominator: { value: PEER.initialScriptKb, what: PEER.what },
      ratio: figure / PEER.initialScriptKb,
      note: `compressed as sent; ${(opened.scriptBytes / 1_000).toFixed(1)} kB with what is loaded ahead of the first press`,
    };
  },
};
