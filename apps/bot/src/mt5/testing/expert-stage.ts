import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTimers } from '../../timers.ts';
import { makeBridgeToken, printBridgeFile } from '../bridge/bridge-file.ts';
import type { ExpectedAccount } from '../bridge/handshake.ts';
import { listenOnPipe, listenOnTcp } from '../bridge/listeners.ts';
import type { EventMessage, Hello, RequestBody } from '../bridge/messages.ts';
import { createTerminalLink } from '../bridge/terminal-link.ts';
import { buildExpert } from './build-expert.ts';

export const MAGIC = 770_077;
const PORT_OF_PIPE = 7_420;

type StageOptions = Readonly<{
  transport?: 'tcp' | 'pipe';
  account?: ExpectedAccount | null;
  /** The token that the expert is given, when it is not the bot's. */
  wrongToken?: string;
  /** Where the expert dials, when not the bot. */
  port?: number;
}>;

/** The bot's real end of the bridge, and the expert's program to run on files of its own. */
export async function createExpertStage(options: StageOptions = {}) {
  const { transport = 'tcp', account = null } = options;
  const root = mkdtempSync(join(tmpdir(), 'quorate-expert-'));
  const token = makeBridgeToken();
  const timers = systemTimers;
  const listener =
    transport === 'tcp'
      ? await listenOnTcp({ port: 0, timers })
      : await listenOnPipe({ path: join(root, `quorate-${PORT_OF_PIPE}.sock`), timers });
  const ownPort = transport === 'tcp' ? Number(listener.address.split(':')[1]) : PORT_OF_PIPE;
  const log: string[] = [];
  const link = createTerminalLink({
    listener,
    timers,
    token,
    account,
    notify: (line) => void log.push(line),
  });
  mkdirSync(join(root, 'Quorate'));
  const settings = {
    token: options.wrongToken ?? token,
    port: options.port ?? ownPort,
    transport,
    magic: MAGIC,
  };
  writeFileSync(join(root, 'Quorate', 'bridge.txt'), printBridgeFile(settings));
  const program = await buildExpert('expert');
  const children = new Set<ChildProcess>();
  return {
    link,
    log,
    token,
    root,
    /** Starts the terminal with the expert in it. */
    start(...values: string[]): ChildProcess {
      const child = spawn(program, ['--root', root, ...values], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin?.on('error', () => undefined);
      children.add(child);
      child.once('exit', () => void children.delete(child));
      return child;
    },
    /** Settles when an expert has been let in. */
    async connected(): Promise<Hello> {
      const state = link.state();
      if (state.kind === 'connected') return state.hello;
      return await new Promise((resolve) => {
        const stop = link.onState((next) => {
          if (next.kind !== 'connected') return;
          stop();
          resolve(next.hello);
        });
      });
    },
    /** Settles when the bot has turned away, or lost, a terminal: with the reason. */
    async turnedAway(): Promise<string> {
      const state = link.state();
      if (state.kind === 'waiting' && state.reason !== null) return state.reason;
      return await new Promise((resolve) => {
        const stop = link.onState((next) => {
          if (next.kind !== 'waiting' || next.reason === null) return;
          stop();
          resolve(next.reason);
        });
      });
    },
    async event(name: EventMessage['name']): Promise<EventMessage> {
      return await new Promise((resolve) => {
        const stop = link.onEvent((event) => {
          if (event.name !== name) return;
          stop();
          resolve(event);
        });
      });
    },
    /** How many orders the trade server has executed. */
    executed(): number {
      const file = join(root, 'server.txt');
      return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').length : 0;
    },
    async end(): Promise<void> {
      for (const child of children) await endChild(child);
      await link.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Ends a program in order, and waits for it. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

/** An order as the bot sends it. */
export function orderTerms(
  key: string,
  changes: Partial<RequestBody<'order.open'>> = {},
): RequestBody<'order.open'> {
  return {
    key,
    exp: Date.now() + 5_000,
    magic: MAGIC,
    symbol: 'EURUSD',
    side: 'BUY',
    lots: '0.10',
    sl: '1.09000',
    tp: '1.12000',
    deviation: 10,
    bid: '1.10200',
    ask: '1.10210',
    ...changes,
  };
}
