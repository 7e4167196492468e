import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStandIn } from '../apps/bot/src/testing/stand-in-service.ts';
import { run } from '../tools/run.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { buildInstalled, type Memory, memoryOf, startInstalled } from './desktop/installed-app.ts';

const SETTLED_MS = 30_000;
const RUNS_WITHIN_MS = 60_000;
const NAME = 'Main';
const ACCOUNT = { number: '51234567', server: 'Simulated-Demo' };
const PASSWORD = 'correct horse';

type Told = { configurations: { run: { phase: string; message: string | null } }[] };

/** The app and one bot on the simulated terminal, half a minute after each was ready. */
export const benchmark: Benchmark = {
  name: 'desktop.idle',
  title: 'memory of the installed desktop app with the bot of one terminal, idle',
  unit: 'MB',
  bar: { of: 'figure', op: '<=', value: 200 },
  async run(context) {
    const { folder, say } = context;
    const program = await buildInstalled(context);
    const service = await startStandIn({ user: 'mira', password: PASSWORD });
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
    const { configuration } = (await app.call('GET', '/api/new-configuration')) as {
      configuration: Record<string, unknown>;
    };
    const { account_type: _, has_terminal_password: _has, ...fields } = configuration;
    await app.call('POST', '/api/configurations', {
      ...fields,
      configuration_name: NAME,
      account_number: ACCOUNT.number,
      broker_server: ACCOUNT.server,
      transport: 'tcp',
      terminal_password: null,
    });
    await startTerminal(context, program, dataDir);
    await app.call('POST', `/api/configurations/${NAME}/start`);
    const pid = await untilRunning(
      dataDir,
      async () => (await app.call('GET', '/api/state')) as Told,
    );
    context.onEnd(async () => {
      await app.call('POST', `/api/configurations/${NAME}/stop`);
    });
    await sleep(SETTLED_MS);
    const both = [memoryOf(app.process.pid ?? 0), memoryOf(pid)] as const;
    const [ofApp, ofBot] = both;
    const sum = {
      pss: ofApp.pss + ofBot.pss,
      rss: ofApp.rss + ofBot.rss,
      uss: ofApp.uss + ofBot.uss,
    };
    return {
      figure: sum.rss,
      note: `the sum of RSS, which counts the shared program twice; PSS ${sum.pss.toFixed(0)} MB, USS ${sum.uss.toFixed(0)} MB. App alone ${text(alone)}; beside a bot ${text(ofApp)}, the bot ${text(ofBot)}; ready in ${app.readySeconds.toFixed(2)} s`,
    };
  },
};

/** The simulated terminal of the configuration. */
async function startTerminal(
  context: BenchContext,
  program: string,
  dataDir: string,
): Promise<void> {
  const env = { ...process.env, QUORATE_VAULT: 'file' };
  const file = join(context.folder, 'bridge.txt');
  const token = ['terminal', 'token', '--profile', NAME, '--file', file, '--data-dir', dataDir];
  const { code, output } = await run(program, token, { env, output: 'keep' });
  if (code !== 0) throw new Error(`no token for the terminal:\n${output}`);
  const terminal: ChildProcess = spawn(
    program,
    [
      'simulate-terminal',
      `--bridge-file=${file}`,
      `--account=${ACCOUNT.number}`,
      `--server=${ACCOUNT.server}`,
    ],
    { env, stdio: 'ignore' },
  );
  context.onEnd(() => void terminal.kill());
}

/** @returns the process of the bot, once it runs */
async function untilRunning(dataDir: string, state: () => Promise<Told>): Promise<number> {
  const deadline = performance.now() + RUNS_WITHIN_MS;
  for (;;) {
    const now = (await state()).configurations[0]?.run;
    if (now?.phase === 'running') return botProcess(dataDir);
    if (now?.phase === 'failed' || performance.now() > deadline)
      throw new Error(`the bot does not run: ${JSON.stringify(now)}`);
    await sleep(200);
  }
}

/** The process whose command line is `live` in this data folder. */
async function botProcess(dataDir: string): Promise<number> {
  const { output } = await run('pgrep', ['-f', `live .*${dataDir}`], { output: 'keep' });
  const [pid] = output.trim().split('\n').map(Number);
  if (!pid) throw new Error('the process of the bot is not found');
  return pid;
}

function text({ pss, rss, uss }: Memory): string {
  return `${rss.toFixed(0)} MB RSS (${pss.toFixed(0)} MB PSS, ${uss.toFixed(0)} MB USS)`;
}
