import type { DecisionSource } from '@quorate/trading/ports';
import type { LoopEvent } from '@quorate/trading/trading-loop-events';
import { moneyToNumber } from '@quorate/values/money';
import { EXIT, type ExitCode } from '../bot-fault.ts';
import type { Given } from '../credentials.ts';
import { openRunJournal } from '../journal/run-journal.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { Profile } from '../profiles/profile.ts';
import { riskSettingsOfProfile } from '../profiles/risk-settings.ts';
import { eventLine } from '../report/event-line.ts';
import type { Output } from '../report/output.ts';
import { tellEvents } from '../run/run-events.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { deviceName } from '../service/device-name.ts';
import { savedSignInIn } from '../service/saved-sign-in.ts';
import { type Session, signIn } from '../service/session.ts';
import type { Timers } from '../timers.ts';
import type { Vault } from '../vault/vault.ts';
import { type ControlCommand, openControl } from './control.ts';
import { watchHaltFile } from './halt-file.ts';
import { accountInputOf, acknowledgeReal, liveFolder, wrongAccount } from './live-account.ts';
import { createLiveDecisions } from './live-decisions.ts';
import { type LiveJournal, openLiveJournal } from './live-journal.ts';
import type { LiveOptions } from './live-options.ts';
import { createLiveRun, type LiveRun } from './live-run.ts';
import { createLiveService } from './live-service.ts';

type LiveDeps = Readonly<{
  output: Output;
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  fetch: typeof fetch;
  /** Name of this machine. */
  hostName: string;
  stop: StopSignal;
  openVault(dataDir: string): Vault;
  /** Listens for the terminal of this profile. @throws BotFault when the port is taken */
  openLink(profile: Profile, dataDir: string): Promise<TerminalLink>;
}>;

/** How long a bar waits for a service that is out of reach. */
const GIVE_UP_MS = 30_000;
/** What was decided last, for `status`. */
const LAST_DECISION = 'last_decision';

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
  if (!options.flatten) acknowledgeReal(profile, options.real);
  const folder = liveFolder(dataDir, profile);
  const journal = openLiveJournal(folder);
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
        riskOf: (symbols) => riskSettingsOfProfile(profile.risk, symbols),
        wrongAccount: (account) => wrongAccount(account, profile),
      },
    );
    const control = await openControl(folder, (command) => obey({ run, journal, stop }, command));
    const unwatch = watchHaltFile(timers, folder, run.halt);
    try {
      output.line('Waiting for the terminal.');
      await run.begin(stop.interrupted);
      const { account } = run.terminal.terms();
      output.line(
        `Connected to account ${account.login} at ${account.server} (${account.trade_mode}); reconciled.`,
      );
      if (options.flatten) {
        const closed = await run.halt.flatten('command');
        tell({ kind: 'flattened', closed });
        return EXIT.done;
      }
      await tradeWithService(deps, { options, given, run, journal, folder, tell });
    } finally {
      unwatch();
      run.end();
      await control.close();
    }
  } finally {
    await link?.close();
    journal.close();
  }
  return stop.reason()?.kind === 'interrupted' ? EXIT.interrupted : EXIT.done;
}

type Trading = Readonly<{
  options: LiveOptions;
  given: Given;
  run: LiveRun;
  journal: LiveJournal;
  folder: string;
  tell(event: unknown): void;
}>;

async function tradeWithService(
  deps: LiveDeps,
  { options, given, run, journal, folder, tell }: Trading,
): Promise<void> {
  const { output, timers, stop } = deps;
  const { profile, dataDir } = options;
  const session = await signInToService(deps, profile, dataDir, given);
  const runJournal = openRunJournal(folder, timers.now());
  try {
    const account = accountInputOf(run.terminal.terms().account);
    const service = createLiveService(
      { ...deps, session, run, journal, runJournal, account },
      `${account.login}-${account.server}`.slice(0, 32),
    );
    const decisions: DecisionSource = createLiveDecisions({
      session,
      journal: runJournal,
      account,
    });
    const tellPeople = tellEvents(output, options.verbose);
    service.begin();
    try {
      await run.trade(
        {
          decisions,
          owner: service.owner,
          began: service.follow,
          hear(event: LoopEvent) {
            if (event.kind === 'decision') {
              journal.setFact(LAST_DECISION, `${event.symbol} ${eventLine(event) ?? ''}`);
            }
            tellPeople(event);
            tell(event);
            service.hear(event);
          },
        },
        stop.interrupted,
      );
    } finally {
      await service.end();
    }
  } finally {
    runJournal.close();
  }
}

function signInToService(
  deps: LiveDeps,
  { service, user }: Profile,
  dataDir: string,
  given: Given,
): Promise<Session> {
  const who = { service, user };
  return signIn(
    {
      http: { fetch: deps.fetch, service },
      clock: deps.timers,
      sleep: deps.sleep,
      random: deps.random,
      notify: deps.output.line,
      giveUpAfterMs: GIVE_UP_MS,
      stop: deps.stop.interrupted,
      saved: savedSignInIn(deps.openVault(dataDir), dataDir, who),
    },
    { ...given, user, deviceName: deviceName(deps.hostName) },
  );
}

/** What `status`, `stop`, `flatten`, `halt` and `resume` do to a running bot. */
async function obey(
  { run, journal, stop }: { run: LiveRun; journal: LiveJournal; stop: StopSignal },
  command: ControlCommand,
): Promise<unknown> {
  switch (command) {
    case 'status':
      return statusOf(run, journal);
    case 'stop':
      stop.stop({ kind: 'interrupted' });
      return { ending: true };
    case 'flatten':
      return { closed: await run.halt.flatten('command') };
    case 'halt':
      run.halt.halt('command');
      return { halted: true };
    case 'resume':
      await run.halt.resume('command');
      return { halted: run.halt.halted() };
  }
}

async function statusOf(run: LiveRun, journal: LiveJournal): Promise<unknown> {
  const { terminal, halt } = run;
  const base = {
    connected: terminal.isReady(),
    halted: halt.halted(),
    limits: journal.limits(),
    last_decision: journal.fact(LAST_DECISION),
  };
  if (!terminal.isReady()) return base;
  const { account } = terminal.terms();
  const { balance, equity } = await terminal.broker.account();
  return {
    ...base,
    account: { login: account.login, server: account.server, trade_mode: account.trade_mode },
    currency: account.currency,
    balance: moneyToNumber(balance),
    equity: moneyToNumber(equity),
    positions: (await terminal.broker.ownPositions()) ?? [],
    unsettled_orders: journal.unsettled().map(({ key }) => key),
  };
}

/** One JSON object a line for programs; nothing for people, who are told otherwise. */
function tellIn({ json }: LiveOptions, output: Output): (event: unknown) => void {
  return (event) => {
    if (json) output.out(`${JSON.stringify(event)}\n`);
  };
}
