import type { Command } from 'commander';
import type { ExitCode } from '../bot-fault.ts';
import { controlCommands } from '../control/control-commands.ts';
import { flattenWithin } from '../control/flatten-alone.ts';
import { runControl } from '../control/run-control.ts';
import { chooseCredentials } from '../credentials.ts';
import { askRunningBot } from '../doctor/ask-running-bot.ts';
import { doctorCommand } from '../doctor/doctor-command.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { terminalVisits } from '../doctor/visit-terminal.ts';
import { askControl } from '../live/control.ts';
import { runLive } from '../live/live.ts';
import { liveCommand } from '../live/live-command.ts';
import { readExpertSources } from '../mt5/install/expert-sources.ts';
import { systemPrograms } from '../mt5/install/run-program.ts';
import { runSimulator } from '../mt5/simulator/run-simulator.ts';
import { simulatorCommand } from '../mt5/simulator/simulator-command.ts';
import { runPaper } from '../paper.ts';
import { paperCommand } from '../paper-command.ts';
import { profileCommand } from '../profiles/profile-command.ts';
import { runProfile } from '../profiles/run-profile.ts';
import { runReplay } from '../replay/replay.ts';
import { replayCommand } from '../replay/replay-command.ts';
import { runTerminal } from '../terminal/run-terminal.ts';
import { terminalCommand } from '../terminal/terminal-command.ts';
import type { BotDeps } from './bot-deps.ts';
import { linkOpener } from './live-deps.ts';

/**
 * Every command of the bot, in the order of its help.
 *
 * @param end takes the exit code of the command that was run
 */
export function botCommands(deps: BotDeps, end: (exit: ExitCode) => void): readonly Command[] {
  const { timers, stop } = deps;
  const roots = { appData: deps.env.APPDATA ?? null };
  const expertSources = () => readExpertSources();
  const live = { ...deps, openLink: linkOpener(deps) };
  return [
    replayCommand(async (options) => end(await runReplay(deps, options))),
    paperCommand(async (options, source) =>
      end(await runPaper(deps, options, await chooseCredentials(deps, source))),
    ),
    liveCommand(async (options, source) =>
      end(await runLive(live, options, await chooseCredentials(deps, source))),
    ),
    doctorCommand(async (options) =>
      end(
        await runDoctor(
          {
            ...deps,
            nodeVersion: process.versions.node,
            roots,
            expertSources,
            visitTerminal: terminalVisits(timers, stop.interrupted),
            askRunningBot: (profile, dataDir) => askRunningBot(profile, dataDir, stop.interrupted),
          },
          options,
        ),
      ),
    ),
    ...controlCommands(async (options) =>
      end(
        await runControl(
          {
            ...deps,
            ask: askControl,
            flattenAlone: (profile, { dataDir, json, waitMs }) =>
              flattenWithin(timers, stop.interrupted, waitMs, (soon, came) =>
                runLive(
                  { ...live, stop: soon, openLink: linkOpener(deps, came) },
                  { profile, dataDir, real: null, flatten: true, json, verbose: false },
                  { password: null, code: null },
                ),
              ),
          },
          options,
        ),
      ),
    ),
    profileCommand(async (action) => end(await runProfile(deps, action))),
    terminalCommand(async (action) =>
      end(
        await runTerminal(
          { ...deps, roots, programs: systemPrograms(process.platform), expertSources },
          action,
        ),
      ),
    ),
    simulatorCommand(async (options) => end(await runSimulator(deps, options))),
  ];
}
