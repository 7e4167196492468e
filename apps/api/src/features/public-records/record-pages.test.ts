import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { removePublicRecord, savePublicRecord } from '@quorate/contract/public-records';
import { syncTrades } from '@quorate/contract/trade-sync';
import sharp from 'sharp';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { settingsAt } from '../../../test/helpers/site-settings.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { loadSite } from '../../http/site.ts';

const PAGE = `<!doctype html><title>{{recordTitle}} · {{name}}</title>
<meta name="description" content="{{recordDescription}}"><link rel="canonical" href="{{recordUrl}}">
<meta property="og:image" content="{{recordPicture}}">
<script type="application/json">{"name":"{{recordName}}"}</script>`;

async function start(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of [
    'index.html',
    'es/index.html',
    'record/name/index.html',
    'es/record/name/index.html',
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path.includes('record') ? PAGE : `home ${path}`);
  }
  const site = await loadSite(folder, settingsAt('https://quorate.test'));
  const service = await startTestService(t, { site, publicUrl: 'https://quorate.test' });
  const { token } = await signedInUser(service);
  const body = { account: accountInput(), trades: [tradeInput(), tradeInput()] };
  const { account_id } = await service.call(syncTrades, { body }, token);
  return {
    get: (url: string) => service.app.inject({ url }),
    publish: (choices: object = {}) =>
      service.call(savePublicRecord, { body: { account_id, name: 'Cleo-FX', ...choices } }, token),
    revoke: () => service.call(removePublicRecord, { params: { account_id } }, token),
  };
}

describe('the page of a public record', () => {
  it('says in its head what it shows, in each language, and is kept by nobody', async (t) => {
    const { get, publish } = await start(t);
    await publish();
    const page = await get('/record/cleo-fx');
    assert.equal(page.statusCode, 200);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers['x-robots-tag'], undefined);
    assert.match(page.body, /<title>Cleo-FX: \+3\.8 R in 2 trades · Quorate<\/title>/);
    assert.match(
      page.body,
      /content="Demo account on record since 2 Mar 2026: 2 closed trades, win rate 100%\./,
    );
    assert.match(page.body, /href="https:\/\/quorate\.test\/record\/Cleo-FX"/);
    assert.match(page.body, /\{"name":"Cleo-FX"\}/);
    assert.doesNotMatch(page.body, /\{\{/);
    const spanish = await get('/es/record/Cleo-FX/');
    assert.match(spanish.body, /href="https:\/\/quorate\.test\/es\/record\/Cleo-FX"/);
    assert.match(spanish.body, /<title>Cleo-FX: \+3\.8 R en 2 operaciones · Quorate<\/title>/);
  });

  it('is found by search engines, unless its owner does not want that', async (t) => {
    const { get, publish } = await start(t);
    await publish({ listed: false });
    assert.equal((await get('/record/cleo-fx')).headers['x-robots-tag'], 'noindex');
  });

  it('leads home where the name shows nothing, as every other unknown path does', async (t) => {
    const { get, publish, revoke } = await start(t);
    await publish();
    await revoke();
    const paths = ['/record/cleo-fx', '/record', '/record/', '/record/name', '/record/a/b'];
    for (const path of paths) {
      const reply = await get(path);
      assert.deepEqual([reply.statusCode, reply.headers.location], [302, '/'], path);
    }
    assert.equal((await get('/es/record/nobody')).headers.location, '/es/');
    assert.equal((await get('/record/cleo-fx/picture.png')).statusCode, 404);
  });

  it('has a picture for sharing, until it is taken back', async (t) => {
    const { get, publish, revoke } = await start(t);
    await publish();
    const [, path = ''] =
      /og:image" content="https:\/\/quorate\.test([^"]+)"/.exec(
        (await get('/record/cleo-fx')).body,
      ) ?? [];
    for (const each of [path, `/es${path}`]) {
      const { statusCode, headers, rawPayload } = await get(each);
      assert.deepEqual(
        [statusCode, headers['content-type'], headers['cache-control']],
        [200, 'image/png', 'no-store'],
      );
      const { width, height } = await sharp(rawPayload).metadata();
      assert.deepEqual([width, height], [1_200, 630]);
    }
    await revoke();
    assert.equal((await get(path)).statusCode, 404);
  });
});
