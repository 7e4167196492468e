import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { removeImport } from '@quorate/contract/import-records';
import {
  getDayJournal,
  getTradeJournal,
  listJournal,
  listJournalDays,
  listJournalTags,
  removeJournalTag,
  renameJournalTag,
  saveDayJournal,
  saveTradeJournal,
  tradeEntry,
} from '@quorate/contract/journal';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const account_id = await addTrades(service, token, [tradeInput({ position_ticket: '1' })]);
  return { service, token, userId: user.id, place: { account_id, position_ticket: '1' } };
}

async function addTrades(
  service: TestService,
  token: string,
  trades: ReturnType<typeof tradeInput>[],
) {
  await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
  const { id } = await service.db
    .selectFrom('trading_accounts')
    .innerJoin('sessions', 'sessions.user_id', 'trading_accounts.user_id')
    .select('trading_accounts.id')
    .orderBy('trading_accounts.created_at', 'desc')
    .orderBy('trading_accounts.id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const WORDS = { note: 'Waited for the retest.', tags: ['News', 'Late'], setup: 'Breakout' };

describe('the journal of a trade', () => {
  it('keeps note, tags and set-up, and an entry that was sent twice is one entry', async (t) => {
    const { service, token, place } = await start(t);
    const nothing = await service.call(getTradeJournal, { params: place }, token);
    assert.deepEqual(nothing.entry, { note: '', tags: [], setup: null, updated_at: null });
    const body = { ...WORDS, seen: null };
    const first = await service.call(saveTradeJournal, { params: place, body }, token);
    service.clock.advance(60_000);
    const again = await service.call(saveTradeJournal, { params: place, body }, token);
    assert.deepEqual(again, first);
    const kept = await service.call(getTradeJournal, { params: place }, token);
    assert.deepEqual(kept.entry, { ...WORDS, updated_at: first.entry.updated_at });
  });

  it('trims tags, keeps their case, and takes each once whatever its case', async (t) => {
    const { service, token, place } = await start(t);
    const body = {
      note: '',
      tags: ['  News ', 'NEWS', 'late  entry', 'É', 'é'],
      setup: null,
      seen: null,
    };
    const { entry } = await service.call(saveTradeJournal, { params: place, body }, token);
    assert.deepEqual(entry.tags, ['News', 'late entry', 'É']);
  });

  it('answers 409 with the newer entry, so that no window overwrites the other', async (t) => {
    const { service, token, place } = await start(t);
    const save = (note: string, seen: string | null) => ({
      params: place,
      body: { note, tags: [], setup: null, seen },
    });
    const first = await service.call(saveTradeJournal, save('one', null), token);
    const second = await service.call(saveTradeJournal, save('two', first.entry.updated_at), token);
    const refused = await service.fail(
      saveTradeJournal,
      save('three', first.entry.updated_at),
      token,
    );
    assert.equal(refused.status, 409);
    assert.equal(refused.code, 'journal_conflict');
    const current = tradeEntry.parse(JSON.parse(String(refused.details?.current)));
    assert.deepEqual(current, second.entry);
    await service.call(saveTradeJournal, save('three', current.updated_at), token);
    const kept = await service.call(getTradeJournal, { params: place }, token);
    assert.equal(kept.entry.note, 'three');
  });

  it('lets one of many windows write that write at the same moment', async (t) => {
    const { service, token, place } = await start(t);
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        service.call(
          saveTradeJournal,
          { params: place, body: { note: `window ${index}`, tags: [], setup: null, seen: null } },
          token,
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 'fulfilled');
    assert.equal(done.length, 1);
  });

  it('is gone when it is emptied, also twice', async (t) => {
    const { service, token, place } = await start(t);
    const { entry } = await service.call(
      saveTradeJournal,
      { params: place, body: { ...WORDS, seen: null } },
      token,
    );
    const empty = { note: ' ', tags: [], setup: null, seen: entry.updated_at };
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await service.call(saveTradeJournal, { params: place, body: empty }, token);
      assert.equal(reply.entry.updated_at, null);
    }
    assert.equal((await service.db.selectFrom('trade_notes').selectAll().execute()).length, 0);
  });

  it('is for trades of the user alone: others and those that are not there answer alike', async (t) => {
    const { service, token, place } = await start(t);
    const stranger = await signedInUser(service);
    await service.call(saveTradeJournal, { params: place, body: { ...WORDS, seen: null } }, token);
    const unknown = { ...place, position_ticket: '404' };
    for (const [params, by] of [
      [place, stranger.token],
      [unknown, stranger.token],
      [unknown, token],
    ] as const) {
      const read = await service.fail(getTradeJournal, { params }, by);
      const written = await service.fail(
        saveTradeJournal,
        { params, body: { ...WORDS, seen: null } },
        by,
      );
      assert.deepEqual([read.status, written.status], [404, 404]);
    }
    assert.equal((await service.db.selectFrom('trade_notes').selectAll().execute()).length, 1);
  });

  it('takes the longest entry, and refuses a longer one field by field', async (t) => {
    const { service, token, place } = await start(t);
    const longest = {
      note: '€'.repeat(4_000),
      tags: Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(32, 'x')),
      setup: 's'.repeat(60),
      seen: null,
    };
    const { entry } = await service.call(saveTradeJournal, { params: place, body: longest }, token);
    assert.equal(entry.note.length, 4_000);
    for (const [field, value] of [
      ['note', 'n'.repeat(4_001)],
      ['tags', Array.from({ length: 13 }, (_, index) => `${index}`)],
      ['tags.0', ['t'.repeat(33)]],
      ['setup', 's'.repeat(61)],
      ['note', 'half \ud800 a character'],
    ] as const) {
      const body = { ...WORDS, seen: entry.updated_at, [field.split('.')[0] as string]: value };
      const refused = await service.fail(saveTradeJournal, { params: place, body }, token);
      assert.equal(refused.status, 400);
      assert.ok(refused.fields?.[field], JSON.stringify(refused.fields));
    }
  });

  it('goes with its trade when an import is taken back', async (t) => {
    const { service, token, userId, place } = await start(t);
    await service.call(saveTradeJournal, { params: place, body: { ...WORDS, seen: null } }, token);
    const importId = crypto.randomUUID();
    const now = new Date(service.clock.now());
    await service.db
      .insertInto('trade_imports')
      .values({
        user_id: userId,
        id: importId,
        file_name: 'Report',
        server: 'Demo-Server',
        login: '100200',
        created: 1,
        imported_at: now,
      })
      .execute();
    await service.db.updateTable('trades').set({ import_id: importId }).execute();
    await service.call(removeImport, { params: { import_id: importId } }, token);
    assert.equal((await service.db.selectFrom('trade_notes').selectAll().execute()).length, 0);
  });
});

describe('the journal of a day', () => {
  it('keeps one entry a day, and lists days with entries, the newest first, page by page', async (t) => {
    const { service, token } = await start(t);
    for (const day of ['2026-02-27', '2026-03-01', '2026-02-28'])
      await service.call(
        saveDayJournal,
        { params: { day }, body: { note: `about ${day}`, tags: ['calm'], seen: null } },
        token,
      );
    const pages = [];
    for (const page of [1, 2]) {
      const reply = await service.call(listJournalDays, { query: { page, per_page: 2 } }, token);
      assert.equal(reply.pagination.total, 3);
      pages.push(reply.days.map(({ day }) => day));
    }
    assert.deepEqual(pages, [['2026-03-01', '2026-02-28'], ['2026-02-27']]);
    const { entry } = await service.call(getDayJournal, { params: { day: '2026-02-27' } }, token);
    assert.equal(entry.note, 'about 2026-02-27');
    const stranger = await signedInUser(service);
    const theirs = await service.call(
      getDayJournal,
      { params: { day: '2026-02-27' } },
      stranger.token,
    );
    assert.equal(theirs.entry.updated_at, null);
  });

  it('refuses days that are none, or out of reach', async (t) => {
    const { service, token } = await start(t);
    for (const day of ['2026-02-30', '1999-12-31', '2100-01-01', 'today'])
      assert.equal(
        (await service.fail(getDayJournal, { params: { day } }, token)).status,
        400,
        day,
      );
  });
});

describe('the journal', () => {
  async function filled(t: TestContext) {
    const { service, token, place } = await start(t);
    await addTrades(service, token, [
      tradeInput({
        position_ticket: '2',
        symbol: 'GBPUSD',
        opened_at: '2026-03-01T18:00:00.000Z',
        closed_at: '2026-03-01T20:30:00.000Z',
      }),
      tradeInput({ position_ticket: '3' }),
    ]);
    const write = (ticket: string, words: Partial<typeof WORDS>) =>
      service.call(
        saveTradeJournal,
        {
          params: { ...place, position_ticket: ticket },
          body: { note: '', tags: [], setup: null, seen: null, ...words },
        },
        token,
      );
    await write('1', { note: '100% sure_\\', tags: ['News'] });
    await write('2', { note: 'Too early', tags: ['news', 'Late'], setup: 'Breakout' });
    await service.call(
      saveDayJournal,
      { params: { day: '2026-03-02' }, body: { note: 'A calm day', tags: ['NEWS'], seen: null } },
      token,
    );
    return { service, token, place };
  }

  it('shows trades and days with entries by the viewer’s days, the newest first, each once', async (t) => {
    const { service, token } = await filled(t);
    const shown = async (time_zone: string) => {
      const items = [];
      for (const page of [1, 2, 3, 4]) {
        const reply = await service.call(
          listJournal,
          { query: { page, per_page: 1, time_zone } },
          token,
        );
        assert.equal(reply.pagination.total, 3);
        items.push(...reply.items);
      }
      return items.map(({ day, trade }) => [day, trade?.position_ticket ?? null]);
    };
    assert.deepEqual(await shown('UTC'), [
      ['2026-03-02', null],
      ['2026-03-02', '1'],
      ['2026-03-01', '2'],
    ]);
    // 20:30 UTC is the next day in Karachi, and by its offset, too.
    for (const zone of ['Asia/Karachi', '+05:00'])
      assert.deepEqual(await shown(zone), [
        ['2026-03-02', null],
        ['2026-03-02', '1'],
        ['2026-03-02', '2'],
      ]);
  });

  it('finds by tag in any case, by set-up, and by text in which no sign has a meaning of its own', async (t) => {
    const { service, token } = await filled(t);
    const found = async (query: object) =>
      (await service.call(listJournal, { query }, token)).items.map(
        ({ trade }) => trade?.position_ticket ?? 'day',
      );
    assert.deepEqual(await found({ tag: 'nEWS' }), ['day', '1', '2']);
    assert.deepEqual(await found({ tag: 'late' }), ['2']);
    assert.deepEqual(await found({ setup: 'breakout' }), ['2']);
    assert.deepEqual(await found({ text: '0% SURE_\\' }), ['1']);
    assert.deepEqual(await found({ text: '_' }), ['1']);
    assert.deepEqual(await found({ text: 'gbpusd' }), ['2']);
    assert.deepEqual(await found({ tag: 'unknown' }), []);
    const stranger = await signedInUser(service);
    const theirs = await service.call(listJournal, {}, stranger.token);
    assert.deepEqual(theirs.items, []);
  });

  it('counts tags whatever their case, renames, merges and removes them in all entries', async (t) => {
    const { service, token, place } = await filled(t);
    const tags = async () => (await service.call(listJournalTags, {}, token)).tags;
    assert.deepEqual(
      (await tags()).map(({ name, count }) => [name.toLowerCase(), count]),
      [
        ['news', 3],
        ['late', 1],
      ],
    );
    const rename = { kind: 'tag', from: 'news', to: 'Late' } as const;
    const { changed } = await service.call(renameJournalTag, { body: rename }, token);
    assert.equal(changed, 3);
    assert.deepEqual(await tags(), [{ name: 'Late', count: 3 }]);
    const second = { params: { ...place, position_ticket: '2' } };
    assert.deepEqual((await service.call(getTradeJournal, second, token)).entry.tags, ['Late']);
    assert.equal((await service.call(renameJournalTag, { body: rename }, token)).changed, 0);
    const remove = { kind: 'tag', name: 'LATE' } as const;
    assert.equal((await service.call(removeJournalTag, { body: remove }, token)).changed, 3);
    assert.equal((await service.call(removeJournalTag, { body: remove }, token)).changed, 0);
    assert.deepEqual(await tags(), []);
    const setup = { kind: 'setup', from: 'Breakout', to: 'Retest' } as const;
    assert.equal((await service.call(renameJournalTag, { body: setup }, token)).changed, 1);
    const { setups } = await service.call(listJournalTags, {}, token);
    assert.deepEqual(setups, [{ name: 'Retest', count: 1 }]);
  });

  it('changes tags of nobody else', async (t) => {
    const { service, token } = await filled(t);
    const stranger = await signedInUser(service);
    const body = { kind: 'tag', name: 'news' } as const;
    assert.equal((await service.call(removeJournalTag, { body }, stranger.token)).changed, 0);
    assert.equal((await service.call(listJournalTags, {}, token)).tags[0]?.count, 3);
  });
});
