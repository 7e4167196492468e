import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { startStandIn } from '../apps/bot/src/testing/stand-in-service.ts';
import { browserLaunch, prepareBrowser } from '../e2e/support/browser.ts';
import { run } from '../tools/run.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import {
  buildInstalled,
  type Memory,
  memoryOf,
  type RunningApp,
  startInstalled,
} from './desktop/installed-app.ts';

const SETTLED_MS = 30_000;
const RUNS_WITHIN_MS = 60_000;
/** Each with an account, a terminal and a bot of its own. */
const NAMES = ['Main', 'Second'] as const;
const SERVER = 'Simulated-Demo';
const PASSWORD = 'correct horse';

type Told = {
  configurations: { configuration_name: string; run: { phase: string; message: string | null } }[];
};

/** The app and two bots on simulated terminals, half a minute after each was ready. */
export const benchmark: Benchmark = {
  name: 'desktop.idle',
  title: 'memory of the installed desktop app with two bots, idle',
  unit: 'MB',
  bar: { of: 'figure', op: '<=', value: 250 },
  async run(context) {
    const { folder, say } = context;
    const program = await buildInstalled(context);
    const service = await startStandIn({ user: 'mira', password: PASSWORD });
    service.plan.terminalAccounts = NAMES.length;
    context.onEnd(() => service.kill());
    const dataDir = join(folder, 'data');
    const app = await startInstalled(context, program, dataDir);
    await sleep(SETTLED_MS);
    const alone = memoryOf(app.process.pid ?? 0);
    say(`the app alone: ${text(alone)}`);

    await app.call('POST', '/api/sign-in', {
      service: service.url,
      username_or_email: 'mira',
      password: PASSWORD,
    });
    context.onEnd(async () => {
      for (const name of NAMES) await app.call('POST', `/api/configurations/${name}/stop`);
    });
    const pids: number[] = [];
    for (const [index, name] of NAMES.entries())
      pids.push(
        await startBot(context, { app, program, dataDir, name, account: `5123456${index}` }),
      );
    await sleep(SETTLED_MS);
    const ofApp = memoryOf(app.process.pid ?? 0);
    const ofBots = pids.map(memoryOf);
    const sum = sumOf([ofApp, ...ofBots]);
    say(`beside two bots: ${text(ofApp)}, the bots ${ofBots.map(text).join(' and ')}`);
    const window = await windowMemory(context, await app.windowAddress());
    return {
      figure: taken([ofApp, ...ofBots]),
      note: `what each has alone, and once what they share; the sum of RSS, which counts that three times, is ${sum.rss.toFixed(0)} MB, PSS ${sum.pss.toFixed(0)} MB. App alone ${text(alone)}; beside two bots ${text(ofApp)}, the bots ${ofBots.map(text).join(' and ')}; ready in ${app.readySeconds.toFixed(2)} s. Its window in a Chromium of its own, with all processes of that: ${text(window)}`,
    };
  },
};

type Started = Readonly<{
  app: RunningApp;
  program: string;
  dataDir: string;
  name: string;
  account: string;
}>;

/** A configuration, its simulated terminal and its bot. @returns the process of the bot, once it runs */
async function startBot(context: BenchContext, started: Started): Promise<number> {
  const { app, program, dataDir, name, account } = started;
  const { configuration } = (await app.call('GET', '/api/new-configuration')) as {
    configuration: Record<string, unknown>;
  };
  const { account_type: _, has_terminal_password: _has, ...fields } = configuration;
  await app.call('POST', '/api/configurations', {
    ...fields,
    configuration_name: name,
    account_number: account,
    broker_server: SERVER,
    transport: 'tcp',
    terminal_password: null,
  });
  const env = { ...process.env, QUORATE_VAULT: 'file' };
  const file = join(context.folder, `bridge-${name}.txt`);
  const token = ['terminal', 'token', '--profile', name, '--file', file, '--data-dir', dataDir];
  const { code, output } = await run(program, token, { env, output: 'keep' });
  if (code !== 0) throw new Error(`no token for the terminal:\n${output}`);
  const simulated = [`--bridge-file=${file}`, `--account=${account}`, `--server=${SERVER}`];
  const terminal = spawn(program, ['simulate-terminal', ...simulated], { env, stdio: 'ignore' });
  context.onEnd(() => void terminal.kill());
  await app.call('POST', `/api/configurations/${name}/start`);
  return untilRunning(started);
}

async function untilRunning({ app, dataDir, name }: Started): Promise<number> {
  const deadline = performance.now() + RUNS_WITHIN_MS;
  for (;;) {
    const { configurations } = (await app.call('GET', '/api/state')) as Told;
    const now = configurations.find(({ configuration_name: each }) => each === name)?.run;
    if (now?.phase === 'running') return botProcess(dataDir, name);
    if (now?.phase === 'failed' || performance.now() > deadline)
      throw new Error(`the bot of ${name} does not run: ${JSON.stringify(now)}`);
    await sleep(200);
  }
}

/** The process whose command line is `live` for this configuration in this data folder. */
async function botProcess(dataDir: string, name: string): Promise<number> {
  const { output } = await run('pgrep', ['-f', `live .*${name} .*${dataDir}`], { output: 'keep' });
  const [pid] = output.trim().split('\n').map(Number);
  if (!pid) throw new Error(`the process of the bot of ${name} is not found`);
  return pid;
}

/** All processes of a browser that shows the app and nothing else. */
async function windowMemory(context: BenchContext, address: string): Promise<Memory> {
  await prepareBrowser();
  const { launchOptions, channel } = browserLaunch();
  const server = await chromium.launchServer({ ...launchOptions, ...(channel && { channel }) });
  context.onEnd(() => server.close());
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: { width: 1_180, height: 820 } });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await sleep(SETTLED_MS);
  const pids = [server.process().pid ?? 0];
  for (const pid of pids) {
    const { output } = await run('pgrep', ['-P', `${pid}`], { output: 'keep' });
    pids.push(...output.split('\n').filter(Boolean).map(Number));
  }
  return sumOf(pids.map(memoryOf));
}

/** What is gone with these processes: the most that any maps of the program and its libraries is counted once. */
function taken(each: readonly Memory[]): number {
  return sumOf(each).uss + Math.max(...each.map(({ rss, uss }) => rss - uss));
}

function sumOf(each: readonly Memory[]): Memory {
  const add = (key: keyof Memory) => each.reduce((sum, memory) => sum + memory[key], 0);
  return { pss: add('pss'), rss: add('rss'), uss: add('uss') };
}

function text({ pss, rss, uss }: Memory): string {
  return `${rss.toFixed(0)} MB RSS (${pss.toFixed(0)} MB PSS, ${uss.toFixed(0)} MB USS)`;
}
