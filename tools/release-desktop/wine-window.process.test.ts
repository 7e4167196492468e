import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../root.ts';
import { LAUNCHER } from './installer.ts';
import { openScreen, withoutScreen } from './testing/screen.ts';
import { createWine, withoutWine } from './testing/wine.ts';
import { wineRelease } from './testing/wine-release.ts';

const WITHIN_MS = 15_000;
/** Wine on a machine with much else to do: the message is awaited longer than it may take. */
const AWAITED_MS = 60_000;

// Windows without any browser: no Edge, and nothing that Wine could hand an address to.
test('a first run without any browser shows a message within 15 s', {
  skip: withoutWine || withoutScreen,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'no browser ü-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const nothing = join(folder, 'no programs');
  mkdirSync(nothing);
  const screen = await openScreen(folder);
  t.after(() => screen.end());
  const wine = await createWine(folder, { DISPLAY: screen.display, PATH: nothing });
  t.after(() => wine.end());
  const { installer } = await wineRelease('1.2.3');
  assert.equal((await wine.run(installer, ['/S'])).code, 0);

  const launcher = join(wine.home, 'AppData/Local/Programs/Quorate', LAUNCHER);
  const startedAt = performance.now();
  await wine.run(launcher, ['ui']);
  let titles = '';
  while (!/"Quorate": /.test(titles) && performance.now() - startedAt < AWAITED_MS) {
    await sleep(100);
    titles = await screen.titles();
  }
  const tookMs = Math.round(performance.now() - startedAt);
  // It is drawn a moment after it is there.
  await sleep(500);
  const pictures = join(ROOT, 'build', 'release-desktop', 'pictures');
  mkdirSync(pictures, { recursive: true });
  const picture = join(pictures, 'no-browser.png');
  await screen.picture(picture);
  t.diagnostic(`the message was there after ${tookMs} ms: ${picture}`);
  assert.match(titles, /"Quorate": /);
  assert.ok(tookMs <= WITHIN_MS, `${tookMs} ms`);
});
