import { join } from 'node:path';
import { messageOf } from '@quorate/bot/error-text';
import { writeWhole } from '@quorate/bot/files';
import { readJsonFile } from '@quorate/bot/json-file';
import { z } from 'zod';
import type { AfterReboot, answerReboot } from '../contract/after-reboot.ts';
import type { RunState } from '../contract/runs.ts';
import type { DesktopDeps, Runs, Setup } from '../parts.ts';
import type { Autostart } from './autostart.ts';
import type { BeforeSignIn } from './before-sign-in.ts';

const rebootFile = z.object({ format: z.literal(1), terminal: z.boolean() });

/** What happens after a restart of the computer, as the person has chosen it. */
export type Reboot = Readonly<{
  /** null where the app cannot start with the computer. */
  state(): AfterReboot | null;
  /** @throws LocalFault where Windows does not keep it */
  answer(choice: z.output<typeof answerReboot.body>): Promise<void>;
  beforeSignIn(enabled: boolean): Promise<void>;
  /** Starts the terminals of the bots that wait for one: to be called once the computer has started the app. */
  startTerminals(): void;
}>;

type Deps = Pick<DesktopDeps, 'dataDir' | 'timers' | 'notify'> &
  Readonly<{
    autostart: Autostart;
    task: BeforeSignIn;
    runs: Pick<Runs, 'atWork' | 'state'>;
    setup: Pick<Setup, 'startTerminalAgain'>;
  }>;

/** A terminal that starts by itself, or that the person starts, has dialled in by then. */
const TERMINAL_MS = 45_000;

export function createReboot(deps: Deps): Reboot {
  const { dataDir, autostart, task, runs, setup, timers, notify } = deps;
  const file = join(dataDir, 'after-reboot.json');
  const kept = () => readJsonFile(file, rebootFile);
  const waits = (name: string): boolean => {
    const phase: RunState['phase'] = runs.state(name).phase;
    return phase === 'waiting';
  };

  async function startTerminal(name: string): Promise<void> {
    try {
      await setup.startTerminalAgain(name);
      notify(`The terminal of ${name} was started, for its bot waited for one.`);
    } catch (error) {
      notify(`The terminal of ${name} was not started: ${messageOf(error)}`);
    }
  }

  return {
    state() {
      const starts = autostart.enabled();
      if (starts === null) return null;
      return {
        // Whoever has answered once finds it in the settings.
        is_offered: !starts && kept() === null && runs.atWork().length > 0,
        terminal: kept()?.terminal ?? false,
        before_sign_in: task.enabled(),
      };
    },
    async answer({ autostart: starts, terminal }) {
      if (autostart.enabled() !== starts) await autostart.set(starts);
      writeWhole(file, `${JSON.stringify({ format: 1, terminal })}\n`);
    },
    beforeSignIn: task.set,
    startTerminals() {
      if (!kept()?.terminal) return;
      timers.after(TERMINAL_MS, () => {
        void Promise.all(runs.atWork().filter(waits).map(startTerminal));
      });
    },
  };
}
