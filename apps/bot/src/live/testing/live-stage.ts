import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createTerminalLink } from '../../mt5/bridge/terminal-link.ts';
import { createMemoryListener } from '../../mt5/bridge/testing/memory-wires.ts';
import { DEMO_ACCOUNT, type SimulatedAccount } from '../../mt5/simulator/server/account.ts';
import { createSimulatedTerminal } from '../../mt5/simulator/simulated-terminal.ts';
import { profile } from '../../profiles/profile.ts';
import { createStopSignal } from '../../run/stop-signal.ts';
import { heardOutput } from '../../testing/heard-output.ts';
import { memoryVault } from '../../testing/memory-vault.ts';
import { type StandIn, startStandIn } from '../../testing/stand-in-service.ts';
import { sleep, systemTimers } from '../../timers.ts';
import { liveFolder } from '../live-account.ts';

const TOKEN = 'c3'.repeat(32);
export const MAGIC = 7_420_001;
export const GIVEN = { password: 'correct horse', code: null };

/** The command on a simulated terminal and a stand-in for the service, on the computer's own clock. */
export async function aStage(account: Partial<SimulatedAccount> = {}) {
  const service: StandIn = await startStandIn();
  after(() => service.kill());
  const listener = createMemoryListener(systemTimers);
  const terminal = createSimulatedTerminal({
    timers: systemTimers,
    token: TOKEN,
    account,
    alwaysOpen: true,
    connect: () => listener.dial().terminal,
  });
  after(() => terminal.close());
  terminal.tick('EURUSD', 110_200, 110_210);
  const dataDir = mkdtempSync(join(tmpdir(), 'bot-live-'));
  const options = {
    profile: profile.parse({
      configuration_name: 'Main',
      service: service.url,
      user: 'mira',
      account_number: DEMO_ACCOUNT.login,
      broker_server: DEMO_ACCOUNT.server,
      risk: { currency_pairs: ['EURUSD'] },
    }),
    dataDir,
    real: null,
    flatten: false,
    json: false,
    verbose: false,
  };
  const heard = heardOutput();
  const deps = {
    output: heard,
    timers: systemTimers,
    sleep,
    random: Math.random,
    fetch,
    hostName: 'desk',
    stop: createStopSignal(),
    openVault: () => memoryVault(),
    openLink: async () =>
      createTerminalLink({
        listener,
        timers: systemTimers,
        token: TOKEN,
        account: null,
        notify() {},
      }),
  };
  const folder = liveFolder(dataDir, options.profile);
  return { service, terminal, options, deps, heard, folder };
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const { signal } = new AbortController();
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isTrue()) return;
    await sleep(25, signal);
  }
  assert.fail('it took more than ten seconds');
}

export type LiveStage = Awaited<ReturnType<typeof aStage>>;
