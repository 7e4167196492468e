import { join, resolve } from 'node:path';
import { EXIT, type ExitCode } from '@quorate/bot/bot-fault';
import type { BotDeps } from '@quorate/bot/command-line/bot-deps';
import { usualDataFolder } from '@quorate/bot/data-folder';
import { messageOf } from '@quorate/bot/error-text';
import { readExpertSources } from '@quorate/bot/mt5/install/deploy-expert';
import { systemPrograms } from '@quorate/bot/mt5/install/run-program';
import { RELEASE_FACTS, type ReleaseFacts } from '@quorate/bot/release-facts';
import { VERSION_FOLDER } from '@quorate/bot/resources';
import { speak, spokenLanguage, t } from '@quorate/bot/words';
import { withSwitches } from './account/ask-service.ts';
import { createAccount } from './account/create-account.ts';
import { type App, type HostForParts, type Parts, startApp } from './app.ts';
import { openKeepAwake } from './appearance/kept-awake.ts';
import { readLanguage } from './appearance/kept-language.ts';
import { createReboot, type Reboot } from './autostart/after-reboot.ts';
import {
  type Autostart,
  entryName,
  NO_AUTOSTART,
  openAutostart,
  systemRegistry,
  tellInstalledVersion,
} from './autostart/autostart.ts';
import {
  type BeforeSignIn,
  NO_TASK,
  openBeforeSignIn,
  systemTasks,
  windowsUser,
} from './autostart/before-sign-in.ts';
import { createChanges } from './changes.ts';
import { createConfigurations } from './configurations/create-configurations.ts';
import { type AppLog, hearUnforeseen, openAppLog } from './host/app-log.ts';
import { claimInstance, quitInstance, runningApp } from './instance/claim-instance.ts';
import { stopLeftBots } from './instance/stop-left-bots.ts';
import { createJournal } from './journal/create-journal.ts';
import { createLogKey } from './log-key/create-log-key.ts';
import { loadWindowsNative, type WindowsNative } from './native/windows-native.ts';
import { createPaper } from './paper/create-paper.ts';
import type { DesktopDeps } from './parts.ts';
import { createRealMoney } from './real-money/create-real-money.ts';
import { registerParts } from './routes.ts';
import { ownProgram } from './runs/bot-process.ts';
import { createRuns, type KeptRuns } from './runs/create-runs.ts';
import { wantedIn } from './runs/wanted.ts';
import { createSetup } from './setup/create-setup.ts';
import { createReport } from './support/create-report.ts';
import { createTerminals } from './terminals/create-terminals.ts';
import { type AppTray, openTray } from './tray/open-tray.ts';
import type { UiOptions } from './ui-command.ts';
import { createUpdates } from './updates/updates.ts';
import { SYSTEM_UPDATE_PROGRAMS } from './updates/version-files.ts';
import { openWindow, systemWindowPrograms, type WindowHost } from './window/open-window.ts';
import { showMessage } from './window/show-message.ts';

/**
 * Runs the desktop app until it is asked to quit; a second one in the same folder opens a window of the first. What
 * keeps it from that is said in a box, too: an app without a console says nothing otherwise.
 */
export async function runUi(bot: BotDeps, options: UiOptions): Promise<ExitCode> {
  const facts = withSwitches(RELEASE_FACTS, bot.env);
  const dataDir = resolve(options.dataDir ?? usualDataFolder(facts.kind, bot.env));
  speak(readLanguage(dataDir) ?? spokenLanguage());
  try {
    return await runApp(bot, options, facts, dataDir);
  } catch (error) {
    if (options.window !== 'print' && !options.quit)
      await tellInBox(t`${{ brand: facts.brand }} did not start. ${{ reason: messageOf(error) }}`);
    throw error;
  }
}

async function runApp(
  bot: BotDeps,
  options: UiOptions,
  facts: ReleaseFacts,
  dataDir: string,
): Promise<ExitCode> {
  const { output, stop } = bot;
  const claiming = { ...bot, dataDir, interrupted: stop.interrupted };
  if (options.quit) {
    const wanted = options.resumeLater ? wantedIn(dataDir, output.line).names() : [];
    const ran = await quitInstance(claiming);
    output.line(ran ? 'The app has ended.' : `No app runs in ${dataDir}.`);
    const left = await stopLeftBots({ ...claiming, notify: output.line });
    if (left > 0) output.line(`Bots that were left at work have ended: ${left}.`);
    const later = wantedIn(dataDir, output.line);
    for (const name of wanted) later.add(name);
    return EXIT.done;
  }
  const claim = await claimInstance({ ...claiming, waitForEnd: options.afterUpdate });
  if (claim === null) return EXIT.interrupted;
  if (claim.kind === 'second') {
    const running = runningApp(claiming, claim.address);
    await showWindow(bot, dataDir, options, running, stop.interrupted);
    return EXIT.done;
  }
  const log = openAppLog(dataDir, bot.clock);
  const deps = desktopDeps(bot, dataDir, log);
  let app: App | null = null;
  let tray: AppTray | null = null;
  const unhear = hearUnforeseen(deps.notify, (error) => app?.tellTrouble(error));
  try {
    const native = loadWindowsNative();
    const keepAwake = openKeepAwake(dataDir, native !== null, () => tray?.refresh());
    let parts: Omit<Parts, 'keepAwake'> | null = null;
    let reboot: Reboot | null = null;
    app = await startApp({
      ...deps,
      facts,
      interfaceFolder: interfaceFolder(),
      async openParts(host) {
        parts = await openParts(deps, facts, host);
        reboot = parts.reboot;
        return { ...parts, keepAwake };
      },
    });
    log.line(`Version ${facts.version} began, process ${process.pid}.`);
    endOnSignal(app, bot, log);
    // Bots begin while the window opens, and an end need not wait for them.
    const isFromComputer = options.window === 'none' && !options.afterUpdate;
    app
      .cameUp(options.resume)
      .then(() => isFromComputer && reboot?.startTerminals())
      .catch((error: unknown) => {
        deps.notify(`The app is up, and not everything of it: ${messageOf(error)}`);
      });
    const { windowAddress, pagesFetched, ended } = app;
    const host: WindowHost = {
      address: async () => windowAddress(),
      pagesFetched: async () => pagesFetched(),
    };
    const over = new AbortController();
    const show = (window: UiOptions['window']) =>
      showWindow(bot, dataDir, { ...options, window }, host, over.signal, deps.notify);
    tray = trayOf(deps, native, parts, { quit: app.quit, open: () => void show('open') });
    const showing = show(options.window);
    await ended.finally(() => over.abort());
    await showing;
    log.line('Ended.');
    return EXIT.done;
  } finally {
    tray?.close();
    unhear();
    claim.lock.release();
  }
}

function desktopDeps(bot: BotDeps, dataDir: string, log: AppLog): DesktopDeps {
  const platform = platformNow();
  return {
    ...bot,
    platform,
    dataDir,
    vault: bot.openVault(dataDir),
    roots: { appData: bot.env.APPDATA ?? null },
    programs: systemPrograms(platform),
    notify(line) {
      log.line(line);
      bot.output.line(line);
    },
  };
}

/** The symbol beside the clock; null where there is no place for one, also before anybody has logged on. */
function trayOf(
  deps: DesktopDeps,
  native: WindowsNative | null,
  parts: Pick<Parts, 'configurations' | 'runs'> | null,
  actions: Readonly<{ open(): void; quit(): Promise<void> }>,
): AppTray | null {
  if (native === null || parts === null) return null;
  const { configurations, runs } = parts;
  const { brand } = RELEASE_FACTS;
  try {
    return openTray({ ...deps, ...actions, native, brand, configurations, runs });
  } catch (error) {
    deps.notify(`There is no symbol beside the clock: ${messageOf(error)}`);
    return null;
  }
}

/** Opens the window, or says where it would open: printed, and in a box where nobody may read what is printed. */
async function showWindow(
  bot: BotDeps,
  dataDir: string,
  { window }: UiOptions,
  host: WindowHost,
  interrupted: AbortSignal,
  notify: (line: string) => void = bot.output.line,
): Promise<void> {
  const { output } = bot;
  if (window === 'none') return;
  if (window === 'open') {
    const programs = systemWindowPrograms;
    const opening = { ...bot, programs, platform: platformNow(), dataDir, interrupted };
    const shown = await openWindow(opening, host);
    if (shown.kind !== 'none') return;
    notify(`No window opens: ${shown.why}.`);
    const isTold = await tellInBox(await noWindowText(shown.why, host));
    if (!isTold) notify('Nothing on this computer shows a message either.');
  }
  output.line('Open this address in a browser of this computer. It counts once, for a minute:');
  output.out(`${await host.address()}\n`);
}

/** Only on Windows does nobody else see the address in the arguments of the box. */
async function noWindowText(why: string, host: WindowHost): Promise<string> {
  const what = t`${{ brand: RELEASE_FACTS.brand }} runs, and no browser shows its window (${{ why }}). Install or repair Edge, Chrome or Firefox, and open ${{ brand: RELEASE_FACTS.brand }} again.`;
  const where =
    platformNow() === 'win32'
      ? t`Or open this address in a browser of this computer, once and within a minute (Ctrl+C copies this text):\n${{ address: await host.address() }}`
      : t`Or open the address that the terminal shows, within a minute.`;
  return `${what}\n\n${where}`;
}

/** @returns whether something shows it */
function tellInBox(text: string): Promise<boolean> {
  const own = ownProgram();
  const deps = { programs: systemWindowPrograms, platform: platformNow(), own };
  return showMessage(deps, RELEASE_FACTS.brand, text);
}

function platformNow(): DesktopDeps['platform'] {
  const { platform } = process;
  return platform === 'win32' || platform === 'darwin' ? platform : 'linux';
}

/** Ctrl-C ends everything in order, as Quit does; a second one ends this process and leaves the bots at work. */
function endOnSignal(app: App, { stop, output }: BotDeps, log: AppLog): void {
  const quit = () => {
    app.quit().catch((error: unknown) => {
      const line = t`Not every bot has stopped: ${{ reason: messageOf(error) }}`;
      log.line(line);
      output.line(line);
      app.end();
    });
  };
  if (stop.interrupted.aborted) quit();
  else stop.interrupted.addEventListener('abort', quit);
}

/** Where the built interface is: `index.html` and what it loads. */
function interfaceFolder(): string {
  return RELEASE_FACTS.kind === 'installed'
    ? join(VERSION_FOLDER, 'resources', 'interface')
    : join(import.meta.dirname, '..', 'build', 'interface');
}

/** The program that starts whichever version is current. */
const LAUNCHER = 'Quorate.exe';

/** Every part of the app, each with the others that it needs. */
async function openParts(
  deps: DesktopDeps,
  facts: ReleaseFacts,
  host: HostForParts,
): Promise<Omit<Parts, 'keepAwake'>> {
  // Two folders up from `versions/1.2.3`.
  const installFolder = facts.kind === 'installed' ? resolve(VERSION_FOLDER, '..', '..') : null;
  // The parts below refuse changes while a bot is at work, and the bots need the parts.
  const bots = createChanges();
  let runs: KeptRuns | null = null;
  const botsAtWork = () => runs?.atWork() ?? [];

  const account = createAccount({ ...deps, service: facts.service, botsAtWork });
  const logKey = createLogKey({ ...deps, account });
  const terminals = createTerminals(deps);
  const configurations = createConfigurations({ ...deps, account, terminals, botsAtWork });
  const journal = createJournal(deps, { configurations });
  const setup = createSetup({
    ...deps,
    expertSources: () => readExpertSources(),
    account,
    configurations,
    runs: { atWork: botsAtWork, onChange: bots.onChange },
  });
  const realMoney = createRealMoney({ ...deps, account, configurations, setup, botsAtWork });
  runs = createRuns(deps, { configurations, account, realMoney });
  runs.onChange(bots.tell);
  const kept = runs;
  const updates = createUpdates({
    ...deps,
    facts,
    account,
    // What an update has stopped goes on, whatever the plan has become; what keeps it from that is shown.
    runs: { ...kept, start: kept.goOn },
    installFolder,
    programs: SYSTEM_UPDATE_PROGRAMS,
    hasWindow: host.hasWindow,
    letGo: host.end,
    tellInstalledVersion: async (folder, version) => {
      if (deps.platform === 'win32')
        await tellInstalledVersion(systemRegistry(deps.env), folder, version);
    },
  });
  const autostart = await autostartOf(deps, facts.kind, installFolder);
  const task = await taskOf(deps, installFolder);
  return {
    account,
    configurations,
    runs: kept,
    setup,
    updates,
    logKey,
    autostart,
    reboot: createReboot({ ...deps, autostart, task, runs: kept, setup }),
    register: (route) =>
      registerParts(route, {
        account,
        paper: createPaper(deps, account),
        terminals,
        configurations,
        realMoney,
        runs: kept,
        journal,
        logKey,
        setup,
        updates,
        report: createReport(
          { ...deps, version: facts.version, brand: facts.brand },
          { account, configurations, runs: kept, setup },
        ),
      }),
  };
}

async function autostartOf(
  { platform, env, dataDir }: DesktopDeps,
  kind: ReleaseFacts['kind'],
  installFolder: string | null,
): Promise<Autostart> {
  if (platform !== 'win32' || installFolder === null) return NO_AUTOSTART;
  const ownFolder = dataDir === usualDataFolder(kind, env) ? null : dataDir;
  return openAutostart(systemRegistry(env), {
    launcher: join(installFolder, LAUNCHER),
    entry: entryName(installFolder),
    dataDir: ownFolder,
  });
}

async function taskOf(
  { platform, env, dataDir }: DesktopDeps,
  installFolder: string | null,
): Promise<BeforeSignIn> {
  if (platform !== 'win32' || installFolder === null) return NO_TASK;
  return openBeforeSignIn({
    tasks: systemTasks(env),
    launcher: join(installFolder, LAUNCHER),
    entry: entryName(installFolder),
    dataDir,
    user: windowsUser(env),
  });
}
