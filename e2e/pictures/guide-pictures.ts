import { inspect } from 'node:util';
import { ensureSite } from '../../tools/site.ts';
import { pictureApp } from './guide-app.ts';
import { pictureDashboard } from './guide-dashboard.ts';
import { drawSketches } from './guide-sketches.ts';
import { withBrowser } from './with-browser.ts';

// `npm run pictures:guide` makes them all, `npm run pictures:guide -- set-risk journal` those of two steps.
const only = new Set(process.argv.slice(2));

await ensureSite((line) => void process.stdout.write(`${line}\n`));
await withBrowser(async (browser) => {
  await drawSketches(browser, only);
  const parts = [pictureApp, pictureDashboard];
  for (const picture of parts)
    await picture(browser, only).catch((fault: unknown) => {
      process.exitCode = 1;
      process.stderr.write(`${inspect(fault)}\n`);
    });
});
