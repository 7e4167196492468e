import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { instant } from '@quorate/values/instant';
import { runCli } from '../cli.ts';
import { systemClock } from '../clock.ts';
import { parseBridgeFile } from '../mt5/bridge/bridge-file.ts';
import type { TerminalBar } from '../mt5/bridge/records.ts';
import { socketWire } from '../mt5/bridge/wire.ts';
import { openTerminalLink, untilConnected } from '../mt5/open-terminal-link.ts';
import { createSimulatedTerminal } from '../mt5/simulator/simulated-terminal.ts';
import { byHand } from '../mt5/simulator/testing/by-hand.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { freePort } from '../testing/free-port.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { startStandIn } from '../testing/stand-in-service.ts';
import { sleep, systemTimers } from '../timers.ts';
import { botCommands } from './commands.ts';

/** The commands of one person, and a simulated terminal that dials in as a real one does. */
async function desk(t: TestContext, service = 'http://127.0.0.1:9') {
  const dataDir = mkdtempSync(join(tmpdir(), 'bot desk '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const vault = memoryVault();
  const port = await freePort();

  async function bot(...args: string[]) {
    const output = heardOutput();
    const stop = createStopSignal();
    t.after(() => stop.stop({ kind: 'interrupted' }));
    const deps = {
      output,
      clock: systemClock,
      timers: systemTimers,
      sleep,
      random: Math.random,
      fetch,
      stop,
      hostName: 'test',
      env: {},
      readStdin: async () => '',
      prompt: null,
      openVault: () => vault,
    };
    const exit = await runCli({ output, commands: (end) => botCommands(deps, end) }, [
      ...args,
      '--data-dir',
      dataDir,
    ]);
    return { exit, printed: output.printed(), said: output.lines().join('\n') };
  }

  const account = { login: '51234567', server: 'Simulated-Demo' };
  const fields = `--user mira --currency-pairs EURUSD --account-number ${account.login} --broker-server ${account.server} --port ${port} --service ${service}`;
  const made = await bot('profile', 'add', 'Main', ...fields.split(' '));
  assert.equal(made.exit, 0, made.said);
  const file = join(dataDir, 'bridge.txt');
  await bot('terminal', 'token', '--profile', 'Main', '--file', file);
  const { token } = parseBridgeFile(readFileSync(file, 'utf8'));
  const terminal = createSimulatedTerminal({
    timers: systemTimers,
    token,
    account,
    alwaysOpen: true,
    async connect() {
      const socket = dial(port, '127.0.0.1');
      await once(socket, 'connect');
      return socketWire(socket, systemTimers);
    },
  });
  t.after(() => terminal.close());
  terminal.tick('EURUSD', 110_200, 110_210);
  return { bot, terminal, dataDir, token };
}

type Findings = { findings: { check: string; status: string; detail: string }[] };

describe('the bot beside a terminal that dials in', () => {
  it('is examined by the doctor, connection, account, permissions and symbols', async (t) => {
    const { bot, terminal, token } = await desk(t);
    terminal.permit({ algo_trading: false });
    const { printed, said } = await bot('doctor', '--wait', '20', '--json');
    const { findings } = JSON.parse(printed) as Findings;
    const statusOf = (check: string) => findings.find((each) => each.check === check)?.status;
    assert.equal(statusOf('connection'), 'ok', printed);
    assert.equal(statusOf('account'), 'ok');
    assert.equal(statusOf('symbols'), 'ok');
    assert.equal(statusOf('permissions'), 'fail');
    assert.match(printed, /missing: algo_trading/);
    assert.ok(!`${printed}${said}`.includes(token));
  });

  it('closes what is ours and nothing else, with no bot running and no service', async (t) => {
    const { bot, terminal, dataDir, token } = await desk(t);
    const ticket = byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
    const profile = loadProfile(dataDir, 'Main');
    const link = await openTerminalLink(
      { timers: systemTimers, notify: () => {} },
      profile,
      token,
      null,
    );
    assert.ok(await untilConnected(link, AbortSignal.timeout(20_000)));
    const opened = await link.request('order.open', {
      key: 'ABCDEFGHIJ',
      exp: systemClock.now() + 5_000,
      magic: profile.bridge.magic,
      symbol: 'EURUSD',
      side: 'BUY',
      lots: '0.10',
      sl: '1.09000',
      tp: null,
      deviation: 20,
      bid: '1.10200',
      ask: '1.10210',
    });
    assert.ok(opened.kind === 'ok' && opened.answer.state === 'filled', JSON.stringify(opened));
    await link.close();

    terminal.permit({ algo_trading: false });
    const refused = await bot('flatten', '--yes', '--wait', '2');
    assert.equal(refused.exit, 5, refused.said);
    assert.match(
      refused.said,
      /After 2 s: Not everything is closed\. Still open: \d+ BUY 0\.10 EURUSD\./,
    );
    terminal.permit({ algo_trading: true });

    const { exit, printed, said } = await bot('flatten', '--yes', '--wait', '20', '--json');
    assert.equal(exit, 0, said);
    assert.match(printed, /"kind":"flattened"/);
    const left = terminal.server().positions();
    assert.deepEqual(
      left.map(({ ticket }) => ticket),
      [ticket],
    );
  });

  it('is asked, halted, let go on, flattened and ended while it runs', async (t) => {
    const service = await startStandIn({ user: 'mira', password: 'correct horse' });
    t.after(() => service.kill());
    const { bot, terminal } = await desk(t, service.url);
    terminal.loadBars('EURUSD', 'H1', barsUntil(systemClock.now()));
    const live = bot('live', '--profile', 'Main', '--password', 'correct horse');
    type Told = { running: boolean; body: { connected: boolean; halted: boolean } };
    const told = async () => JSON.parse((await bot('status', '--json')).printed) as Told;
    const isSo = async (wanted: (said: Told) => boolean) => {
      const begun = systemClock.now();
      while (!wanted(await told())) {
        assert.ok(systemClock.now() - begun < 20_000, JSON.stringify(await told()));
        await sleep(50, AbortSignal.timeout(50));
      }
    };
    await isSo(({ running, body }) => running && body.connected);
    assert.equal((await bot('halt')).exit, 0);
    await isSo(({ body }) => body.halted);
    assert.equal((await bot('resume')).exit, 0);
    await isSo(({ body }) => !body.halted);
    const running = await bot('doctor', '--json');
    assert.match(running.printed, /a bot runs with this profile, and its terminal is connected/);
    const second = await bot('live', '--profile', 'Main');
    assert.equal(second.exit, 2, second.said);
    assert.equal((await bot('flatten', '--yes')).exit, 0);
    await isSo(({ body }) => body.halted);
    assert.equal((await bot('stop')).exit, 0);
    assert.equal((await live).exit, 0, (await live).said);
    assert.equal((await told()).running, false);
  });
});

/** Hourly bars up to the newest that has closed, on the clock of the simulated server. */
function barsUntil(now: number): TerminalBar[] {
  const hour = 3_600;
  const newest = Math.floor(serverTimeMs(instant(now)) / 1_000 / hour) * hour - hour;
  return Array.from({ length: 600 }, (_, at) => {
    const price = 110_000 + (at % 40);
    return [newest - (599 - at) * hour, price, price + 50, price - 50, price + 10, 100, 10];
  });
}
