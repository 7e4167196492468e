import { startDebuggableBrowser } from '../e2e/support/debuggable-browser.ts';
import { freePort } from '../tools/free-port.ts';
import { fromRoot } from '../tools/root.ts';
import { startService } from '../tools/service.ts';
import { ensureSite } from '../tools/site.ts';
import type { Benchmark } from './benchmark.ts';
import { type Audit, audit, medianAudit } from './lighthouse/audit.ts';
import { serveTwins } from './lighthouse/static-twin.ts';
import {
  type Compared,
  LARGEST_PAINT_RATIO_MAX,
  largestPaintRatio,
  missedBars,
  pagesTable,
} from './lighthouse/table.ts';

const ATTEMPTS = 3;
const PAGES = ['/', '/pricing', '/about', '/guide'];

/** The public pages on a slow phone, beside themselves without scripts. */
export const benchmark: Benchmark = {
  name: 'site.lighthouse',
  title: 'largest paint of the slowest public page on a slow phone',
  unit: 's',
  bar: { of: 'ratio', op: '<=', value: LARGEST_PAINT_RATIO_MAX },
  async run({ folder, onEnd, say }) {
    await ensureSite(say);
    const service = await startService({ port: await freePort(), dataDir: folder });
    onEnd(service.stop);
    const twins = await serveTwins(fromRoot('apps/web/build/client'), await freePort());
    onEnd(twins.stop);
    const port = await freePort();
    onEnd(await startDebuggableBrowser(port));

    const pages: Compared[] = [];
    for (const path of PAGES) {
      const audits: { page: Audit[]; twin: Audit[] } = { page: [], twin: [] };
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        audits.page.push(await audit(service.url + path, port));
        audits.twin.push(await audit(twins.url + path, port));
      }
      pages.push({ path, page: medianAudit(audits.page), twin: medianAudit(audits.twin) });
      say(`${path} has performance ${pages.at(-1)?.page.scores.performance}`);
    }
    const missed = pages.flatMap(missedBars);
    if (missed.length > 0) throw new Error(missed.join('; '));
    const [worst] = pages.toSorted((a, b) => largestPaintRatio(b) - largestPaintRatio(a));
    if (!worst) throw new Error('there is no page to measure');
    return {
      figure: worst.page.largestPaintMs / 1_000,
      denominator: { value: worst.twin.largestPaintMs / 1_000, what: 'the page without scripts' },
      ratio: largestPaintRatio(worst),
      note: `${worst.path}, median of ${ATTEMPTS}`,
      table: pagesTable(pages),
    };
  },
};
