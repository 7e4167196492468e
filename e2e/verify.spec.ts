import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { downloadRecord } from '@quorate/contract/record';
import {
  hasOpenssl,
  madeStamp,
  newAuthority,
  tokenOf as tokenOfAuthority,
} from '@quorate/record/testing/authority';
import { makeRecord } from '@quorate/record/testing/made-record';
import { verifierKeyText } from '@quorate/tlog/note';
import { signedUp } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { decide } from './support/decide.ts';
import { tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [360, 768, 1440] as const;
// Chromium also complains of files that a worker answered after the page had sent for them early.
const NETWORK_NOISE = /link preload|A preload for|Failed to load resource|net::ERR/;

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const keyField = (page: Page) => page.getByLabel('Key of the log');
const verdict = (page: Page, name: string) =>
  expect(result(page).getByRole('heading', { name, exact: true })).toBeVisible();

/** A record that this service has kept, as its owner downloads it. */
async function downloaded(serviceUrl: string): Promise<string> {
  const person = await signedUp(serviceUrl);
  await decide(serviceUrl, person);
  const reply = await fetch(serviceUrl + downloadRecord.path, {
    headers: { authorization: `Bearer ${await tokenOf(serviceUrl, person)}` },
  });
  expect(reply.status).toBe(200);
  return reply.text();
}

/** A record of another log, and whoever has stamped it when it had 30 entries. */
async function stampedBy(folder: string) {
  const authority = newAuthority(folder);
  const made = makeRecord(40);
  const { log, witness } = made;
  const stamp = await madeStamp(made, 30, (note) => tokenOfAuthority(authority, note));
  return { authority, log, file: makeRecord(40, { log, witness, stamp }).file };
}

/** Drops files onto the middle of the page, as from a folder of the reader's. */
async function drop(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text } of dropped) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer });
}

test('a stranger drops a record that this service has kept, then one that was changed, and reads what each is', async ({
  page,
  service,
}) => {
  const text = await downloaded(service.url);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verify a record' }).click();
  await expect(keyField(page)).toHaveValue(/\+[0-9a-f]{8}\+/);
  await expect(page.getByText(/^The key of this site\./)).toBeVisible();

  await drop(page, [{ name: 'record.jsonl', text }]);
  await verdict(page, 'Verified');
  await expect(result(page)).toContainText('the log of this site signed it');
  const facts = page.getByRole('region', { name: 'What is in it' });
  const kinds = facts.getByRole('table', { name: 'Entries by kind' });
  await expect(kinds.getByRole('row', { name: /^decision 1$/i })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page, `a verified record, ${colorScheme}`, { widths: WIDTHS });
  }

  await drop(page, [
    { name: 'changed.jsonl', text: text.replace('"action":"BUY"', '"action":"SEL"') },
  ]);
  await verdict(page, 'Broken');
  await expect(result(page)).toContainText('is not what its hash was made of: it was changed.');
  await expect(result(page)).toContainText(/Line\d+/);
  await expect(facts).toHaveCount(0);
  await expectNoFaults(page, 'a broken record', { widths: WIDTHS });
});

test('a record of another log is verified with the key of that log, and never without a key', async ({
  page,
}) => {
  const { file, log } = makeRecord(400);
  const other = { name: 'record.jsonl', mimeType: '', buffer: Buffer.from(file) };
  await page.goto('/verify');
  await expect(keyField(page)).toHaveValue(/\+[0-9a-f]{8}\+/);
  await page.getByLabel('Choose a file').setInputFiles(other);
  await verdict(page, 'Broken');
  await expect(result(page)).toContainText('The file is of the log quorate.example/log');

  await page.getByRole('button', { name: 'Check it without a key' }).click();
  await verdict(page, 'Consistent in itself, who signed it is not known');
  await expect(keyField(page)).toHaveValue('');
  await expectNoFaults(page, 'a record without a key', { widths: WIDTHS });

  await keyField(page).fill(verifierKeyText(log.key));
  await page.getByRole('button', { name: 'Verify again with this key' }).click();
  await verdict(page, 'Verified');
  await expect(result(page)).toContainText('signed with your key');

  await keyField(page).fill('quorate.example/log');
  await expect(page.getByText(/^This is no key of a log\./)).toBeVisible();
  await page.getByRole('button', { name: 'Use the key of this site' }).click();
  await expect(page.getByText(/^The key of this site\./)).toBeVisible();
});

test('a reader checks the stamp of time in a record with the certificate of its authority', async ({
  page,
}) => {
  test.skip(!hasOpenssl, 'openssl is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'quorate-stamp-'));
  try {
    const { authority, log, file } = await stampedBy(join(folder, 'one'));
    const stranger = newAuthority(join(folder, 'two'), { name: 'Another Authority' });
    const pem = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
    await page.goto('/verify');
    await expect(keyField(page)).toHaveValue(/\+[0-9a-f]{8}\+/);
    await keyField(page).fill(verifierKeyText(log.key));
    const choose = page.getByLabel('Choose a file');
    await choose.setInputFiles({ name: 'record.jsonl', mimeType: '', buffer: file });
    await verdict(page, 'Verified');
    const facts = page.getByRole('region', { name: 'What is in it' });
    await expect(facts).toContainText('said to be by Example Time Authority');
    await expect(facts).toContainText('The first 30 entries of the log existed then.');
    await expectNoFaults(page, 'a stamp that nobody has checked', { widths: WIDTHS });

    const certificate = facts.getByLabel('Choose certificate');
    await certificate.setInputFiles(pem('stranger.pem', stranger.rootPem));
    await verdict(page, 'Broken');
    await expect(result(page)).toContainText(
      'The authority of the stamp is not one that you trust',
    );
    await expectNoFaults(page, 'a stamp of another authority', { widths: WIDTHS });
    await page.getByRole('button', { name: 'Check it without the certificate' }).click();
    await verdict(page, 'Verified');

    await certificate.setInputFiles(pem('root.pem', authority.rootPem));
    await expect(facts).toContainText(/by Example Time Authority, (?!.*is not known)/);
    await expect(certificate).toHaveCount(0);
    await verdict(page, 'Verified');
    await expectNoFaults(page, 'a stamp that was checked', { widths: WIDTHS });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what is no record gets a sentence and no verdict', async ({ page }) => {
  await page.goto('/verify');
  await expect(keyField(page)).toHaveValue(/\+[0-9a-f]{8}\+/);
  for (const [title, text] of [
    ['The file is empty', ''],
    ['A decision ledger', '{"keys":[],"kind":"ledger","made_at":"","user":"","v":1}\n'],
    ['Not a record', readFileSync(import.meta.filename, 'utf8')],
  ] as const) {
    await drop(page, [{ name: 'some.txt', text }]);
    await verdict(page, title);
  }
  await drop(page, [
    { name: 'a.jsonl', text: '' },
    { name: 'b.jsonl', text: '' },
  ]);
  await verdict(page, 'Several files');
});

test('in Spanish a broken record is described in Spanish', async ({ page }) => {
  const { file } = makeRecord(20);
  const text = file.toString();
  await page.goto('/es/verify');
  await expect(page.getByLabel('Clave del registro público')).toHaveValue(/\+[0-9a-f]{8}\+/);
  await drop(page, [{ name: 'record.jsonl', text: text.slice(0, text.length / 2) }]);
  await verdict(page, 'Roto');
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after one visit the page opens and verifies, with the key that it has read', async ({
    page,
    context,
    service,
    allowConsole,
  }) => {
    allowConsole(NETWORK_NOISE);
    const text = await downloaded(service.url);
    await page.goto('/verify');
    await expect(page.getByText(/^The key of this site\./)).toBeVisible();
    await expect(async () => {
      const held = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/');
        const found = await caches.match(`${location.origin}/held/verify`);
        return Boolean(registration?.active && found);
      });
      expect(held).toBe(true);
    }).toPass({ timeout: 60_000 });

    await context.setOffline(true);
    await page.goto('/verify');
    await expect(page.getByText(/^The key of this site, as read on/)).toBeVisible();
    await drop(page, [{ name: 'record.jsonl', text }]);
    await verdict(page, 'Verified');
    await drop(page, [{ name: 'changed.jsonl', text: text.replace('BUY', 'SEL') }]);
    await verdict(page, 'Broken');
    await expectNoFaults(page, 'a record without a network', { widths: [360, 1440] });
    if (!hasOpenssl) return;
    // What verifies stamps is loaded where a file has one, and was kept with the rest.
    const folder = mkdtempSync(join(tmpdir(), 'quorate-stamp-'));
    try {
      const { log, file } = await stampedBy(folder);
      await keyField(page).fill(verifierKeyText(log.key));
      await drop(page, [{ name: 'stamped.jsonl', text: file.toString() }]);
      await verdict(page, 'Verified');
      await expect(page.getByText('said to be by Example Time Authority')).toBeVisible();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
