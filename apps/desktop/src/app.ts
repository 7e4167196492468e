import { messageOf } from '@quorate/bot/error-text';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { speak, t } from '@quorate/bot/words';
import type { KeepAwake } from './appearance/kept-awake.ts';
import { writeLanguage } from './appearance/kept-language.ts';
import { readTheme, writeTheme } from './appearance/kept-theme.ts';
import type { Reboot } from './autostart/after-reboot.ts';
import type { Autostart } from './autostart/autostart.ts';
import { createChanges } from './changes.ts';
import { answerReboot, setBeforeSignIn } from './contract/after-reboot.ts';
import { keepLanguage, keepTheme, quit, setKeepAwake } from './contract/app-state.ts';
import { askPagesFetched, askWindowAddress } from './contract/local-endpoint.ts';
import { composeState, type StateParts } from './host/compose-state.ts';
import { type HostServer, openHostServer } from './host/host-server.ts';
import type { LocalRoute } from './host/local-route.ts';
import { removeAppFile, writeAppFile } from './instance/app-file.ts';
import { LocalFault } from './local-fault.ts';
import type { DesktopLogKey } from './log-key/create-log-key.ts';
import type {
  Account,
  Configurations,
  DesktopDeps,
  OnChange,
  Runs,
  Setup,
  Updates,
} from './parts.ts';
import { removePrivatePages } from './window/open-window.ts';

/** The parts of the app as they are in a program that runs. */
export type Parts = Readonly<{
  account: Account & Readonly<{ close(): void }>;
  configurations: StateParts['configurations'] & Pick<Configurations, 'onChange'>;
  /** `begin` finds bots that run, and starts those that ran when the computer went down; `goOn` starts another. */
  runs: Runs & Readonly<{ begin(): Promise<void>; goOn(name: string): Promise<void> }>;
  setup: Setup;
  /** `cameUp` ends the trial of a new version, and tells whose bots the switch had stopped. */
  updates: Updates & Readonly<{ cameUp(): readonly string[] }>;
  autostart: Autostart;
  keepAwake: KeepAwake;
  reboot: Reboot;
  logKey: Pick<DesktopLogKey, 'changed' | 'onChange' | 'close'>;
  /** Registers the calls of every part. */
  register(route: LocalRoute): void;
}>;

/** What parts may ask of the app around them. */
export type HostForParts = Readonly<{
  /** Ends the app and leaves the bots at work, for the start of another version. */
  end(): void;
  /** Whether a window is open, or was when the app began to end. */
  hasWindow(): boolean;
}>;

type Deps = DesktopDeps &
  Readonly<{
    facts: ReleaseFacts;
    /** Folder of the built interface. */
    interfaceFolder: string;
    openParts(host: HostForParts): Promise<Parts>;
  }>;

/** The app that runs in this process. */
export type App = Readonly<{
  /** Where one window may open, once and within a minute. */
  windowAddress(): string;
  /** How often a window has fetched its page. */
  pagesFetched(): number;
  /**
   * To be called once: the app has come up. Finds the bots that run and starts those that ran before, with
   * these names among them, each for itself.
   */
  cameUp(names: readonly string[]): Promise<void>;
  /** Shows in every window what no part has caught. */
  tellTrouble(error: unknown): void;
  /** Stops every bot in order and ends the app. */
  quit(): Promise<void>;
  /** Ends the app; the bots go on. */
  end(): void;
  /** Settles when everything is closed. */
  ended: Promise<void>;
}>;

/** Tickets count for a minute, and so long the pages that carry them are of use. */
const PAGES_LAST_MS = 61_000;
const ANSWER_GOES_OUT_MS = 100;

/** The table of contents of the desktop app: its parts, its calls, and the order in which it ends. */
export async function startApp(deps: Deps): Promise<App> {
  const { timers, dataDir, facts, notify } = deps;
  const ending = Promise.withResolvers<void>();
  let isEnding = false;
  let hadWindow = false;
  let hasWindow = () => false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    hadWindow = hasWindow();
    // The answer to whoever asked for the end goes out first.
    timers.after(ANSWER_GOES_OUT_MS, () => ending.resolve());
  };
  const parts = await deps.openParts({
    end,
    hasWindow: () => (isEnding ? hadWindow : hasWindow()),
  });
  const { account, configurations, runs, setup, updates, keepAwake, reboot, logKey } = parts;
  const ownChanges = createChanges();
  const onChange: OnChange = (hear) => {
    const heard = [account, configurations, runs, setup, updates, logKey, ownChanges];
    const ends = heard.map((part) => part.onChange(hear));
    return () => {
      for (const endHearing of ends) endHearing();
    };
  };

  let trouble: string | null = null;
  let quitting: Promise<void> | null = null;
  const quitInOrder = () => {
    quitting ??= quitOnce();
    return quitting;
  };
  const quitOnce = async () => {
    try {
      await runs.stopAll();
    } catch (error) {
      quitting = null;
      throw error;
    }
    end();
  };

  const closeParts = async () => {
    const closings: readonly (() => Promise<void>)[] = [
      updates.close,
      async () => logKey.close(),
      async () => account.close(),
      setup.close,
      runs.close,
    ];
    for (const close of closings) await closeQuietly(close);
  };
  const closeQuietly = async (close: () => Promise<void>) => {
    try {
      await close();
    } catch (error) {
      notify(`While ending: ${messageOf(error)}`);
    }
  };

  const server: HostServer = await openHostServer({
    timers,
    notify,
    interfaceFolder: deps.interfaceFolder,
    feed: { current: () => composeState({ ...deps, trouble }, parts), onChange },
    register(route) {
      route(answerReboot, async ({ body }) => {
        await reboot.answer(body);
        ownChanges.tell();
      });
      route(setBeforeSignIn, async ({ body }) => {
        await reboot.beforeSignIn(body.enabled);
        ownChanges.tell();
      });
      route(setKeepAwake, ({ body }) => {
        keepAwake.set(body.enabled);
        ownChanges.tell();
      });
      route(keepTheme, ({ body }) => writeTheme(dataDir, body.theme));
      route(keepLanguage, ({ body }) => {
        writeLanguage(dataDir, body.language);
        speak(body.language);
      });
      route(quit, quitInOrder);
      route(askWindowAddress, () => {
        if (isEnding || quitting) throw new LocalFault('conflict', t`The app is ending.`);
        return { address: windowAddress(), version: facts.version };
      });
      route(askPagesFetched, () => ({ fetched: server.pagesFetched() }));
      parts.register(route);
    },
  }).catch(async (error: unknown) => {
    // Updates that go on would keep this process, and put a version in by themselves.
    await closeParts();
    throw error;
  });
  hasWindow = () => server.windows() > 0;
  function windowAddress(): string {
    timers.after(PAGES_LAST_MS, () => removePrivatePages(dataDir));
    return `${server.windowAddress()}&theme=${readTheme(dataDir)}`;
  }
  const closeAll = async () => {
    await closeQuietly(server.close);
    await closeParts();
    removePrivatePages(dataDir);
  };
  try {
    const { port, secret } = server;
    writeAppFile(dataDir, { port, secret, pid: process.pid, version: facts.version });
  } catch (error) {
    await closeAll();
    throw storageFault(dataDir, error);
  }
  return {
    windowAddress,
    pagesFetched: server.pagesFetched,
    async cameUp(names) {
      const stopped = updates.cameUp();
      await runs.begin().catch((error: unknown) => {
        notify(`Bots that run were not found: ${messageOf(error)}`);
      });
      const atWork = new Set(runs.atWork());
      const again = [...new Set([...names, ...stopped])].filter((name) => !atWork.has(name));
      await Promise.all(again.map(runs.goOn));
    },
    tellTrouble(error) {
      trouble = t`Something unforeseen happened, and the app goes on: ${{ reason: messageOf(error) }}. The log of the app, app.log, says more.`;
      ownChanges.tell();
    },
    quit: quitInOrder,
    end,
    ended: ending.promise.then(() => {
      removeAppFile(dataDir);
      return closeAll();
    }),
  };
}
