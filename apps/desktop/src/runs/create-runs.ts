import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXIT } from '@quorate/bot/bot-fault';
import { openText } from '@quorate/bot/control/status-text';
import { messageOf } from '@quorate/bot/error-text';
import { askControl } from '@quorate/bot/live/control';
import { lastShownFloors } from '@quorate/bot/live/floors-now';
import { liveFolder } from '@quorate/bot/live/live-account';
import type { LiveJournal } from '@quorate/bot/live/live-journal';
import type { ShownFloors } from '@quorate/bot/live/shown-floors';
import type { Profile } from '@quorate/bot/profiles/profile';
import { t } from '@quorate/bot/words';
import { tradingDayOf } from '@quorate/trading/market/trading-day';
import { isoFromInstant } from '@quorate/values/instant';
import { createChanges } from '../changes.ts';
import { AT_WORK, type RunState } from '../contract/runs.ts';
import { isJournalHeld, withJournal } from '../journal/read-live.ts';
import { LocalFault } from '../local-fault.ts';
import type { Account, Configurations, DesktopDeps, RealMoney, Runs } from '../parts.ts';
import { type BotKeeper, createBotKeeper, type Launch } from './bot-keeper.ts';
import {
  botLogOf,
  killProcess,
  lastLineOf,
  ownProgram,
  type SpawnBot,
  shortenLog,
  spawnBotOf,
} from './bot-process.ts';
import type { BotStatus } from './bot-status.ts';
import { mayGoOn, notRunning, refuseBusy, refuseShared, refuseStart } from './may-start.ts';
import { detailOf } from './run-detail.ts';
import { wantedIn } from './wanted.ts';

type RunsParts = Readonly<{
  configurations: Configurations;
  account: Account;
  realMoney: RealMoney;
}>;

export type RunsDeps = DesktopDeps &
  Readonly<{
    /** In place of this very program, for tests. */
    spawnBot?: SpawnBot;
  }>;

/** The bots of the configurations, with what wires them into the app. */
export type KeptRuns = Runs &
  Readonly<{
    /** Finds bots that run, and starts those that are wanted and do not. */
    begin(): Promise<void>;
    /** Starts one that ran before, whatever the plan has become; what keeps it from that is its state. */
    goOn(name: string): Promise<void>;
  }>;

const LOOK_MS = 1_000;
/** Bots may be started from the command line, too. */
const IDLE_LOOKS = 5;

export function createRuns(deps: RunsDeps, parts: RunsParts): KeptRuns {
  const { timers, clock, notify } = deps;
  const { configurations } = parts;
  const dataDir = resolve(deps.dataDir);
  const spawnBot = deps.spawnBot ?? spawnBotOf(ownProgram(), deps.env);
  const wanted = wantedIn(dataDir, notify);
  const keepers = new Map<string, BotKeeper>();
  const floors = lastFloors((name) => liveFolder(dataDir, configurations.load(name)));
  const told = new Map<string, string>();
  const changes = createChanges();
  /** One thing at a time for each configuration: a start, or a closing without a bot. */
  const queues = new Map<string, Promise<unknown>>();
  /** What closes everything without a bot answers as one, and is none. */
  const closingAlone = new Set<string>();
  let closed = false;
  let looks = 0;
  let callOff: (() => void) | null = null;

  function keeperOf(name: string): BotKeeper {
    const key = name.toLowerCase();
    const known = keepers.get(key);
    if (known) return known;
    const keeper = createBotKeeper({
      ...deps,
      name,
      spawnBot,
      ask: askControl,
      isHeld: isJournalHeld,
      isWanted: () => wanted.has(name),
      again: () => launchOf(dataDir, mayGoOn(parts, dataDir, name, atWork())),
      kill: killProcess,
      unwant: () => wanted.remove(name),
      changed: () => tell(name),
    });
    keepers.set(key, keeper);
    return keeper;
  }

  function tell(name: string): void {
    const now = JSON.stringify(stateOf(name), withoutTimeOfFloors);
    if (closed || told.get(name.toLowerCase()) === now) return;
    told.set(name.toLowerCase(), now);
    changes.tell();
  }

  function stateOf(name: string): RunState {
    return runStateOf(keeperOf(name), tradesToday, (told, isAtWork) =>
      floors.of(name, told, isAtWork),
    );
  }

  function tradesToday({ limits }: BotStatus): number | null {
    if (limits === null) return null;
    return limits.day >= tradingDayOf(clock.now()) ? limits.openedToday : 0;
  }

  function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const key = name.toLowerCase();
    const next = (queues.get(key) ?? Promise.resolve()).catch(() => {}).then(work);
    queues.set(key, next);
    return next;
  }

  function atWork(): readonly string[] {
    const keys = [...keepers].flatMap(([key, each]) => (AT_WORK.has(each.phase()) ? [key] : []));
    // Each name is read from a file.
    const names = keys.length === 0 ? [] : configurations.names();
    return keys.map((key) => names.find((name) => name.toLowerCase() === key) ?? key);
  }

  async function start(name: string, isAgain = false): Promise<void> {
    refuseBusy(name, keeperOf(name).phase(), closingAlone.has(name.toLowerCase()));
    await inTurn(name, async () => {
      const keeper = keeperOf(name);
      if (AT_WORK.has(keeper.phase()) && keeper.phase() !== 'restarting') return;
      const profile = refuseStart({ ...deps, dataDir, isAgain }, parts, name, atWork());
      wanted.add(profile.configuration_name);
      await keeper.launch(launchOf(dataDir, profile), isAgain);
    });
  }

  async function goOn(name: string): Promise<void> {
    await start(name, true).catch((error: unknown) => {
      const keeper = keeperOf(name);
      const why = messageOf(error);
      notify(`The bot of ${name} did not start again: ${why}`);
      if (!AT_WORK.has(keeper.phase())) keeper.fail(why);
    });
  }

  async function stop(name: string): Promise<void> {
    wanted.remove(name);
    await keeperOf(name).stop();
  }

  async function command(name: string, what: 'halt' | 'resume'): Promise<void> {
    const keeper = keeperOf(name);
    const answer = await keeper.ask(what, 10_000);
    if (answer.kind === 'not-running') throw notRunning(name, keeper.phase());
    if (answer.kind === 'failed')
      throw new LocalFault(
        'unavailable',
        t`The bot did not carry out ${{ what }}: ${{ message: answer.message.replace(/\.$/, '') }}.`,
      );
    await keeper.look();
  }

  /** One that was started otherwise is seen, too. */
  async function find(name: string): Promise<boolean> {
    const keeper = keeperOf(name);
    if (AT_WORK.has(keeper.phase())) return true;
    if (closingAlone.has(name.toLowerCase())) return false;
    try {
      const launch = launchOf(dataDir, configurations.load(name));
      if (!existsSync(join(launch.folder, 'control.json'))) return false;
      return await keeper.adopt(launch);
    } catch {
      // A configuration that cannot be read has no bot that could be asked.
      return false;
    }
  }

  async function look(): Promise<void> {
    looks += 1;
    if (looks % IDLE_LOOKS === 0) {
      for (const name of atWork()) shortenLog(botLogOf(dataDir, name));
      await Promise.all(configurations.names().map(find));
    }
    await Promise.all([...keepers.values()].map((keeper) => keeper.look()));
  }

  function beat(): void {
    if (closed) return;
    void look()
      .catch((error: unknown) => notify(`Looking after the bots failed: ${String(error)}`))
      .finally(() => {
        if (!closed) callOff = timers.after(LOOK_MS, beat);
      });
  }

  async function isOpening(name: string): Promise<boolean> {
    const keeper = keeperOf(name);
    await keeper.look();
    const status = keeper.status();
    if (status) return status.opening;
    if (keeper.phase() !== 'restarting') return true;
    return hasUnsettledOpening(configurations, dataDir, name);
  }

  const unhear = configurations.onChange(() => {
    forgetRemoved(keepers, configurations.names());
    // A configuration may be of another account now.
    floors.forget();
  });
  return {
    state: stateOf,
    detail: (name) =>
      detailOf({ ...deps, dataDir }, configurations.load(name), {
        run: stateOf(name),
        status: keeperOf(name).status(),
      }),
    atWork,
    start: (name) => start(name),
    goOn,
    stop,
    halt: (name) => command(name, 'halt'),
    resume: (name) => command(name, 'resume'),
    async flatten(name) {
      const keeper = keeperOf(name);
      await find(name);
      if (await flattenRunning(keeper, deps, name)) return;
      const profile = configurations.load(name);
      refuseShared(configurations, dataDir, profile, atWork());
      await inTurn(name, () => {
        closingAlone.add(name.toLowerCase());
        const closing = flattenAlone({ ...deps, spawnBot, dataDir }, profile);
        return closing.finally(() => closingAlone.delete(name.toLowerCase()));
      });
    },
    async isOpeningPosition() {
      const answers = await Promise.all(atWork().map(isOpening));
      return answers.includes(true);
    },
    async stopAll() {
      const names = atWork();
      await Promise.all(names.map(stop));
      return names;
    },
    async begin() {
      await Promise.all(configurations.names().map(find));
      const missing = wanted.names().filter((name) => !AT_WORK.has(keeperOf(name).phase()));
      await Promise.all(missing.map(goOn));
      beat();
    },
    async close() {
      closed = true;
      unhear();
      callOff?.();
      for (const keeper of keepers.values()) keeper.close();
    },
    onChange: changes.onChange,
  };
}

/** What the bot of a configuration is started with. @param dataDir whole */
function launchOf(dataDir: string, profile: Profile): Launch {
  const { configuration_name: name, account_type: type, account_number: account } = profile;
  const real = type === 'real' ? ['--real', account] : [];
  return {
    args: ['live', '--profile', name, '--data-dir', dataDir, '--verbose', '--for-app', ...real],
    folder: liveFolder(dataDir, profile),
    log: botLogOf(dataDir, name),
  };
}

/**
 * Forgets how the bots of configurations ended that are no longer there: a new one of the same name has no past.
 *
 * @param keepers by name in small letters
 */
function forgetRemoved(keepers: Map<string, BotKeeper>, names: readonly string[]): void {
  const there = new Set(names.map((name) => name.toLowerCase()));
  for (const [key, keeper] of keepers) {
    if (there.has(key) || AT_WORK.has(keeper.phase())) continue;
    keeper.close();
    keepers.delete(key);
  }
}

/** Whether a bot that does not run has left an opening of which nobody knows what became; where nobody can tell, yes. */
function hasUnsettledOpening(
  configurations: Pick<Configurations, 'load'>,
  dataDir: string,
  name: string,
): boolean {
  try {
    const folder = liveFolder(dataDir, configurations.load(name));
    const isUnsettled = (journal: LiveJournal) =>
      journal.unsettled().some(({ kind }) => kind === 'open');
    return withJournal(folder, isUnsettled) ?? false;
  } catch {
    return true;
  }
}

/** Figures that are the same a second later are no news. */
function withoutTimeOfFloors(key: string, value: unknown): unknown {
  return key === 'at' || key === 'reported_at' ? undefined : value;
}

/**
 * How accounts stood to their limits when it was told last: by a bot that runs, else by the journal of the one
 * before.
 *
 * @param folderOf a configuration's account
 */
function lastFloors(folderOf: (name: string) => string) {
  const known = new Map<string, ShownFloors | null>();

  function ofJournal(name: string): ShownFloors | null {
    try {
      return withJournal(folderOf(name), lastShownFloors);
    } catch {
      // Another process has it, or nobody can read it: how the bot stands is known without.
      return null;
    }
  }

  return {
    of(name: string, told: ShownFloors | null, isAtWork: boolean): ShownFloors | null {
      const key = name.toLowerCase();
      if (told !== null) known.set(key, told);
      // A bot that runs has the journal, and tells soon enough.
      else if (!known.has(key) && !isAtWork) known.set(key, ofJournal(name));
      return known.get(key) ?? null;
    },
    forget: () => known.clear(),
  };
}

/**
 * What screens show of a bot.
 *
 * @param tradesToday counts those of this trading day
 * @param floorsOf those that were told now, or last
 */
export function runStateOf(
  keeper: Pick<BotKeeper, 'phase' | 'since' | 'message' | 'status'>,
  tradesToday: (status: BotStatus) => number | null,
  floorsOf: (told: ShownFloors | null, isAtWork: boolean) => ShownFloors | null,
): RunState {
  const status = keeper.status();
  const next = status?.next_bars.map(({ at }) => at).toSorted()[0] ?? null;
  return {
    phase: keeper.phase(),
    message: keeper.message(),
    since: isoFromInstant(keeper.since()),
    halted: status?.halted ?? false,
    flattening: status?.flattening ?? false,
    equity: status?.equity ?? null,
    balance: status?.balance ?? null,
    currency: status?.currency ?? null,
    open_positions: status?.positions_known ? status.positions.length : null,
    trades_today: status ? tradesToday(status) : null,
    next_bar_at: next,
    last_bars: status?.last_bars ?? [],
    service_away_since: status?.service_away_since ?? null,
    floors: floorsOf(status?.floors ?? null, AT_WORK.has(keeper.phase())),
  };
}

/** A little less than the interface waits. */
const FLATTEN_MS = 50_000;
const SOON_MS = 5_000;
/** For a bot that has just begun, until it can be asked. */
const BEGIN_TRIES = 20;
const BEGIN_MS = 250;
const WAIT_S = 25;

/**
 * Has a running bot close everything.
 *
 * @returns false where none runs
 * @throws LocalFault `unavailable` with what is still open
 */
async function flattenRunning(
  keeper: BotKeeper,
  { sleep }: Pick<DesktopDeps, 'sleep'>,
  name: string,
): Promise<boolean> {
  for (let tries = 0; tries < BEGIN_TRIES; tries += 1) {
    const answer = await keeper.ask('flatten', FLATTEN_MS);
    if (answer.kind === 'answered') {
      await keeper.look();
      return true;
    }
    if (answer.kind === 'failed') {
      const left = await keeper.ask('status', SOON_MS);
      const open = left.kind === 'answered' ? openText(left.body) : null;
      throw new LocalFault(
        'unavailable',
        t`Not everything of ${{ name }} is closed after ${{ seconds: FLATTEN_MS / 1_000 }} s. Still open: ${{ open: open ?? t`the terminal does not say` }}. The bot goes on trying, and the stops stand at the broker.`,
      );
    }
    if (keeper.phase() !== 'starting') return false;
    await sleep(BEGIN_MS, AbortSignal.timeout(BEGIN_MS));
  }
  return false;
}

/**
 * Closes everything where no bot runs, by a process that only does that.
 *
 * @throws LocalFault `unavailable` with its last sentence
 */
async function flattenAlone(
  { spawnBot, dataDir }: Readonly<{ spawnBot: SpawnBot; dataDir: string }>,
  { configuration_name: name }: Profile,
): Promise<void> {
  const log = botLogOf(dataDir, `${name}.flatten`);
  const args = [
    'flatten',
    '--profile',
    name,
    '--data-dir',
    dataDir,
    '--yes',
    '--wait',
    `${WAIT_S}`,
  ];
  const { exit, why } = await spawnBot(args, log).ended;
  if (exit === EXIT.done) return;
  const message = lastLineOf(log) ?? why ?? t`it did not say why`;
  throw new LocalFault(
    'unavailable',
    t`Nothing says that everything of ${{ name }} is closed: ${{ message }}`,
  );
}
