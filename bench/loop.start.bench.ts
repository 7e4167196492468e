import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { ROOT } from '../tools/root.ts';
import { run } from '../tools/run.ts';
import { cleanEnvironment } from '../tools/service-environment.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

const ANSWER_TIMEOUT_MS = 300_000;

/**
 * What a stranger waits for: clone, npm ci, npm start, until the site answers. The download is not
 * ours to speed up, so the clock runs on a second npm ci, which finds every package in npm's cache.
 */
export const benchmark: Benchmark = {
  name: 'loop.start',
  title: 'from a clean clone to the site answering',
  unit: 's',
  bar: { of: 'figure', op: '<=', value: 90 },
  async run(context) {
    const clone = join(context.folder, 'clone');
    const env = strangersEnvironment();
    const cloneSeconds = await timed(() => cloneWorkingTree(clone, env));
    context.say(`cloned in ${cloneSeconds.toFixed(1)} s; filling the cache of npm (not counted)`);
    const install = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await must('npm', install, clone, env);
    rmSync(join(clone, 'node_modules'), { recursive: true });
    const installSeconds = await timed(() => must('npm', install, clone, env));
    context.say(`installed in ${installSeconds.toFixed(1)} s; starting`);
    const startSeconds = await timed(() => startUntilItAnswers(context, clone, env));
    const parts = [
      `clone ${cloneSeconds.toFixed(1)} s`,
      `npm ci from its cache ${installSeconds.toFixed(1)} s`,
      `site and service ${startSeconds.toFixed(1)} s`,
    ];
    const figure = cloneSeconds + installSeconds + startSeconds;
    return {
      figure,
      denominator: { value: installSeconds, what: 'npm ci alone' },
      ratio: figure / installSeconds,
      note: `${parts.join(', ')}; downloads excluded by an uncounted npm ci before`,
    };
  },
};

/** HEAD and, over it, what is changed or new in the working tree. */
async function cloneWorkingTree(clone: string, env: NodeJS.ProcessEnv): Promise<void> {
  await must('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], ROOT, env);
  const { output } = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT, output: 'keep' },
  );
  for (const file of output.split('\0').filter(Boolean)) {
    const target = join(clone, file);
    rmSync(target, { force: true });
    // Listed although it is gone: deleted and not yet committed.
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), target);
  }
}

/** A machine on which nobody has run this checkout's npm scripts: the Node of the system, no npm_ variables. */
function strangersEnvironment(): NodeJS.ProcessEnv {
  const env = cleanEnvironment();
  for (const name of Object.keys(env)) if (/^npm_/i.test(name) || name === 'NODE') delete env[name];
  const path = env.PATH ?? '';
  env.PATH = path
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
  return env;
}

async function startUntilItAnswers(
  context: BenchContext,
  clone: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const port = await freePort();
  const service = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...env, PORT: String(port) },
    stdio: 'ignore',
    // A group of its own: npm runs a shell, the shell runs Node.
    detached: true,
  });
  context.onEnd(async () => {
    if (service.exitCode !== null || service.pid === undefined) return;
    process.kill(-service.pid, 'SIGTERM');
    await sleep(2_000);
    if (service.exitCode === null && service.signalCode === null)
      process.kill(-service.pid, 'SIGKILL');
  });
  const deadline = performance.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    const reply = await fetch(`http://localhost:${port}/`).catch(() => null);
    if (reply?.status === 200) return;
    if (service.exitCode !== null) throw new Error(`npm start ended with code ${service.exitCode}`);
    if (performance.now() > deadline) throw new Error('the site never answered');
    await sleep(50);
  }
}

async function must(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { code, output } = await run(command, args, { cwd, env, output: 'keep' });
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.trim()}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
