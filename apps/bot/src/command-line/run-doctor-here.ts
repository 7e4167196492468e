import type { ExitCode } from '../bot-fault.ts';
import { askRunningBot } from '../doctor/ask-running-bot.ts';
import { COMMAND_WORDS } from '../doctor/command-words.ts';
import { type DoctorOptions, runDoctor } from '../doctor/run-doctor.ts';
import { terminalVisits } from '../doctor/visit-terminal.ts';
import type { ExpertSource } from '../mt5/install/expert-sources.ts';
import type { TerminalRoots } from '../mt5/install/find-terminals.ts';
import type { BotDeps } from './bot-deps.ts';

type Deps = BotDeps & Readonly<{ roots: TerminalRoots; expertSources(): readonly ExpertSource[] }>;

/** The doctor, on this computer and with the bots that run on it. */
export function runDoctorHere(deps: Deps, options: DoctorOptions): Promise<ExitCode> {
  const { timers, stop } = deps;
  return runDoctor(
    {
      ...deps,
      nodeVersion: process.versions.node,
      visitTerminal: terminalVisits(timers, stop.interrupted),
      askRunningBot: (profile, dataDir) =>
        askRunningBot(profile, dataDir, COMMAND_WORDS, stop.interrupted),
    },
    options,
  );
}
