import { dirname, join, resolve } from 'node:path';
import { EXIT, type ExitCode } from '@quorate/bot/bot-fault';
import type { BotDeps } from '@quorate/bot/command-line/bot-deps';
import { usualDataFolder } from '@quorate/bot/data-folder';
import { systemPrograms } from '@quorate/bot/mt5/install/run-program';
import { RELEASE_FACTS } from '@quorate/bot/release-facts';
import { type App, startApp } from './app.ts';
import { type AppLog, openAppLog } from './host/app-log.ts';
import { hearUnforeseen } from './host/hear-unforeseen.ts';
import { claimInstance, quitInstance } from './instance/claim-instance.ts';
import { stopLeftBots } from './instance/stop-left-bots.ts';
import { openParts } from './open-parts.ts';
import type { DesktopDeps } from './parts.ts';
import type { UiOptions } from './ui-command.ts';
import { openWindow } from './window/open-window.ts';
import { systemWindowPrograms } from './window/window-programs.ts';

/** Runs the desktop app until it is asked to quit; a second one in the same folder opens a window of the first. */
export async function runUi(bot: BotDeps, options: UiOptions): Promise<ExitCode> {
  const facts = RELEASE_FACTS;
  const dataDir = resolve(options.dataDir ?? usualDataFolder(facts.kind, bot.env));
  const { output, stop } = bot;
  const claiming = { ...bot, dataDir, interrupted: stop.interrupted };
  if (options.quit) {
    const ran = await quitInstance(claiming);
    output.line(ran ? 'The app has ended.' : `No app runs in ${dataDir}.`);
    const left = await stopLeftBots({ ...claiming, notify: output.line });
    if (left > 0) output.line(`Bots that were left at work have ended: ${left}.`);
    return EXIT.done;
  }
  const claim = await claimInstance({ ...claiming, waitForEnd: options.afterUpdate });
  if (claim === null) return EXIT.interrupted;
  const show = (address: string) => showWindow(bot, dataDir, options, address);
  if (claim.kind === 'second') {
    await show(claim.address);
    return EXIT.done;
  }
  const log = openAppLog(dataDir, bot.clock);
  const deps = desktopDeps(bot, dataDir, log);
  let app: App | null = null;
  const unhear = hearUnforeseen(deps.notify, (error) => app?.tellTrouble(error));
  try {
    app = await startApp({
      ...deps,
      facts,
      interfaceFolder: interfaceFolder(),
      openParts: (host) => openParts(deps, facts, host),
    });
    log.line(`Version ${facts.version} began, process ${process.pid}.`);
    endOnSignal(app, bot, log);
    // Bots begin while the window opens, and an end need not wait for them.
    app.cameUp(options.resume).catch((error: unknown) => {
      deps.notify(`The app is up, and not everything of it: ${textOf(error)}`);
    });
    if (options.window !== 'none') await show(app.windowAddress());
    await app.ended;
    log.line('Ended.');
    return EXIT.done;
  } finally {
    unhear();
    claim.lock.release();
  }
}

function desktopDeps(bot: BotDeps, dataDir: string, log: AppLog): DesktopDeps {
  const platform =
    process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
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

/** Opens the window, or prints where it would open. */
async function showWindow(
  { output, env }: BotDeps,
  dataDir: string,
  { window }: UiOptions,
  address: string,
): Promise<void> {
  const { platform } = process;
  const known = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  if (window === 'none') return;
  if (window === 'open') {
    const programs = systemWindowPrograms;
    const shown = await openWindow({ programs, platform: known, env, dataDir }, address);
    if (shown.kind !== 'none') return;
    output.line(`No window opens: ${shown.why}.`);
  }
  output.line('Open this address in a browser of this computer. It counts once, for a minute:');
  output.out(`${address}\n`);
}

/** Ctrl-C ends everything in order, as Quit does; a second one ends this process and leaves the bots at work. */
function endOnSignal(app: App, { stop, output }: BotDeps, log: AppLog): void {
  const quit = () => {
    app.quit().catch((error: unknown) => {
      const line = `Not every bot has stopped: ${textOf(error)}`;
      log.line(line);
      output.line(line);
      app.end();
    });
  };
  if (stop.interrupted.aborted) quit();
  else stop.interrupted.addEventListener('abort', quit);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where the built interface is: `index.html` and what it loads. */
function interfaceFolder(): string {
  return RELEASE_FACTS.kind === 'installed'
    ? join(dirname(process.execPath), 'resources', 'interface')
    : join(import.meta.dirname, '..', 'build', 'interface');
}
