import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { byHand } from '../mt5/simulator/testing/by-hand.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { askControl } from './control.ts';
import { runLive } from './live.ts';
import { aStage, GIVEN, until } from './testing/live-stage.ts';

const soon = () => AbortSignal.timeout(5_000);

test('the command trades, syncs what was done by hand, obeys the dashboard, and ends on command', async () => {
  const { service, terminal, options, deps, folder } = await aStage();
  const ticket = byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
  const ended = runLive(deps, options, GIVEN);
  await until(() => service.beats.length > 0 && service.trades.size > 0);
  assert.equal([...service.trades.values()][0]?.position_ticket, ticket);
  const command = service.command('close_all');
  await until(() => command.result !== null);
  assert.equal(command.result?.entries_off, true);
  const status = await askControl(folder, 'status', AbortSignal.timeout(5_000));
  assert.ok(status.kind === 'answered');
  const permissions = { connected: true, algo_trading: true };
  assert.partialDeepStrictEqual(status.body, { connected: true, halted: true, permissions });
  await askControl(folder, 'stop', AbortSignal.timeout(5_000));
  assert.equal(await ended, 0);
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
  const resumed = await askControl(folder, 'resume', AbortSignal.timeout(5_000));
  assert.ok(resumed.kind === 'failed');
  assert.match(resumed.message, /the file .*HALT is there; remove it first/);
  deps.stop.stop({ kind: 'interrupted' });
  assert.equal(await ended, 130);
});

test('a bot that was ended on the dashboard says so and ends with its own exit code', async () => {
  const { service, deps, options } = await aStage();
  const ended = runLive(deps, options, GIVEN);
  await until(() => service.held.size > 0);
  service.sessions.clear();
  // A service answers a held heartbeat after some seconds; the next one is refused.
  for (const wake of service.held) wake();
  await assert.rejects(ended, { code: 'signed_out', exitCode: 4 });
});

test('a bot that starts halted says so', async () => {
  const { deps, options, heard, folder } = await aStage();
  const first = runLive(deps, options, GIVEN);
  await until(async () => (await askControl(folder, 'halt', soon())).kind === 'answered');
  await askControl(folder, 'stop', soon());
  await first;
  const again = { ...deps, stop: createStopSignal(), openLink: (await aStage()).deps.openLink };
  const second = runLive(again, options, GIVEN);
  await until(() =>
    heard.lines().some((line) => line.includes('until: bot resume --profile Main')),
  );
  again.stop.stop({ kind: 'interrupted' });
  assert.equal(await second, 130);
});

test('stop before the terminal has come ends in order', async () => {
  const { terminal, deps, options, folder } = await aStage();
  terminal.close();
  const ended = runLive(deps, options, GIVEN);
  await until(async () => (await askControl(folder, 'stop', soon())).kind === 'answered');
  assert.equal(await ended, 0);
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
