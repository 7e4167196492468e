import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { AccountInput } from '@quorate/contract/trade-sync';
import { decisionFromWire, limitFromWire, snapshotHashOf } from '@quorate/run/wire';
import type { DecisionOutcome, DecisionRequest } from '@quorate/trading/analysts/decision';
import { exitSettingsFrom } from '@quorate/trading/exits/exits';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { settingsFrom } from '@quorate/trading/risk/rules';
import { type Instant, instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { moneyToNumber } from '@quorate/values/money';
import { z } from 'zod';
import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { Given } from '../credentials.ts';
import { messageOf } from '../error-text.ts';
import { openRunJournal, type RunJournal, readAcknowledged } from '../journal/run-journal.ts';
import { type ChangedLogKey, type LogKeyWatch, watchLogKey } from '../log-key/watch-log-key.ts';
import { keepTerminalSwaps } from '../markets/terminal-swaps.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { Profile } from '../profiles/profile.ts';
import { NO_WISH, type VerdictWish, wishAbove, wishOf } from '../profiles/verdict-settings.ts';
import { eventLine, tellEvents } from '../report/event-line.ts';
import type { Output } from '../report/output.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { type BarSender, createBarSender } from '../service/send-bars.ts';
import { signedOutFault } from '../service/session.ts';
import type { Timers } from '../timers.ts';
import { t } from '../words.ts';
import { type ControlCommand, openControl } from './control.ts';
import { shownFloorsNow } from './floors-now.ts';
import type { Flattened, HaltSwitch } from './halt-switch.ts';
import { createLastDecisions, lastDecisions } from './last-decisions.ts';
import {
  accountInputOf,
  acknowledgeAutomated,
  acknowledgeLearning,
  acknowledgeReal,
  liveFolder,
  wrongAccount,
} from './live-account.ts';
import type { LiveOptions } from './live-command.ts';
import { type LiveJournal, openLiveJournal } from './live-journal.ts';
import { createLiveRun, type LiveRun } from './live-run.ts';
import { createLiveService } from './live-service.ts';
import { signInPatiently } from './live-sign-in.ts';
import { initialMinorOf, ownRules } from './own-rules.ts';
import { journalPage, tradesPage } from './pages.ts';
import { createRunWatch, type LastBar, type RunWatch } from './run-watch.ts';
import { createSturdyJournal } from './sturdy-journal.ts';

type LiveDeps = Pick<
  BotDeps,
  'output' | 'timers' | 'sleep' | 'random' | 'fetch' | 'hostName' | 'stop' | 'openVault'
> &
  Readonly<{
    /** Listens for the terminal of this profile. @throws BotFault when the port is taken */
    openLink(profile: Profile, dataDir: string): Promise<TerminalLink>;
    /** In place of the journal on the disk, for tests. */
    openJournal?: typeof openLiveJournal;
  }>;

/**
 * Trades the profile's account through its terminal until it is ended. What is open is guarded from the
 * first moment, before and without the service.
 *
 * @throws BotFault on everything that keeps the run from beginning
 */
export async function runLive(
  deps: LiveDeps,
  options: LiveOptions,
  given: Given,
): Promise<ExitCode> {
  const { output, timers, stop } = deps;
  const { profile, dataDir } = options;
  if (!options.flatten) {
    acknowledgeReal(profile, options.real);
    acknowledgeLearning(profile, options);
  }
  const folder = liveFolder(dataDir, profile);
  const broken = new AbortController();
  const disk = (deps.openJournal ?? openLiveJournal)(folder);
  const journal = createSturdyJournal(disk, ({ message }) => {
    output.line(
      `${message} Nothing is opened any more; what is open is guarded, and the bot ends once it has its stops.`,
    );
    broken.abort();
  });
  const tell = tellIn(options, output);
  let link: TerminalLink | null = null;
  try {
    link = await deps.openLink(profile, dataDir);
    const run = createLiveRun(
      { link, journal, timers, notify: output.line },
      {
        symbols: profile.risk.currency_pairs,
        timeframe: profile.timeframe,
        magic: profile.bridge.magic,
        riskOf: (symbols) => settingsFrom(profile.risk, symbols),
        exits: exitSettingsFrom(profile.exits),
        governed: {
          own: () => ownRules(profile),
          initialMinor: profile.initial_balance === null ? null : initialMinorOf(profile, journal),
          closesHandPositions: profile.close_hand_positions,
          holdsWithoutCalendar: profile.news_without_calendar === 'hold',
        },
        wrongAccount: (account) => wrongAccount(account, profile),
      },
    );
    const watch = createRunWatch({
      link,
      run,
      timers,
      timeframe: profile.timeframe,
      notify: output.line,
    });
    const service: Served = { runJournal: null, logKey: null };
    const acknowledged = () => service.runJournal?.acknowledgedRevision ?? readAcknowledged(folder);
    const logKey = () => service.logKey?.changed() ?? null;
    const obeying = { run, journal, watch, profile, timers, stop, folder, acknowledged, logKey };
    const control = await openControl(folder, (command, parameters) =>
      obey(obeying, command, parameters),
    );
    const unwatch = watchHaltFile(timers, folder, run.halt);
    try {
      output.line('Waiting for the terminal.');
      if (!(await begun(run, stop))) return EXIT.done;
      const { account } = run.terminal.terms();
      output.line(
        `Connected to account ${account.login} at ${account.server} (${account.trade_mode}); reconciled.`,
      );
      keepSwaps(run, dataDir, timers.now(), output);
      if (options.flatten) {
        const closed = await flattenUntil(run, stop.interrupted);
        tell({ kind: 'flattened', closed });
        return EXIT.done;
      }
      if (run.halt.halted()) {
        output.line(
          `The bot is halted and opens nothing new until: bot resume --profile ${profile.configuration_name}`,
        );
      }
      const ending = AbortSignal.any([stop.interrupted, broken.signal]);
      const trading = { options, given, run, journal, folder, ending, tell, watch, service };
      const fault = await tradeWithService(deps, trading).then(
        () => journal.fault(),
        (error: unknown) =>
          journal.fault() ?? (error instanceof Error ? error : new Error(String(error))),
      );
      if (fault !== null) {
        if (!ending.aborted) {
          output.line(
            'Nothing is opened any more; what is open is guarded until it has its stops.',
          );
        }
        await standDown({ run, journal, timers }, stop.interrupted);
        throw fault;
      }
    } finally {
      unwatch();
      watch.end();
      run.end();
      await control.close();
    }
  } finally {
    await link?.close();
    journal.close();
  }
  return exitOf(stop);
}

function exitOf(stop: StopSignal): ExitCode {
  const reason = stop.reason()?.kind;
  if (reason === 'signed-out') throw signedOutFault();
  return reason === 'interrupted' ? EXIT.interrupted : EXIT.done;
}

/** @returns false where `bot stop` came before the terminal */
async function begun(run: LiveRun, stop: StopSignal): Promise<boolean> {
  try {
    await run.begin(stop.interrupted);
    return true;
  } catch (error) {
    const isWanted = error instanceof BotFault && error.code === 'interrupted';
    if (isWanted && stop.reason()?.kind === 'asked') return false;
    throw error;
  }
}

type Trading = Readonly<{
  options: LiveOptions;
  given: Given;
  run: LiveRun;
  journal: LiveJournal;
  folder: string;
  /** The run is stopped, or its journal is broken. */
  ending: AbortSignal;
  tell(event: unknown): void;
  watch: RunWatch;
  service: Served;
}>;

/** What the service has, once it is known. */
type Served = { runJournal: RunJournal | null; logKey: LogKeyWatch | null };

async function tradeWithService(
  deps: LiveDeps,
  { options, given, run, journal, folder, ending, tell, watch, service: served }: Trading,
): Promise<void> {
  const { output, timers } = deps;
  const signedIn = await signInPatiently(deps, { options, given, ending });
  if (signedIn === null) return;
  const session = watch.watching(signedIn);
  const runJournal = openRunJournal(folder, timers.now());
  const newest = createLastDecisions(journal);
  served.runJournal = runJournal;
  // A key that changed is told, and ends nothing: what is open matters more.
  served.logKey = watchLogKey({
    fetch: deps.fetch,
    service: options.profile.service,
    dataDir: options.dataDir,
    timers,
    notify: output.line,
  });
  try {
    const account = accountInputOf(run.terminal.terms().account);
    const service = createLiveService(
      { ...deps, session, run, journal, runJournal, account },
      `${account.login}-${account.server}`.slice(0, 32),
    );
    const sender = createBarSender(session, service.seriesOf, wishIn(options));
    const decisions: DecisionSource = createLiveDecisions({
      sender,
      reportTouches: service.reportTouches,
      journal: runJournal,
      account,
      keep: newest.keep,
    });
    const tellPeople = tellEvents(output, options.verbose, () => awayText(watch, timers.now()));
    await service.readRules();
    acknowledgeAutomated(options.profile, run.governed?.rules.ruleSet() ?? null);
    service.begin();
    try {
      await run.trade(
        {
          decisions,
          owner: service.owner,
          began: service.follow,
          hear(event: LoopEvent) {
            if (event.kind === 'decision') {
              journal.setFact(LAST_DECISION, eventLine(event) ?? '');
            }
            newest.hear(event);
            watch.hear(event);
            tellPeople(event);
            tell(event);
            service.hear(event);
          },
        },
        ending,
      );
    } finally {
      await service.end();
    }
  } finally {
    served.runJournal = null;
    served.logKey.end();
    runJournal.close();
  }
}

/** What the terminal charges by night, for paper runs and replays of this data folder; no fault of the disk ends a run. */
function keepSwaps({ terminal }: LiveRun, dataDir: string, now: Instant, output: Output): void {
  const { account, specs } = terminal.terms();
  const { server, currency } = account;
  try {
    keepTerminalSwaps(dataDir, {
      server,
      currency,
      at: isoFromInstant(now),
      specs: specs.values(),
    });
  } catch (error) {
    output.line(`The terminal's swaps are not kept: ${messageOf(error)}`);
  }
}

/** What the profile asks of verdicts, and what was typed above it. */
function wishIn({ profile, verdict }: LiveOptions): VerdictWish {
  return wishAbove({ ...NO_WISH, mode: verdict ?? null }, wishOf(profile.verdict));
}

/** One JSON object a line for programs; nothing for people, who are told otherwise. */
function tellIn({ json }: LiveOptions, output: Output): (event: unknown) => void {
  return (event) => {
    if (json) output.out(`${JSON.stringify(event)}\n`);
  };
}

/**
 * Closes everything, for as long as somebody waits for it.
 *
 * @throws BotFault `interrupted` with what is still open when the signal comes first
 */
export async function flattenUntil(
  { halt, terminal }: Pick<LiveRun, 'halt' | 'terminal'>,
  signal: AbortSignal,
): Promise<readonly Flattened[]> {
  const ended = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const closed = await Promise.race([halt.flatten('command'), ended]);
  if (closed) return closed;
  const open = (await terminal.broker.ownPositions()) ?? [];
  const which = open.map(({ ticket, side, lots, symbol }) => `${ticket} ${side} ${lots} ${symbol}`);
  throw new BotFault(
    'interrupted',
    t`Not everything is closed. Still open: ${{ open: which.join(', ') || t`the terminal does not say` }}. The stops stand at the broker. Run flatten again, or close them by hand in the terminal; the next "bot live" goes on closing.`,
  );
}

type StandDownDeps = Readonly<{
  run: Pick<LiveRun, 'terminal' | 'halt'>;
  journal: Pick<LiveJournal, 'unsettled'>;
  timers: Timers;
}>;

const LOOK_MS = 500;

/**
 * The last thing a bot does that cannot trade any more: its guards go on until everything of ours has its
 * stop at the broker, what was sent is known, and what is to be closed is closed. Whoever ends it before
 * that does so knowingly.
 */
export async function standDown(
  { run, journal, timers }: StandDownDeps,
  signal: AbortSignal,
): Promise<void> {
  const { terminal, halt } = run;
  while (!signal.aborted) {
    if (terminal.isReady() && !halt.isFlattening() && journal.unsettled().length === 0) {
      const open = await terminal.broker.ownPositions();
      if (open?.every(({ sl }) => sl !== null)) return;
    }
    await new Promise<void>((resolve) => void timers.after(LOOK_MS, resolve));
  }
}

type Obeying = Parameters<typeof statusOf>[0] &
  Readonly<{
    run: LiveRun;
    journal: LiveJournal;
    stop: StopSignal;
    folder: string;
    /** The newest revision of a trade that the service has by its ticket, 0 for none. */
    acknowledged(): (ticket: string) => number;
  }>;

const page = z.object({
  before: z.string().max(64).nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});

/** What another process told a running bot, or reads of it. */
async function obey(
  obeying: Obeying,
  command: ControlCommand,
  parameters: unknown,
): Promise<unknown> {
  const { run, journal, stop, folder } = obeying;
  switch (command) {
    case 'status':
      return statusOf(obeying);
    case 'stop':
      stop.stop({ kind: 'asked' });
      return { ending: true };
    case 'flatten':
      return { closed: await run.halt.flatten('command') };
    case 'halt':
      run.halt.halt('command');
      return { halted: true };
    case 'resume':
      refuseWhileHeld(folder);
      await run.halt.resume('command');
      return { halted: run.halt.halted() };
    case 'decisions':
      return { decisions: lastDecisions(journal) };
    case 'journal':
      return journalPage(journal, page.parse(parameters ?? {}));
    case 'trades':
      return tradesPage(
        { journal, acknowledgedRevision: obeying.acknowledged() },
        page.parse(parameters ?? {}),
      );
  }
}

/** Whoever makes a file of this name in the account's folder has everything closed. */
const HALT_FILE = 'HALT';
const EVERY_MS = 250;

/** @throws Error while the file is there: it would have everything closed again at once */
function refuseWhileHeld(folder: string): void {
  const file = join(folder, HALT_FILE);
  if (existsSync(file)) throw new Error(`the file ${file} is there; remove it first`);
}

/** @returns ends the watch */
function watchHaltFile(timers: Timers, folder: string, halt: HaltSwitch): () => void {
  let ended = false;
  const look = () => {
    if (ended) return;
    // As long as the file is there nobody else can let the bot go on.
    if (!halt.isHeldBy('file') && existsSync(join(folder, HALT_FILE))) void halt.flatten('file');
    timers.after(EVERY_MS, look);
  };
  look();
  return () => {
    ended = true;
  };
}

type LiveDecisionDeps = Readonly<{
  sender: BarSender;
  /** Reports first touches that the service does not know, so that it has learned what was known at the bar. */
  reportTouches(): Promise<void>;
  journal: Pick<RunJournal, 'recordAnswer'>;
  account: AccountInput;
  /** Takes each decision whole, for whoever wants to know why. */
  keep(decision: DecisionReply): void;
}>;

/**
 * The service as the one who decides, live: where it does not answer there is no decision on this bar, and
 * the run goes on, for what is open has to be looked after.
 *
 * @throws BotFault `signed_out` when the owner has ended the bot's sign-in
 */
function createLiveDecisions({
  sender,
  reportTouches,
  journal,
  account,
  keep,
}: LiveDecisionDeps): DecisionSource {
  async function decide(request: DecisionRequest): Promise<DecisionOutcome> {
    const { snapshot, tradesOpenedToday } = request;
    const snapshotHash = snapshotHashOf(snapshot);
    const bar = { symbol: snapshot.symbol, asOf: instantFromIso(snapshot.as_of), snapshotHash };
    await reportTouches();
    const outcome = await sender.ask({
      account,
      snapshot,
      snapshot_hash: snapshotHash,
      trades_opened_today: tradesOpenedToday,
    });
    switch (outcome.kind) {
      case 'ok': {
        const { decision } = outcome.reply;
        if (decision.snapshot_hash !== snapshotHash) {
          const message = `The service answered about another bar than the one of ${snapshot.as_of}.`;
          return { kind: 'unavailable', code: 'wrong_bar', message };
        }
        const answer = decisionFromWire(decision, account);
        journal.recordAnswer({ ...bar, answer, tokens: decision.tokens });
        keep(decision);
        return answer;
      }
      case 'stopped':
        return { kind: 'unavailable', code: 'interrupted', message: 'The bot is being ended.' };
      case 'gave-up':
        return {
          kind: 'unavailable',
          code: 'service_unreachable',
          message: `The service is out of reach: ${outcome.reason}.`,
        };
      case 'refused': {
        const limit = limitFromWire(outcome);
        if (limit) return { kind: 'limit', ...limit };
        return { kind: 'unavailable', code: outcome.code, message: outcome.message };
      }
    }
  }

  return { decide };
}

/** What was decided last, for `status`. */
const LAST_DECISION = 'last_decision';

type StatusDeps = Readonly<{
  run: LiveRun;
  journal: LiveJournal;
  watch: RunWatch;
  profile: Pick<Profile, 'configuration_name' | 'risk' | 'timeframe'>;
  timers: Pick<Timers, 'now'>;
  logKey(): ChangedLogKey | null;
}>;

/** What a running bot is doing, as a JSON document; of the account only what the terminal says now. */
async function statusOf({
  run,
  journal,
  watch,
  profile,
  timers,
  logKey,
}: StatusDeps): Promise<unknown> {
  const { terminal, halt, serverClock } = run;
  const unsettled = journal.unsettled();
  const base = {
    pid: process.pid,
    profile: profile.configuration_name,
    connected: terminal.isReady(),
    halted: halt.halted(),
    flattening: halt.isFlattening(),
    limits: journal.limits(),
    risk: profile.risk,
    timeframe: profile.timeframe,
    terminal_seen_at: isoOrNull(watch.terminalSeenAt()),
    service_seen_at: isoOrNull(watch.serviceSeenAt()),
    service_there: watch.isServiceThere(),
    service_away_since: isoOrNull(watch.serviceAwaySince()),
    last_bars: watch.lastBars().map(lastBarOf),
    problems: watch.problems(),
    /** null: it is signed as before, or nothing is known. */
    log_key_changed: logKey(),
    opening: unsettled.some(({ kind }) => kind === 'open'),
    last_decision: journal.fact(LAST_DECISION),
  };
  if (!terminal.isReady()) return base;
  const { account, instruments, specs } = terminal.terms();
  const { balance, equity } = await terminal.broker.account();
  const open = await terminal.broker.ownPositions();
  return {
    ...base,
    account: { login: account.login, server: account.server, trade_mode: account.trade_mode },
    permissions: terminal.permissions() ?? undefined,
    currency: account.currency,
    balance: moneyToNumber(balance),
    equity: moneyToNumber(equity),
    next_bars: [...instruments.keys()].map((symbol) => ({
      symbol,
      at: isoFromInstant(watch.nextBarAt(symbol)),
    })),
    /** The terminal did not say in time what is open. */
    positions_known: open !== null,
    positions: (open ?? []).map((position) => ({
      ...position,
      digits: specs.get(position.symbol)?.digits ?? position.open_price.split('.')[1]?.length ?? 0,
      opened_at: isoFromInstant(serverClock.toUtc(position.opened)),
    })),
    unsettled_orders: unsettled.map(({ key }) => key),
    // Whoever wants to stop a bot is answered, whatever its limits cannot say.
    floors: open && (await shownFloorsNow(run, timers.now()).catch(() => null)),
  };
}

/** As programs read it. */
function lastBarOf({ symbol, asOf, outcome }: LastBar) {
  const nothing = { leans: null, action: null, why: null };
  const { kind, ...known } = outcome;
  return { symbol, at: isoFromInstant(asOf), outcome: kind, ...nothing, ...known };
}

/** What a line about a bar adds while the service is away. */
function awayText(watch: RunWatch, now: Instant): string {
  const since = watch.serviceAwaySince();
  if (since === null) return '';
  const minutes = Math.floor((now - since) / 60_000);
  return ` ${t`(the service has not answered for ${{ minutes }} min)`}`;
}

function isoOrNull(moment: Instant | null): string | null {
  return moment === null ? null : isoFromInstant(moment);
}
