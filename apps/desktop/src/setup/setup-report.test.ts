import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { createChanges } from '../changes.ts';
import { createChecklistReport } from './report-checklist.ts';
import { ALL_ON, setupStage, whenSetup } from './testing/setup-stage.ts';

const isTold = ({ reported_at }: { reported_at: string | null }) => reported_at !== null;

describe('the checklist on the website', () => {
  it('is told of what is green, and of nothing twice', async (t) => {
    const { setup, terminal, settled, service } = await setupStage(t);
    terminal();
    setup.start('Main');
    await settled();
    const first = await whenSetup(setup, isTold);
    assert.deepEqual(service.checklist, ALL_ON);
    assert.deepEqual(service.calls, ['GET', 'POST']);
    setup.start('Main');
    await settled();
    await whenSetup(setup, (now) => isTold(now) && now.checked_at !== first.checked_at);
    assert.deepEqual(service.calls, ['GET', 'POST', 'GET']);
    service.checklist = { ...service.checklist, 'algo-trading': false };
    setup.start('Main');
    await settled();
    await whenSetup(setup, () => service.checklist['algo-trading'] === true);
    assert.equal(service.calls.length, 5);
  });

  it('is told only of items that are green', async (t) => {
    const { setup, settled, service } = await setupStage(t, { over: { terminalWaitMs: 0 } });
    setup.start('Main');
    await settled();
    await whenSetup(setup, isTold);
    const on = Object.entries(service.checklist).filter(([, done]) => done);
    assert.deepEqual(on.map(([id]) => id).toSorted(), ['desktop-app', 'risk-settings']);
  });

  it('is told when the service is back, also by the next life of the app', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    const { setup, settled, service } = stage;
    service.isAway = true;
    setup.start('Main');
    await settled();
    assert.equal(setup.check('Main').reported_at, null);
    assert.deepEqual(service.calls, []);
    await setup.close();
    const later = stage.again();
    service.isAway = false;
    const told = await whenSetup(later, isTold);
    assert.equal(told.items.find(({ id }) => id === 'desktop-app')?.status, 'red');
    assert.equal(service.checklist['risk-settings'], true);
    assert.equal(service.checklist['desktop-app'], false);
  });

  it('is told of what turned green while the service was away, also after it was told before', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    const { setup, settled, service } = stage;
    setup.start('Main');
    await settled();
    await whenSetup(setup, isTold);
    assert.equal(service.checklist['mt5-account'], false);
    await setup.close();
    const second = stage.again({ terminalWaitMs: 3_000 });
    stage.terminal();
    service.isAway = true;
    second.start('Main');
    await settled(second);
    assert.equal(second.check('Main').reported_at, null, 'nobody was told of this check');
    await second.close();
    service.isAway = false;
    await whenSetup(stage.again(), isTold);
    assert.equal(service.checklist['mt5-account'], true);
  });

  it('is not told of what was green once and is not when the service is back', async (t) => {
    const { onChange, tell } = createChanges();
    const { deps, service } = await setupStage(t);
    let user: typeof token = null;
    const token = deps.account.token();
    const account = { ...deps.account, token: () => user, onChange };
    const report = createChecklistReport({ ...deps, account });
    t.after(() => report.close());
    const wrong = () => assert.fail('it was told of what is no longer so');
    report.send('main', { 'algo-trading': true }, wrong);
    report.send('main', {}, wrong);
    report.send('removed', { 'mt5-account': true }, wrong);
    report.keepOnly(['main', 'other']);
    const told = new Promise<void>((resolve) => {
      report.send('other', { 'mt5-installed': true }, resolve);
    });
    user = token;
    tell();
    await told;
    const on = Object.entries(service.checklist).filter(([, done]) => done);
    assert.deepEqual(on, [['mt5-installed', true]]);
  });

  it('is not told of what was found for somebody else, or of another account', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    const { setup, settled, service, deps } = stage;
    const user = deps.account.token();
    assert.ok(user);
    service.isAway = true;
    setup.start('Main');
    await settled();
    stage.signIn(null);
    stage.change({ user: 'somebody-else' });
    service.isAway = false;
    stage.signIn({ user: { ...user.user, id: `${user.user.id}1` }, token: 'e5'.repeat(20) });
    await setup.close();
    const later = stage.again();
    await later.close();
    assert.deepEqual(service.calls, []);
  });

  it('is told once somebody is signed in, and not asked again with a token that was refused', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    const { setup, settled, service, deps, lines } = stage;
    const user = deps.account.token();
    assert.ok(user);
    service.isSignedOut = true;
    setup.start('Main');
    await settled();
    // The refusal comes after the check has ended.
    while (!lines.some((line) => line.includes('was not told'))) await new Promise(setImmediate);
    for (let n = 0; n < 5; n++) stage.signIn(user);
    assert.equal(lines.filter((line) => line.includes('was not told')).length, 1);
    stage.signIn(null);
    service.isSignedOut = false;
    stage.signIn({ ...user, token: 'e5'.repeat(20) });
    await whenSetup(setup, isTold);
    assert.equal(service.checklist['risk-settings'], true);
  });

  it('is told by whoever is signed in when the answer comes', async (t) => {
    const { onChange, tell } = createChanges();
    const stage = await setupStage(t);
    const user = stage.deps.account.token()?.user;
    assert.ok(user);
    const asked: string[] = [];
    const gone = new EventTarget();
    let token = 'first';
    const report = createChecklistReport({
      ...stage.deps,
      account: {
        service: () => 'http://localhost:3000',
        token: () => ({ user, token }),
        onChange,
      },
      fetch: (async (url: string, init: RequestInit) => {
        const bearer = new Headers(init.headers).get('authorization') ?? '';
        asked.push(bearer.replace('Bearer ', ''));
        if (bearer.endsWith('second')) return stage.service.fetch(url, init);
        gone.dispatchEvent(new Event('asked'));
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
        });
      }) as typeof fetch,
    });
    t.after(() => report.close());
    const isAsked = once(gone, 'asked');
    const told = new Promise<void>((resolve) => {
      report.send('main', { 'mt5-installed': true }, resolve);
    });
    await isAsked;
    token = 'second';
    tell();
    await told;
    assert.deepEqual(asked, ['first', 'second', 'second']);
  });
});
