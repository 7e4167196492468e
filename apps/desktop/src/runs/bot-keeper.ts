import { EXIT } from '@quorate/bot/bot-fault';
import { messageOf } from '@quorate/bot/error-text';
import { type ControlAnswer, controlPid, type OwnerCommand } from '@quorate/bot/live/control';
import { forgetEndNote, readEndNote } from '@quorate/bot/live/for-app';
import { t } from '@quorate/bot/words';
import type { Instant } from '@quorate/values/instant';
import { AT_WORK, type RunState } from '../contract/runs.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';
import { type BotProcess, isAlive, lastLineOf, type SpawnBot } from './bot-process.ts';
import { type BotStatus, botStatus } from './bot-status.ts';

/** Looks for which a process that has let go of its journal may take to end. */
const LINGER_LOOKS = 10;

export function createBotKeeper(deps: KeeperDeps): BotKeeper {
  const { timers, notify, name, isWanted } = deps;
  let phase: RunState['phase'] = 'stopped';
  let since = timers.now();
  let message: string | null = null;
  let status: BotStatus | null = null;
  let child: BotProcess | null = null;
  let current: Launch | null = null;
  let failures = 0;
  let begunAt = 0;
  let unanswered = 0;
  let lingering = 0;
  /** It ran before. */
  let wasAgain = false;
  /** Processes that are over. */
  let lives = 0;
  let launching = false;
  let looking = false;
  let callOff: (() => void) | null = null;
  const closing = new AbortController();
  const answers = botAnswers(deps);

  function become(next: RunState['phase'], why: string | null = null): void {
    if (next !== phase) since = timers.now();
    phase = next;
    message = why;
    // Its account may be another's by the time that somebody asks next.
    if (!AT_WORK.has(next)) current = null;
    deps.changed();
  }

  async function ask(command: OwnerCommand, waitMs: number): Promise<ControlAnswer> {
    return current === null
      ? { kind: 'not-running' }
      : answers.ask(current.folder, command, waitMs, closing.signal);
  }

  async function readStatus(): Promise<Seen['kind'] | 'late'> {
    if (current === null) return 'none';
    const life = lives;
    const seen = await answers.look(current.folder, closing.signal);
    // What it said before it ended counts no more.
    if (closing.signal.aborted || life !== lives) return 'late';
    if (seen.kind === 'unclear') {
      unanswered += 1;
      if (seen.isPlain || unanswered > 3) become(phase, seen.message);
    }
    if (seen.kind !== 'ours') return seen.kind;
    unanswered = 0;
    lingering = 0;
    status = withPositions(seen.status, status);
    if (child?.pid && child.pid !== status.pid) {
      // Somebody else's runs: this one waits for the journal, and would begin as soon as that one is stopped.
      child.kill();
      child = null;
    }
    const { connected, problems } = status;
    const why = problems[0] ?? (connected ? null : t`Waiting for the terminal.`);
    if (phase === 'stopping') deps.changed();
    else become(connected ? 'running' : 'waiting', why);
    return 'ours';
  }

  function follow(process: BotProcess): void {
    child = process;
    void process.ended.then(({ exit, why }) => {
      if (child !== process) return;
      child = null;
      if (!closing.signal.aborted) over(exit, why);
    });
  }

  /** Its process is gone. */
  function over(exit: number | null, why: string | null): void {
    const how = howItEnded(current, { exit, why }, wasAgain);
    lives += 1;
    status = null;
    unanswered = 0;
    lingering = 0;
    if (phase === 'stopping') {
      become('stopped', how.fault);
      return;
    }
    if (how.isAsked) {
      deps.unwant();
      become('stopped');
    } else if (how.isFinal) fail(how.reason);
    else if (isWanted()) {
      failures = timers.now() - begunAt >= STEADY_MS ? 1 : failures + 1;
      startAgain(how.reason);
    } else become('stopped', how.isSeen ? how.reason : null);
  }

  function startAgain(reason: string): void {
    const waitMs = waitBefore(failures);
    notify(`The bot of ${name} ended and is started again in ${waitMs / 1_000} s: ${reason}`);
    become('restarting', t`Started again in ${{ seconds: waitMs / 1_000 }} s. ${{ reason }}`);
    callOff = timers.after(waitMs, () => {
      callOff = null;
      void launchAgain().catch((error: unknown) => fail(messageOf(error)));
    });
  }

  async function launchAgain(): Promise<void> {
    if (isWanted()) await launch(deps.again(), true);
    else become('stopped');
  }

  async function adopt(next: Launch): Promise<boolean> {
    current = next;
    if (child !== null) return true;
    const seen = await readStatus();
    if (seen === 'none') {
      if (!AT_WORK.has(phase)) current = null;
      return false;
    }
    begunAt = timers.now();
    if (seen === 'unclear' && !AT_WORK.has(phase))
      become('waiting', t`A bot runs here and does not answer yet.`);
    // Of an earlier run.
    forgetEndNote(next.folder);
    return true;
  }

  async function launch(next: Launch, isAgain = false): Promise<void> {
    callOff?.();
    callOff = null;
    become('starting');
    wasAgain = isAgain;
    launching = true;
    try {
      if ((await adopt(next)) || closing.signal.aborted) return;
      // Whoever stopped it meanwhile is not overruled.
      if (phase !== 'starting') return;
      forgetEndNote(next.folder);
      begunAt = timers.now();
      follow(deps.spawnBot(next.args, next.log));
    } catch (error) {
      const why = t`The bot cannot be started: ${{ reason: messageOf(error).replace(/\.$/, '') }}.`;
      failures += 1;
      // A disk that is full just now leaves nobody unguarded for ever.
      if (isAgain) startAgain(why);
      else fail(why);
    } finally {
      launching = false;
    }
  }

  function fail(why: string): void {
    deps.unwant();
    become('failed', why);
  }

  /** Whether nothing of it is left. A number alone says little: the system gives it to others. */
  async function isGone(): Promise<boolean> {
    if (child !== null) return false;
    const pid = status?.pid ?? null;
    if ((await readStatus()) !== 'none' || child !== null) return false;
    if (pid === null || current === null || !isAlive(pid)) return true;
    if (deps.isHeld(current.folder)) return false;
    lingering += 1;
    return lingering > LINGER_LOOKS;
  }

  async function end(): Promise<void> {
    const how = await untilGone(deps, closing.signal, {
      isStopping: () => phase === 'stopping',
      tell: () => ask('stop', ASK_MS),
      isGone,
      kill() {
        const pid = status?.pid ?? controlPid(current?.folder ?? '');
        if (child !== null) child.kill();
        // Without its journal the number is somebody else's by now.
        else if (pid !== null && current && deps.isHeld(current.folder)) deps.kill(pid);
      },
    });
    if (how === 'stuck') {
      const message = t`The bot of ${{ name }} does not end, and cannot be ended: restart the computer. Its positions have their stops at the broker.`;
      become('waiting', message);
      throw new LocalFault('unavailable', message);
    }
    if (phase === 'stopping' && !closing.signal.aborted) over(null, null);
  }

  return {
    phase: () => phase,
    since: () => since,
    message: () => message,
    status: () => status,
    launch,
    adopt,
    ask,
    fail,
    async look() {
      if (looking || closing.signal.aborted) return;
      looking = true;
      try {
        if (!AT_WORK.has(phase) || phase === 'restarting') return;
        if (launching || (await readStatus()) !== 'none' || child !== null || launching) return;
        // It was found, not started: that its process is gone shows in nothing else.
        if (phase !== 'stopping' && (await isGone())) over(null, null);
      } finally {
        looking = false;
      }
    },
    async stop() {
      if (!AT_WORK.has(phase)) return;
      callOff?.();
      callOff = null;
      const isWaiting = phase === 'restarting' && child === null;
      become('stopping');
      if (isWaiting) become('stopped');
      else await end();
    },
    close() {
      closing.abort();
      callOff?.();
    },
  };
}

/** What is known of the end of a bot. */
type BotEnd = Readonly<{
  /** Somebody told it to. */
  isAsked: boolean;
  /** No waiting mends it. */
  isFinal: boolean;
  /** Whether it left anything behind: of one that was only found, nobody saw the end. */
  isSeen: boolean;
  /** What it said of a fault itself; null where it said nothing. */
  fault: string | null;
  /** One sentence for people. */
  reason: string;
}>;

/**
 * @param ended the exit code of its process, or why there is none; neither where nobody saw it
 * @param isAgain whether it ran before
 */
function howItEnded(
  launch: Launch | null,
  ended: Readonly<{ exit: number | null; why: string | null }>,
  isAgain: boolean,
): BotEnd {
  const { exit, why } = ended;
  const note = launch && readEndNote(launch.folder);
  const saidLast = note?.message ?? (exit === null ? null : lastLineOf(launch?.log ?? ''));
  return {
    isAsked: note !== null && note.code === null,
    isFinal: isFinal(note?.code ?? null, exit, isAgain),
    isSeen: note !== null || exit !== null || why !== null,
    fault: note?.code ? note.message : null,
    reason: saidLast ?? (why === null ? t`It was killed.` : t`It was killed (${{ why }}).`),
  };
}

const AGAIN_MS = 1_000;
const AGAIN_MOST_MS = 60_000;
/** One that ran for so long begins to wait from the start again. */
const STEADY_MS = 60_000;

/** No waiting mends these: whoever owns the bot has to do something. */
const FINAL: ReadonlySet<string> = new Set([
  'usage',
  'profile',
  'vault',
  'terminal',
  'run_damaged',
  'sign_in_refused',
  'signed_out',
]);

/** These may: after a power cut the terminal is still signing in, or nobody has unlocked the vault. */
const PASSING: ReadonlySet<string> = new Set(['terminal', 'vault']);

/**
 * Whether a bot that ended by itself is left ended.
 *
 * @param code of its fault; null where it left none behind
 * @param exit of its process; null where it was killed, or nobody saw
 * @param isAgain it ran before, and may have left something open
 */
function isFinal(code: string | null, exit: number | null, isAgain: boolean): boolean {
  if (code === null) return exit === EXIT.badInput;
  return FINAL.has(code) && !(isAgain && PASSING.has(code));
}

/** Milliseconds before it is started again. @param failures in a row, from 1 */
function waitBefore(failures: number): number {
  return Math.min(AGAIN_MS * 2 ** (failures - 1), AGAIN_MOST_MS);
}

type Ending = Readonly<{
  /** False once somebody has seen its end, or wants it to run after all. */
  isStopping(): boolean;
  tell(): Promise<unknown>;
  /** Whether nothing of it is left. */
  isGone(): Promise<boolean>;
  /** The last resort. */
  kill(): void;
}>;

const KILL_MS = 45_000;
/** After which nothing more can be done. */
const STUCK_MS = 60_000;
const LOOK_MS = 150;
const STEP_MOST_MS = 5_000;

/** Tells a bot to stop until it is gone, and kills one that does not listen. */
async function untilGone(
  deps: Pick<DesktopDeps, 'timers' | 'sleep' | 'notify'> & Readonly<{ name: string }>,
  closing: AbortSignal,
  bot: Ending,
): Promise<'gone' | 'stuck'> {
  const { timers, sleep, notify, name } = deps;
  let last = timers.now();
  let took = 0;
  let isTold = false;
  while (!closing.aborted && bot.isStopping()) {
    // A computer that sleeps, or whose clock is set, has not given it that time.
    took += Math.min(Math.max(timers.now() - last, 0), STEP_MOST_MS);
    last = timers.now();
    if (took > STUCK_MS && isTold) return 'stuck';
    if (took > KILL_MS) {
      if (!isTold)
        notify(`The bot of ${name} has not ended within ${KILL_MS / 1_000} s and is killed.`);
      isTold = true;
      bot.kill();
    }
    // Again and again: one that had waited for another's journal begins only when that one ends.
    await bot.tell();
    if (await bot.isGone()) break;
    await sleep(LOOK_MS, closing);
  }
  return 'gone';
}

/** Keeps the bot of one configuration running while it is wanted. */
export type BotKeeper = Readonly<{
  phase(): RunState['phase'];
  since(): Instant;
  message(): string | null;
  /** As it told last; null while none runs. */
  status(): BotStatus | null;
  /** Finds one that runs, else starts one. @param isAgain it ran before, and may have left something open */
  launch(launch: Launch, isAgain?: boolean): Promise<void>;
  /** Takes over one that runs already. @returns whether there is one */
  adopt(launch: Launch): Promise<boolean>;
  /** Asks how it is doing. */
  look(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
  ask(command: OwnerCommand, waitMs: number): Promise<ControlAnswer>;
  /** It cannot be started; it stays ended with this sentence. */
  fail(message: string): void;
  /** Lets go of it. */
  close(): void;
}>;

/** What a bot is started with. */
export type Launch = Readonly<{
  args: readonly string[];
  /** Of the account's journal. */
  folder: string;
  log: string;
}>;

/** What keeps a bot running. */
type KeeperDeps = Pick<DesktopDeps, 'timers' | 'sleep' | 'notify'> &
  Readonly<{
    name: string;
    spawnBot: SpawnBot;
    ask(folder: string, command: OwnerCommand, signal: AbortSignal): Promise<ControlAnswer>;
    /** Whether a process has the journal of this folder. */
    isHeld(folder: string): boolean;
    isWanted(): boolean;
    /** What it is started again with: its configuration may have been edited since. @throws what forbids it */
    again(): Launch;
    /** Ends a process whose number is known, as the last resort. */
    kill(pid: number): void;
    /** It ended for good: by somebody's wish, or by a fault that no waiting mends. */
    unwant(): void;
    changed(): void;
  }>;

type Deps = Readonly<{
  /** Of the configuration. */
  name: string;
  ask(folder: string, command: OwnerCommand, signal: AbortSignal): Promise<ControlAnswer>;
  /** Whether a process has the journal of this folder. */
  isHeld(folder: string): boolean;
}>;

/** What answers at an account: the bot of this configuration, somebody who does not say, or nobody of ours. */
type Seen =
  | Readonly<{ kind: 'ours'; status: BotStatus }>
  /** `isPlain`: it will not answer otherwise a moment later. */
  | Readonly<{ kind: 'unclear'; message: string; isPlain: boolean }>
  | Readonly<{ kind: 'none' }>;

/** Milliseconds until a bot has answered what takes it no time. */
const ASK_MS = 3_000;

const ofConfiguration = botStatus.pick({ profile: true });

/** What the bot of a configuration answers. */
function botAnswers({ name, isHeld, ask: askFolder }: Deps) {
  async function ask(
    folder: string,
    command: OwnerCommand,
    waitMs: number,
    closing: AbortSignal,
  ): Promise<ControlAnswer> {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(waitMs)]);
    const answer = await askFolder(folder, command, signal);
    // A killed bot leaves its address behind, where a stranger may listen by now.
    return answer.kind === 'failed' && !isHeld(folder) ? { kind: 'not-running' } : answer;
  }

  return {
    ask,
    /** @param folder of the account */
    async look(folder: string, closing: AbortSignal): Promise<Seen> {
      const answer = await ask(folder, 'status', ASK_MS, closing);
      if (answer.kind === 'not-running') return { kind: 'none' };
      if (answer.kind === 'failed') {
        const message = t`The bot does not answer: ${{ message: answer.message }}`;
        return { kind: 'unclear', message, isPlain: false };
      }
      const whose = ofConfiguration.safeParse(answer.body);
      // Two configurations may name one account; each answers for itself alone.
      if (whose.success && whose.data.profile.toLowerCase() !== name.toLowerCase())
        return { kind: 'none' };
      const told = botStatus.safeParse(answer.body);
      if (told.success) return { kind: 'ours', status: told.data };
      const message = t`The bot answers in a way that this version of the app does not know.`;
      return { kind: 'unclear', message, isPlain: true };
    },
  };
}

/** A status with the positions that were told last, where the terminal did not say in time what is open. */
function withPositions(now: BotStatus, before: BotStatus | null): BotStatus {
  if (now.positions_known) return now;
  return { ...now, positions: now.connected ? (before?.positions ?? []) : [] };
}
