import { BotFault } from '../bot-fault.ts';
import { chooseTerminal } from '../mt5/install/choose-terminal.ts';
import { compileState } from '../mt5/install/deploy-expert.ts';
import type { ExpertSource } from '../mt5/install/expert-sources.ts';
import type { TerminalInstall, TerminalRoots } from '../mt5/install/find-terminals.ts';
import type { Profile } from '../profiles/profile.ts';
import { type Finding, fail, ok, skip, warn } from './finding.ts';

type Installed = Readonly<{ findings: readonly Finding[]; terminal: TerminalInstall | null }>;

/**
 * Whether the terminal of the profile is on this computer, and the expert in it. A terminal that is not
 * here is no fault where none can be: the simulator takes its place.
 */
export function checkInstall(
  profile: Profile,
  roots: TerminalRoots,
  sources: readonly ExpertSource[],
): Installed {
  try {
    const terminal = chooseTerminal(profile, roots);
    return {
      findings: [ok('terminal', terminal.installFolder), checkExpert(terminal, profile, sources)],
      terminal,
    };
  } catch (error) {
    if (!(error instanceof BotFault)) throw error;
    const found =
      roots.appData === null && profile.terminal_path === null
        ? warn(
            'terminal',
            'MetaTrader 5 keeps its data where Windows does, and this is another system',
            'Start the bot on the Windows computer of the terminal, or try it with: bot simulate-terminal',
          )
        : fail('terminal', error.message);
    return { findings: [found, skip('expert', 'no terminal to look into')], terminal: null };
  }
}

function checkExpert(
  { dataFolder }: TerminalInstall,
  { configuration_name: name }: Profile,
  sources: readonly ExpertSource[],
): Finding {
  const advice = `Run: bot terminal install --profile ${name}`;
  switch (compileState(dataFolder, sources)) {
    case 'current':
      return ok('expert', 'deployed and compiled');
    case 'not-deployed':
      return fail('expert', `it is not in ${dataFolder} yet`, advice);
    case 'not-compiled':
      return fail('expert', 'it is deployed and not compiled', advice);
    case 'outdated':
      return warn('expert', 'it was compiled from other sources than this version has', advice);
  }
}
