import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { login } from '@quorate/contract/account';
import type { CallInput, Reply } from '@quorate/contract/endpoint';
import { sendHeartbeat } from '@quorate/contract/live';
import { fromRoot } from '../../tools/root.ts';
import { killOnExit } from '../../tools/run.ts';
import { cleanEnvironment } from '../../tools/service-environment.ts';
import type { Person } from './account.ts';

export type RunningBot = {
  /** Ends it as Ctrl-C does, and waits for that. */
  stop: () => Promise<void>;
  /** Ends it as a power cut does: it says nothing to anybody. */
  kill: () => Promise<void>;
  /** What it has said so far. */
  output: () => string;
};

/** Starts the paper bot as a program of its own that walks its candles at a pace. */
export function startPaperBot(run: {
  serviceUrl: string;
  person: Person;
  candles: string;
  folder: string;
  candlesPerSecond: number;
}): RunningBot {
  const args = ['paper', '--candles', run.candles, '--symbol', 'EURUSD', '--zone', 'utc'];
  args.push('--user', run.person.username, '--password-stdin', '--service', run.serviceUrl);
  args.push('--data-dir', run.folder, '--speed', String(run.candlesPerSecond));
  const bot = spawn(process.execPath, [fromRoot('apps/bot/src/main.ts'), ...args], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const release = killOnExit(bot);
  let output = '';
  bot.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  bot.stdin.end(`${run.person.password}\n`);
  const ended = once(bot, 'close').finally(release);
  return {
    output: () => output,
    stop: () => end(bot, ended),
    kill: () => end(bot, ended, 'SIGKILL'),
  };
}

async function end(
  bot: ChildProcess,
  ended: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<void> {
  if (bot.exitCode === null && bot.signalCode === null) bot.kill(signal);
  await ended;
}

type Beat = CallInput<typeof sendHeartbeat>['body'];

export type WireBot = {
  /** Sends a heartbeat; its answer is held for so many seconds unless there is a command. */
  beat: (changes?: Partial<Beat>, waitS?: number) => Promise<Reply<typeof sendHeartbeat>>;
};

/** A bot of which only the calls are there: what it trades is what the journey says. */
export async function wireBot(serviceUrl: string, person: Person): Promise<WireBot> {
  const { username: username_or_email, password } = person;
  const device = { kind: 'bot', name: 'journey' };
  const signedIn = await post(serviceUrl + login.path, { username_or_email, password, device });
  const { access_token: token } = login.reply.parse(signedIn);
  let sequence = 0;
  return {
    async beat(changes = {}, waitS = 0) {
      sequence += 1;
      const body: Beat = {
        account: { server: 'Demo-1', login: '50012', account_type: 'demo', currency: 'USD' },
        run_id: 'journey',
        sequence,
        state: 'active',
        equity: 10_012.34,
        balance: 10_000,
        open_positions: 0,
        version: '0.1.0',
        at: new Date().toISOString(),
        ...changes,
      };
      const headers = { authorization: `Bearer ${token}`, prefer: `wait=${waitS}` };
      return sendHeartbeat.reply.parse(await post(serviceUrl + sendHeartbeat.path, body, headers));
    },
  };
}

async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
