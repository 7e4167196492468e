import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idOf, type SessionId, type UserId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import { createSessionMemory } from './find-session.ts';
import type { LiveSession } from './sessions.queries.ts';

const AMINA = newId<UserId>();

function aSession(userId: UserId = AMINA): LiveSession {
  const at = new Date('2026-03-02T10:00:00Z');
  return {
    user: {
      id: idOf<UserId>(userId),
      username: 'amina',
      email: 'amina@example.com',
      role: 'user',
      locale: 'en',
    },
    id: newId<SessionId>(),
    kind: 'browser',
    address: null,
    lastUsedAt: at,
    expiresAt: at,
    confirmedAt: null,
    factorAt: null,
  };
}

describe('a session that was looked up', () => {
  it('is believed for less than a second, and not at all once the clock jumps back', () => {
    const memory = createSessionMemory(1_000);
    const session = aSession();
    memory.remember('hash', session, { now: 5_000, age: memory.age() });
    assert.equal(memory.recall('hash', 5_000), session);
    assert.equal(memory.recall('hash', 5_999), session);
    for (const now of [6_000, 4_999, 0]) assert.equal(memory.recall('hash', now), undefined);
    assert.equal(memory.recall('another', 5_000), undefined);
  });

  it('is forgotten after a second of real time, whatever the clock says', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const memory = createSessionMemory(1_000);
    memory.remember('first', aSession(), { now: 0, age: memory.age() });
    t.mock.timers.tick(900);
    memory.remember('second', aSession(), { now: 0, age: memory.age() });
    t.mock.timers.tick(100);
    assert.equal(memory.recall('first', 0), undefined);
    assert.equal(memory.recall('second', 0), undefined);
    memory.remember('third', aSession(), { now: 0, age: memory.age() });
    assert.ok(memory.recall('third', 0));
    t.mock.timers.tick(1_000);
    assert.equal(memory.recall('third', 0), undefined);
  });

  it('is forgotten with all others of its user, and theirs alone', () => {
    const memory = createSessionMemory(1_000);
    const looked = { now: 0, age: memory.age() };
    memory.remember('here', aSession(), looked);
    memory.remember('there', aSession(), looked);
    memory.remember('other', aSession(newId<UserId>()), looked);
    memory.forget(AMINA);
    assert.deepEqual(
      ['here', 'there', 'other'].map((hash) => memory.recall(hash, 0) !== undefined),
      [false, false, true],
    );
    memory.forget(null);
    assert.equal(memory.recall('other', 0), undefined);
  });

  it('is not kept when something was forgotten while it was being looked up', () => {
    const memory = createSessionMemory(1_000);
    const looked = { now: 0, age: memory.age() };
    memory.forget(AMINA);
    memory.remember('hash', aSession(), looked);
    assert.equal(memory.recall('hash', 0), undefined);
  });

  it('makes room for others before there are too many of them', () => {
    const memory = createSessionMemory(1_000);
    const session = aSession();
    const looked = { now: 0, age: memory.age() };
    for (let index = 0; index <= 20_000; index += 1) memory.remember(`${index}`, session, looked);
    assert.equal(memory.recall('0', 0), undefined);
    assert.equal(memory.recall('20000', 0), session);
  });

  it('is never kept where every request is to look', () => {
    const memory = createSessionMemory(0);
    memory.remember('hash', aSession(), { now: 0, age: memory.age() });
    assert.equal(memory.recall('hash', 0), undefined);
  });
});
