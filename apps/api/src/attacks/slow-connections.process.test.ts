import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackStage, expectUnhurt, startAttackStage } from './testing/bystander.ts';
import { openCrowd } from './testing/crowd.ts';

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
