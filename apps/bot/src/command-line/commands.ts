import type { Command } from 'commander';
import { BotFault, type ExitCode } from '../bot-fault.ts';
import { controlCommands } from '../control/control-commands.ts';
import { flattenWithin, runControl } from '../control/run-control.ts';
import { chooseCredentials } from '../credentials.ts';
import { usualDataFolder } from '../data-folder.ts';
import { doctorCommand } from '../doctor/doctor-command.ts';
import { askControl } from '../live/control.ts';
import { stampedOutput, withEndNote } from '../live/for-app.ts';
import { liveCommand } from '../live/live-command.ts';
import { logKeyCommand } from '../log-key/log-key-command.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { readExpertSources } from '../mt5/install/deploy-expert.ts';
import { systemPrograms } from '../mt5/install/run-program.ts';
import { noTokenAdvice } from '../mt5/install/share-token.ts';
import { openTerminalLink } from '../mt5/open-terminal-link.ts';
import { simulatorCommand } from '../mt5/simulator/simulator-command.ts';
import { paperCommand } from '../paper-command.ts';
import { priorCommand } from '../prior-command.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileCommand } from '../profiles/profile-command.ts';
import { runProfile } from '../profiles/run-profile.ts';
import { RELEASE_FACTS } from '../release-facts.ts';
import { replayCommand } from '../replay/replay-command.ts';
import { terminalCommand } from '../terminal/terminal-command.ts';
import { profileSecret } from '../vault/vault.ts';
import { t } from '../words.ts';
import type { BotDeps } from './bot-deps.ts';

// Each command loads its own work: the app and its bots are small because they hold nothing of the others.
const load = {
  replay: () => import('../replay/replay.ts'),
  paper: () => import('../paper.ts'),
  prior: () => import('../prior.ts'),
  live: () => import('../live/live.ts'),
  doctor: () => import('../doctor/run-doctor.ts'),
  terminal: () => import('../terminal/run-terminal.ts'),
  logKey: () => import('../log-key/run-log-key.ts'),
  simulator: () => import('../mt5/simulator/run-simulator.ts'),
};

/** Commands that an app around the bot adds to it. */
export type MoreCommands = (deps: BotDeps, end: (exit: ExitCode) => void) => readonly Command[];

/**
 * Every command of the bot, in the order of its help.
 *
 * @param end takes the exit code of the command that was run
 */
export function botCommands(
  deps: BotDeps,
  end: (exit: ExitCode) => void,
  more: MoreCommands = () => [],
): readonly Command[] {
  const { timers, stop } = deps;
  const roots = { appData: deps.env.APPDATA ?? null };
  const expertSources = () => readExpertSources();
  const live = { ...deps, openLink: linkOpener(deps) };
  const commands = [
    replayCommand(async (options) => {
      const { runReplay } = await load.replay();
      end(await runReplay(deps, options));
    }),
    paperCommand(async (options, source) => {
      const { runPaper } = await load.paper();
      end(await runPaper(deps, options, await chooseCredentials(deps, source)));
    }),
    liveCommand(async (options, source) => {
      const { runLive } = await load.live();
      const given = await chooseCredentials(deps, source);
      if (!options.forApp) return end(await runLive(live, options, given));
      const stamped = { ...deps, output: stampedOutput(deps.output, timers) };
      const run = () => runLive({ ...stamped, openLink: linkOpener(stamped) }, options, given);
      end(await withEndNote(options, run));
    }),
    priorCommand(async (options, source) => {
      const { runPrior } = await load.prior();
      end(await runPrior(deps, options, await chooseCredentials(deps, source)));
    }),
    doctorCommand(async (options) => {
      const { runDoctorHere } = await load.doctor();
      end(await runDoctorHere({ ...deps, roots, expertSources }, options));
    }),
    ...controlCommands(async (options) =>
      end(
        await runControl(
          {
            ...deps,
            ask: askControl,
            flattenAlone: (profile, { dataDir, json, waitMs }) =>
              flattenWithin(timers, stop.interrupted, waitMs, async (soon, came) => {
                const { runLive } = await load.live();
                return runLive(
                  { ...live, stop: soon, openLink: linkOpener(deps, came) },
                  { profile, dataDir, real: null, flatten: true, json, verbose: false },
                  { password: null, code: null },
                );
              }),
          },
          options,
        ),
      ),
    ),
    logKeyCommand(async (options) => {
      const { runLogKey } = await load.logKey();
      end(await runLogKey(deps, options));
    }),
    profileCommand(async (action) => end(await runProfile(deps, action))),
    terminalCommand(async (action) => {
      const { runTerminal } = await load.terminal();
      const programs = systemPrograms(process.platform);
      end(await runTerminal({ ...deps, roots, programs, expertSources }, action));
    }),
    ...more(deps, end),
    simulatorCommand(async (options) => {
      const { runSimulator } = await load.simulator();
      end(await runSimulator(deps, options));
    }),
  ];
  if (RELEASE_FACTS.kind === 'installed')
    keepDataIn(usualDataFolder(RELEASE_FACTS.kind, deps.env), commands);
  return commands;
}

/** Opens the bridge of a profile with the token of the vault. @param came told when a terminal is there */
function linkOpener(
  deps: Pick<BotDeps, 'openVault' | 'output' | 'timers'>,
  came: () => void = () => {},
): (profile: Profile, dataDir: string) => Promise<TerminalLink> {
  return async (profile, dataDir) => {
    const { configuration_name: name, account_number: login, broker_server: server } = profile;
    const token = deps.openVault(dataDir).get(profileSecret(name, 'bridge-token'));
    if (token === null) {
      throw new BotFault(
        'terminal',
        t`The bot and the terminal of ${{ name }} share no token yet. ${{ noTokenAdvice: noTokenAdvice(name) }}`,
      );
    }
    const { timers, output } = deps;
    const link = await openTerminalLink({ timers, notify: output.line }, profile, token, {
      login,
      server,
    });
    link.onState(({ kind }) => {
      if (kind === 'connected') came();
    });
    return link;
  };
}

/** Gives every command this data folder where none is typed. */
export function keepDataIn(folder: string, commands: readonly Command[]): void {
  for (const command of commands) {
    keepDataIn(folder, command.commands);
    const option = command.options.find(({ long }) => long === '--data-dir');
    if (!option) continue;
    option.default(folder);
    // The default before was taken over when the option was added.
    command.setOptionValueWithSource(option.attributeName(), folder, 'default');
  }
}
