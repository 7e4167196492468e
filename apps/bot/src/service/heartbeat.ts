import { type BotState, HEARTBEAT_COMMANDS_MAX, sendHeartbeat } from '@quorate/contract/live';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Clock } from '@quorate/trading/loop/ports';
import { isoFromInstant } from '@quorate/values/instant';
import type { RunJournal } from '../journal/run-journal.ts';
import type { OwnerOrdersPort } from '../run/owner-orders.ts';
import { backoffMs } from './call-until-answered.ts';
import type { Session } from './session.ts';

/** How long the service may hold its answer: as old as the figures on the dashboard get. */
const WAIT_S = 10;

/** How long the end of a run waits to be told; a service that hangs keeps nobody from going home. */
const END_MS = 5_000;

const SEQUENCE = 'heartbeat_sequence';

export type BotStatus = Readonly<{
  equity: number | null;
  balance: number | null;
  openPositions: number;
}>;

type HeartbeatDeps = Readonly<{
  session: Pick<Session, 'callOnce'>;
  journal: Pick<RunJournal, 'fact' | 'setFact'>;
  owner: OwnerOrdersPort;
  clock: Clock;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  notify(line: string): void;
  account: AccountInput;
  runId: string;
  version: string;
  status(): BotStatus;
}>;

export type Heartbeats = Readonly<{
  /** Sends one and takes its answer; a service out of reach keeps no run from going on. */
  beat(): Promise<void>;
  /** Sends one after the other until `end`. */
  start(): void;
  /** Tells at once what is new: an answer that is held is given up. */
  nudge(): void;
  /** Sends one at once, also where the next try was to wait: whatever was under way is from another time. */
  wake(): void;
  /** Whether the service has ended this bot's sign-in. */
  isSignedOut(): boolean;
  /** Says that the bot ends. */
  end(): Promise<void>;
}>;

/** Tells the service how the bot is doing, and its owner's commands to the bot. */
export function createHeartbeats(deps: HeartbeatDeps): Heartbeats {
  const { session, journal, owner, clock } = deps;
  const ending = new AbortController();
  let hold = new AbortController();
  let pause = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  let signedOut = false;

  /** Grows even where the clock jumps back, also from one start to the next. */
  function nextSequence(): number {
    const next = Math.max(Number(journal.fact(SEQUENCE) ?? 0) + 1, clock.now());
    journal.setFact(SEQUENCE, String(next));
    return next;
  }

  async function send(options: {
    ended: boolean;
    prefer?: string;
    signal: AbortSignal;
  }): Promise<number> {
    const { openPositions, equity, balance } = deps.status();
    const acknowledged = owner.acknowledged().slice(0, HEARTBEAT_COMMANDS_MAX);
    const { signal, prefer } = options;
    const outcome = await session.callOnce(
      sendHeartbeat,
      {
        body: {
          account: deps.account,
          run_id: deps.runId,
          sequence: nextSequence(),
          state: stateOf(owner.entriesOff(), openPositions),
          equity,
          balance,
          open_positions: openPositions,
          version: deps.version,
          at: isoFromInstant(clock.now()),
          ended: options.ended,
          acknowledged,
          received: owner.received().slice(0, HEARTBEAT_COMMANDS_MAX),
        },
      },
      { signal, ...(prefer !== undefined && { prefer }) },
    );
    if (outcome.kind === 'ok') {
      if (failures > 0) deps.notify('The service hears this bot again.');
      failures = 0;
      owner.markTold(acknowledged.map(({ command_id }) => command_id));
      const { commands, entries_off, next_in_s } = outcome.reply;
      owner.take(
        commands.map(({ command_id, kind }) => ({ commandId: command_id, kind })),
        entries_off,
      );
      return owner.acknowledged().length > 0 ? 0 : next_in_s * 1_000;
    }
    if (signal.aborted) return 0;
    signedOut ||= outcome.kind === 'refused' && outcome.status === 401;
    failures++;
    // Whoever ends says so himself.
    if (failures === 1 && !options.ended && !signedOut)
      deps.notify(goesOn(outcome.kind === 'refused' ? outcome.message : outcome.reason));
    return Math.max(backoffMs(failures, deps.random()), outcome.retryAfterMs ?? 0);
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted && !signedOut) {
      hold = new AbortController();
      const signal = AbortSignal.any([ending.signal, hold.signal]);
      // A held answer would leave it open whether the service is there again.
      const prefer = failures === 0 && { prefer: `wait=${WAIT_S}` };
      const waitMs = await send({ ended: false, ...prefer, signal });
      if (waitMs <= 0) continue;
      pause = new AbortController();
      await deps.sleep(waitMs, AbortSignal.any([ending.signal, pause.signal]));
    }
  }

  return {
    async beat() {
      await send({ ended: false, signal: ending.signal });
    },
    start() {
      running = run();
    },
    nudge() {
      hold.abort();
    },
    wake() {
      hold.abort();
      pause.abort();
    },
    isSignedOut: () => signedOut,
    async end() {
      ending.abort();
      await running;
      if (!signedOut) await send({ ended: true, signal: AbortSignal.timeout(END_MS) });
    },
  };
}

/** A bot that opens nothing is halted once nothing is open. */
function stateOf(entriesOff: boolean, openPositions: number): BotState {
  if (!entriesOff) return 'active';
  return openPositions > 0 ? 'reducing' : 'halted';
}

function goesOn(reason: string): string {
  return `The dashboard cannot be told how this bot is doing: ${reason}. It goes on, and cannot be stopped from there meanwhile.`;
}
