import { inspect } from 'node:util';
import { ensureSite } from '../../tools/site.ts';
import { pictureApp } from './guide-app.ts';
import { pictureDashboard } from './guide-dashboard.ts';
import { drawSketches } from './guide-sketches.ts';
import { withBrowser } from './with-browser.ts';

const PARTS = { sketches: drawSketches, app: pictureApp, site: pictureDashboard } as const;

// `npm run pictures:guide` makes them all, `-- app` those of a part, `-- site journal` one step of it.
const words = process.argv.slice(2);
const named = Object.entries(PARTS).filter(([name]) => words.includes(name));
const steps = new Set(words.filter((word) => !(word in PARTS)));

await ensureSite((line) => void process.stdout.write(`${line}\n`));
await withBrowser(async (browser) => {
  for (const [, picture] of named.length > 0 ? named : Object.entries(PARTS))
    await picture(browser, steps).catch((fault: unknown) => {
      process.exitCode = 1;
      process.stderr.write(`${inspect(fault)}\n`);
    });
});
