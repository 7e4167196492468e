import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { askControl } from '@quorate/bot/live/control';
import { liveFolder } from '@quorate/bot/live/live-account';
import type { TerminalBar } from '@quorate/bot/mt5/bridge/records';
import { socketWire } from '@quorate/bot/mt5/bridge/wire';
import { symbolTerms } from '@quorate/bot/mt5/simulator/market/symbol-terms';
import type { SimulatedAccount } from '@quorate/bot/mt5/simulator/server/account';
import { createSimulatedTerminal } from '@quorate/bot/mt5/simulator/simulated-terminal';
import { type Profile, profile } from '@quorate/bot/profiles/profile';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import { savedSignInIn } from '@quorate/bot/service/saved-sign-in';
import { freePort } from '@quorate/bot/testing/free-port';
import { startStandIn } from '@quorate/bot/testing/stand-in-service';
import { sleep } from '@quorate/bot/timers';
import { fileVault, profileSecret } from '@quorate/bot/vault/vault';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { instant } from '@quorate/values/instant';
import { createChanges } from '../../changes.ts';
import type { SignedIn } from '../../contract/app-state.ts';
import type { Account, Configurations, DesktopDeps } from '../../parts.ts';
import { spawnBotOf } from '../bot-process.ts';
import { createRuns, type KeptRuns, type RunsDeps } from '../create-runs.ts';
import { shiftedTimers, toMidweek } from './midweek.ts';

export const TOKEN = 'a7'.repeat(32);
const MAIN = join(import.meta.dirname, '../../main.ts');
const SHIFT_MS = toMidweek(systemClock.now());
/** Loaded before the bot, whose process then lives in the middle of the week, too. */
const SHIFT_CLOCK = `data:text/javascript,const now = Date.now.bind(Date); Date.now = () => now() + (${SHIFT_MS});`;
/** It is always the middle of the week. */
export const midweek = shiftedTimers(SHIFT_MS);
export const ACCOUNT = { login: '51234567', server: 'Simulated-Demo' };

/** An app's bots on a data folder of its own: real processes, a stand-in for the service, a terminal that dials in. */
export async function runsStage(t: TestContext, changes: Partial<Profile> = {}) {
  const service = await startStandIn();
  t.after(() => service.kill());
  const dataDir = mkdtempSync(join(tmpdir(), 'bot äpp '));
  const port = await freePort();
  const main = profile.parse({
    configuration_name: 'Main',
    service: service.url,
    user: 'mira',
    account_number: ACCOUNT.login,
    broker_server: ACCOUNT.server,
    timeframe: 'M1',
    bridge: { port },
    risk: { currency_pairs: ['EURUSD', 'GBPUSD'] },
    ...changes,
  });
  const store = profileStore(dataDir);
  store.save(main);
  const vault = fileVault(dataDir, () => 'a test says so');
  const token = randomUUID();
  service.sessions.add(token);
  const user = { id: service.userId, username: 'mira', email: 'mira@example.org', role: 'user' };
  const saved = { user: { ...user, role: 'user' as const }, token };
  savedSignInIn(vault, dataDir, { service: service.url, user: 'mira' }).write(saved);
  vault.set(profileSecret('Main', 'bridge-token'), TOKEN);

  const said: string[] = [];
  const deps: RunsDeps = {
    clock: midweek,
    timers: midweek,
    sleep,
    random: Math.random,
    fetch,
    env: {},
    platform: 'linux',
    hostName: 'desk',
    dataDir,
    vault,
    roots: { appData: null },
    programs: noPrograms,
    notify: (line) => void said.push(line),
    spawnBot: spawnBotOf(
      { command: process.execPath, args: ['--import', SHIFT_CLOCK, MAIN] },
      { PATH: process.env.PATH, QUORATE_VAULT: 'file' },
    ),
  };
  const state = { plan: null as SignedIn['plan'], isUnlocked: true, isSignedIn: true };
  const account: Account = {
    current: () => ({
      username: 'mira',
      email: 'mira@example.org',
      plan: state.plan,
      reachable: true,
    }),
    signedOutBecause: () => null,
    service: () => service.url,
    token: () => (state.isSignedIn ? saved : null),
    refresh: async () => {},
    onChange: () => () => {},
  };
  const configurationChanges = createChanges();
  const configurations: Configurations = {
    names: () => store.names().map((name) => store.load(name).configuration_name),
    load: store.load,
    mayAdd: () => ({ allowed: true, reason: null }),
    onChange: configurationChanges.onChange,
  };
  const apps: KeptRuns[] = [];
  function app(more: Partial<RunsDeps> = {}): KeptRuns {
    const realMoney = { isUnlocked: () => state.isUnlocked };
    const runs = createRuns({ ...deps, ...more }, { configurations, account, realMoney });
    apps.push(runs);
    return runs;
  }
  t.after(async () => {
    await Promise.all(apps.map((runs) => runs.close()));
    const last = app();
    await last.begin();
    await last.stopAll();
    await last.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const changed = configurationChanges.tell;
  return { service, dataDir, main, port, store, changed, deps, state, configurations, said, app };
}

const noPrograms: DesktopDeps['programs'] = {
  run: () => assert.fail('no program is run'),
  start: () => assert.fail('no program is started'),
};

/** A terminal that dials the bot of a stage, with minutes of history. */
export function aTerminal(t: TestContext, port: number, account: Partial<SimulatedAccount> = {}) {
  const terminal = createSimulatedTerminal({
    timers: midweek,
    token: TOKEN,
    account: { ...ACCOUNT, ...account },
    symbols: ['EURUSD', 'GBPUSD'].map((symbol) => symbolTerms(symbol)),
    alwaysOpen: true,
    async connect() {
      const socket = dial(port, '127.0.0.1');
      await once(socket, 'connect');
      return socketWire(socket, midweek);
    },
  });
  t.after(() => terminal.close());
  for (const symbol of ['EURUSD', 'GBPUSD']) {
    terminal.loadBars(symbol, 'M1', minutesUntil(midweek.now()));
    terminal.tick(symbol, 154_000, 154_010);
  }
  return terminal;
}

/** Waits for what an app tells, not for a while. */
export async function untilSo(runs: KeptRuns, isSo: () => boolean, what: string, seconds = 20) {
  if (isSo()) return;
  const late = AbortSignal.timeout(seconds * 1_000);
  await new Promise<void>((resolve, reject) => {
    const end = runs.onChange(() => {
      if (!isSo()) return;
      end();
      resolve();
    });
    late.addEventListener('abort', () =>
      reject(new Error(`${what}: not within ${seconds} s; ${JSON.stringify(runs.state('Main'))}`)),
    );
  });
}

/** Rising minutes up to the newest that has closed, on the clock of the simulated server. */
function minutesUntil(now: number): TerminalBar[] {
  const newest = Math.floor(serverTimeMs(instant(now)) / 60_000) * 60 - 60;
  return Array.from({ length: 600 }, (_, at) => {
    const price = 100_000 + at * 90;
    return [newest - (599 - at) * 60, price, price + 120, price - 30, price + 90, 100, 10];
  });
}

/** Of the bot that runs. */
export async function pidOf(main: Profile, dataDir: string): Promise<number> {
  const answer = await askControl(liveFolder(dataDir, main), 'status', AbortSignal.timeout(5_000));
  assert.ok(answer.kind === 'answered', JSON.stringify(answer));
  return (answer.body as { pid: number }).pid;
}
