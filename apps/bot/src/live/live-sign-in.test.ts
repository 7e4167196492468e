import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addMilliseconds, type Instant, instantFromIso } from '@quorate/values/instant';
import { profile } from '../profiles/profile.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { startStandIn } from '../testing/stand-in-service.ts';
import { breathe } from '../timers.ts';
import { signInPatiently } from './live-sign-in.ts';

/** A service that is away, on a clock that jumps over every wait. */
async function aStage() {
  const service = await startStandIn();
  after(() => service.kill());
  const given = { password: 'correct horse', code: null };
  let now: Instant = instantFromIso('2025-01-08T10:00:00Z');
  const heard = heardOutput();
  const deps = {
    output: heard,
    timers: { now: () => now, after: () => () => {} },
    async sleep(ms: number) {
      now = addMilliseconds(now, ms);
      await breathe();
    },
    random: () => 0.5,
    fetch,
    hostName: 'desk',
    openVault: () => memoryVault(),
  };
  const options = {
    profile: profile.parse({
      configuration_name: 'Main',
      service: service.url,
      user: 'mira',
      account_number: '51234567',
      broker_server: 'Demo',
      risk: { currency_pairs: ['EURUSD'] },
    }),
    dataDir: mkdtempSync(join(tmpdir(), 'bot-sign-in-')),
  };
  await service.kill();
  const stopping = new AbortController();
  const terms = { options, given, ending: stopping.signal };
  const gaveUp = async () => {
    while (!heard.lines().some((line) => line.includes('tried again until'))) await breathe();
  };
  return { service, heard, stopping, gaveUp, ended: signInPatiently(deps, terms) };
}

test('a service that is away for long is tried until it is there, and that is said once', async () => {
  const { service, heard, gaveUp, ended } = await aStage();
  await gaveUp();
  await service.revive();
  assert.notEqual(await ended, null);
  assert.equal(heard.lines().filter((line) => line.includes('tried again until')).length, 1);
});

test('whoever stops the bot need not wait for the service', async () => {
  const { stopping, gaveUp, ended } = await aStage();
  await gaveUp();
  stopping.abort();
  assert.equal(await ended, null);
});
