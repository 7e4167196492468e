import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackStage, expectUnhurt, startAttackStage } from './helpers/bystander.ts';
import { openCrowd } from './helpers/crowd.ts';

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

let stage: AttackStage;
before(async () => {
  // The defaults, but for two that would take thousands of accounts and connections to reach.
  stage = await startAttackStage({ LIMIT_LIVE_STREAMS_ADDRESS: '6', LIMIT_CONNECTIONS: '700' });
});
after(() => stage.stop());

it('an address has 256 connections at once, and reads that this is the limit', async (t) => {
  const watched = await stage.watch(async () => {
    const crowd = await openCrowd(stage.port, 600);
    crowd.say(`GET /healthz HTTP/1.1\r\n${HOST}X-Slow: `);
    await sleep(500);
    const held = crowd.held().length;
    const refused = crowd.all.find(({ heard }) => heard().includes('429'))?.heard();
    crowd.close();
    return { held, refused };
  });
  assert.ok(watched.result.held <= 256, `${watched.result.held} are held`);
  assert.match(watched.result.refused ?? '', /256 connections at once from an address/);
  expectUnhurt(t, watched);
});

it('headers and bodies that come bit by bit, and silence, end in time, from however many addresses', async (t) => {
  const watched = await stage.watch(async () => {
    const headers = await openCrowd(stage.port, 600, { from: 60 });
    headers.say(`POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 1000\r\n`);
    const silent = await openCrowd(stage.port, 300, { from: 30 });
    for (let second = 0; second < 12; second += 1) {
      headers.say('X-Slow: a\r\n');
      await sleep(1_000);
    }
    const held = headers.held().length + silent.held().length;
    headers.close();
    silent.close();
    return held;
  });
  assert.equal(watched.result, 0);
  expectUnhurt(t, watched);
});

it('where all connections are taken, a newcomer gets the place of the address that has the most', async (t) => {
  const watched = await stage.watch(async () => {
    const crowd = await openCrowd(stage.port, 1_200, { from: 6 });
    await sleep(1_500);
    const held = crowd.held().length;
    crowd.close();
    return held;
  });
  assert.ok(watched.result <= 700, `${watched.result} are held`);
  expectUnhurt(t, watched);
});

it('an address has so many live streams at once, and reads that this is the limit', async (t) => {
  const watched = await stage.watch(async () => {
    const crowd = await openCrowd(stage.port, 9);
    crowd.say(
      `GET /api/user/live HTTP/1.1\r\n${HOST}Accept: text/event-stream\r\nAuthorization: Bearer ${stage.bystander.token}\r\n\r\n`,
    );
    await sleep(800);
    const open = crowd.all.filter(({ heard }) => heard().includes(': open')).length;
    const refused = crowd.all.find(({ heard }) => heard().includes(' 429 '))?.heard();
    crowd.close();
    return { open, refused };
  });
  assert.equal(watched.result.open, 6);
  assert.match(watched.result.refused ?? '', /6 live connections at once from an address/);
  expectUnhurt(t, watched);
});

/** What the service may hold for an attack from one or a few addresses. */
const MEMORY_MB = 300;

/** As many requests as a connection may send ahead of their answers. */
const AT_ONCE = 16;

/** What anybody may ask for: pages, files, documents, lists and figures. */
const OPEN_PATHS = [
  '/',
  '/guide',
  '/no-such-page',
  '/api/openapi.json',
  '/api/reviews?limit=100',
  '/api/site/figures',
  '/api/saas/plans',
  '/readyz',
];

it('answers that nobody reads, many on each connection, take bounded memory and nobody’s time', async (t) => {
  const watched = await stage.watch(async () => {
    const crowd = await openCrowd(stage.port, 200, { from: 4, reads: false });
    crowd.say((index) =>
      `GET ${OPEN_PATHS[index % OPEN_PATHS.length]} HTTP/1.1\r\n${HOST}\r\n`.repeat(AT_ONCE),
    );
    await sleep(10_000);
    crowd.close();
  });
  expectBounded(watched);
  expectUnhurt(t, watched);
});

it('floods of headers are refused', async (t) => {
  const long = `GET /healthz HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
  const many = `GET /healthz HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(1_500)}\r\n`;
  const watched = await stage.watch(async () => {
    const statuses = new Set<string>();
    for (let wave = 0; wave < 20; wave += 1) {
      const crowd = await openCrowd(stage.port, 200, { from: 4 });
      crowd.say((index) => (index % 2 === 0 ? long : many));
      await sleep(200);
      for (const { heard } of crowd.all) statuses.add(heard().slice(9, 12));
      crowd.close();
    }
    statuses.delete('');
    return [...statuses];
  });
  assert.deepEqual(watched.result, ['431']);
  expectBounded(watched);
  expectUnhurt(t, watched);
});

it('bodies without an end, and such that say they are huge, are refused and read no further', async (t) => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const watched = await stage.watch(async () => {
    const endless = await openCrowd(stage.port, 100, { from: 4 });
    endless.say(
      `POST /login HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    );
    const huge = await openCrowd(stage.port, 100, { from: 4 });
    huge.say(
      `POST /api/user/imports HTTP/1.1\r\n${HOST}Content-Type: application/octet-stream\r\nAuthorization: Bearer ${stage.bystander.token}\r\nContent-Length: 99999999999\r\n\r\n`,
    );
    for (let turn = 0; turn < 30; turn += 1) {
      endless.say(chunk);
      huge.say('x'.repeat(65_536));
      await sleep(100);
    }
    const held = endless.held().length + huge.held().length;
    const statuses = [...endless.all, ...huge.all].map(({ heard }) => heard().slice(9, 12));
    endless.close();
    huge.close();
    return { held, statuses: new Set(statuses) };
  });
  assert.deepEqual(watched.result, { held: 0, statuses: new Set(['413']) });
  expectBounded(watched);
  expectUnhurt(t, watched);
});

function expectBounded({ memoryMb }: { memoryMb: { before: number; highest: number } }): void {
  assert.ok(
    memoryMb.highest < memoryMb.before + MEMORY_MB,
    `memory grew from ${memoryMb.before} to ${memoryMb.highest} MB`,
  );
}
