import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSlowSockets } from '../chaos/testing/slow-sockets.ts';
import { type AttackStage, expectUnhurt, startAttackStage } from './testing/bystander.ts';

let stage: AttackStage;
before(async () => {
  stage = await startAttackStage();
});
after(() => stage.stop());

it('requests that come a byte a second keep nobody waiting', async (t) => {
  const watched = await stage.watch(async () => {
    const slow = await openSlowSockets(stage.port, 500);
    await sleep(1_500);
    slow.close();
  });
  expectUnhurt(t, watched);
});
