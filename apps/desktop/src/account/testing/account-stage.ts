import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { savedSignInIn } from '@quorate/bot/service/saved-sign-in';
import { startStandIn } from '@quorate/bot/testing/stand-in-service';
import { partDeps } from '../../testing/part-deps.ts';
import { createAccount } from '../create-account.ts';

export const MIRA = { username_or_email: 'mira', password: 'correct horse' };
export const ENTITLEMENTS = '/api/bot/entitlements';

/** A service where mira has an account, and the app's part of it, opened as often as a test likes. */
export async function stage(t: TestContext) {
  const service = await startStandIn();
  t.after(() => service.kill());
  const working = new Set<string>();
  const deps = {
    ...partDeps(t),
    service: { address: service.url, fixed: false },
    botsAtWork: () => [...working],
  };
  const open = (over: Partial<typeof deps> = {}) => {
    const account = createAccount({ ...deps, ...over });
    t.after(() => account.close());
    return account;
  };
  const saved = () =>
    savedSignInIn(deps.vault, deps.dataDir, { service: service.url, user: 'mira' });
  const asked = () => service.calls.filter(({ path }) => path === ENTITLEMENTS).length;
  const file = join(deps.dataDir, 'account.json');
  return { service, working, deps, open, saved, asked, file };
}

/** Until calls that nobody waits for have come back. */
export async function until(what: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5_000 && !what(); turn++) await setImmediate();
  assert.ok(what());
}
