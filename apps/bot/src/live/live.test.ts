import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createTerminalLink } from '../mt5/bridge/create-terminal-link.ts';
import { createMemoryListener } from '../mt5/bridge/testing/memory-wires.ts';
import { DEMO_ACCOUNT, type SimulatedAccount } from '../mt5/simulator/server/account.ts';
import { createSimulatedTerminal } from '../mt5/simulator/simulated-terminal.ts';
import { profile } from '../profiles/profile.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { sleep } from '../sleep.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { type StandIn, startStandIn } from '../testing/stand-in-service.ts';
import { systemTimers } from '../timers.ts';
import { askControl } from './control.ts';
import { runLive } from './live.ts';
import { liveFolder } from './live-account.ts';

const TOKEN = 'c3'.repeat(32);
const GIVEN = { password: 'correct horse', code: null };

/** The command on a simulated terminal and a stand-in for the service, on the computer's own clock. */
async function aStage(account: Partial<SimulatedAccount> = {}) {
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

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const { signal } = new AbortController();
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isTrue()) return;
    await sleep(25, signal);
  }
  assert.fail('it took more than ten seconds');
}

test('the command trades, syncs what was done by hand, obeys the dashboard, and ends on command', async () => {
  const { service, terminal, options, deps, folder } = await aStage();
  const ticket = terminal.byHand.open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
  const ended = runLive(deps, options, GIVEN);
  await until(() => service.beats.length > 0 && service.trades.size > 0);
  assert.equal([...service.trades.values()][0]?.position_ticket, ticket);
  const command = service.command('close_all');
  await until(() => command.result !== null);
  assert.equal(command.result?.entries_off, true);
  const status = await askControl(folder, 'status', AbortSignal.timeout(5_000));
  assert.ok(status.kind === 'answered');
  assert.partialDeepStrictEqual(status.body, { connected: true, halted: true });
  await askControl(folder, 'stop', AbortSignal.timeout(5_000));
  assert.equal(await ended, 130);
});

test('a file HALT halts the account, also with the service gone', async () => {
  const { service, deps, options, folder } = await aStage();
  const ended = runLive(deps, options, GIVEN);
  await until(() => service.beats.length > 0);
  await service.kill();
  writeFileSync(join(folder, 'HALT'), '');
  const from = performance.now();
  await until(async () => {
    const status = await askControl(folder, 'status', AbortSignal.timeout(5_000));
    return status.kind === 'answered' && JSON.stringify(status.body).includes('"halted":true');
  });
  assert.ok(performance.now() - from <= 2_000);
  deps.stop.stop({ kind: 'interrupted' });
  assert.equal(await ended, 130);
});

test('an account that the terminal calls real is not traded under a profile for a demo', async () => {
  const { deps, options } = await aStage({ tradeMode: 'real' });
  await assert.rejects(runLive(deps, options, GIVEN), /is a real account, the profile says demo/);
});

test('a profile for real money needs the number of its account typed once more', async () => {
  const { deps, options } = await aStage({ tradeMode: 'real' });
  const real = { ...options.profile, account_type: 'real' as const };
  await assert.rejects(runLive(deps, { ...options, profile: real }, GIVEN), /add: --real 51234567/);
  await assert.rejects(
    runLive(deps, { ...options, profile: real, real: '7' }, GIVEN),
    /--real 7 is not the account/,
  );
});
