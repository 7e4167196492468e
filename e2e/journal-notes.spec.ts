import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [360, 1440] as const;

/** A picture of one colour, as a chart program could have saved it. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, 0x4c)]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

const openJournal = (page: Page) => page.goto('/dashboard?tab=history&view=journal');

test('a note, a tag and a picture are written, found again after a reload, and deleted', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await signedUp(service.url);
  const token = await tokenOf(service.url, person);
  await sendTrades(service.url, token, madeUpTrades(30, new Date()));
  await signIn(page, person);
  await openJournal(page);
  await expect(page.getByText('Nothing written yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible();
  await expectNoFaults(page, 'an empty journal', { widths: WIDTHS, within: 'main' });

  await page.getByRole('button', { name: 'Write about today' }).click();
  const today = page.getByRole('region', { name: /^Today/ });
  await today.getByLabel('Note', { exact: true }).fill('Waited for the retest, and it came.');
  await today.getByRole('combobox', { name: 'Tags' }).fill('patience');
  await page.keyboard.press('Enter');
  await today.getByLabel('Note', { exact: true }).focus();
  await expect(today.getByText('Saved', { exact: true })).toBeVisible();
  await today
    .getByLabel('Pictures to add')
    .setInputFiles({ name: 'chart.png', mimeType: 'image/png', buffer: png(640, 400) });
  await expect(today.getByRole('button', { name: 'Open picture 1 of 1' })).toBeVisible();
  await expectNoFaults(page, 'an entry that is written', { widths: WIDTHS, within: 'main' });

  await page.reload();
  const entry = page.getByRole('article', { name: /^The day/ });
  await expect(entry.getByText('Waited for the retest, and it came.')).toBeVisible();
  await expect(entry.getByText('patience')).toBeVisible();
  await expect(entry.locator('img')).toBeVisible();
  await expectNoFaults(page, 'a journal with an entry', { widths: WIDTHS, within: 'main' });

  await page.getByLabel('Search').fill('nothing like it');
  await expect(page.getByText('No entry fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await entry.getByRole('button', { name: /Open picture 1 of 1/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Picture 1 of 1' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectNoFaults(page, 'a picture in full', { widths: WIDTHS, within: 'dialog' });
  await dialog.getByRole('button', { name: 'Delete picture' }).click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await expect(dialog).toBeHidden();
  await expect(entry.getByRole('button', { name: /Open picture/ })).toBeHidden();

  await page.getByRole('button', { name: 'Manage tags' }).click();
  const tags = page.getByRole('dialog', { name: 'Manage tags' });
  await tags.getByRole('button', { name: 'Delete patience' }).click();
  await expectNoFaults(page, 'a tag that may be deleted', { widths: WIDTHS, within: 'dialog' });
  await tags.getByRole('button', { name: 'Delete the tag' }).click();
  await expect(tags.getByText('patience was taken out of 1 entry.')).toBeVisible();
  await page.keyboard.press('Escape');
  await entry.getByRole('button', { name: /^Edit/ }).click();
  await entry.getByLabel('Note', { exact: true }).fill('');
  await entry.getByLabel('Note', { exact: true }).blur();
  await expect(page.getByText('Nothing written yet')).toBeVisible();
});

test('what is typed without a network is there after a reload, and saved once the network is back', async ({
  page,
  service,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|net::ERR/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await openJournal(page);
  await page.getByRole('button', { name: 'Write about today' }).click();
  const today = page.getByRole('region', { name: /^Today/ });
  await expect(today.getByLabel('Note', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await today.getByLabel('Note', { exact: true }).fill('Typed on a train.');
  await today.getByLabel('Note', { exact: true }).blur();
  await expect(today.getByText(/^Not saved/)).toBeVisible();
  await context.setOffline(false);
  await expect(today.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Typed on a train.')).toBeVisible();
});
