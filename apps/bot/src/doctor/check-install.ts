import { compileState, type ExpertSource } from '../mt5/install/deploy-expert.ts';
import {
  pickTerminal,
  type TerminalInstall,
  type TerminalRoots,
} from '../mt5/install/find-terminals.ts';
import type { Profile } from '../profiles/profile.ts';
import { type DoctorWords, type Finding, fail, ok, skip, warn } from './finding.ts';

type Installed = Readonly<{ findings: readonly Finding[]; terminal: TerminalInstall | null }>;

/**
 * Whether the terminal of the profile is on this computer, and the expert in it. A terminal that is not
 * here is no fault where none can be: the simulator takes its place.
 */
export function checkInstall(
  profile: Profile,
  roots: TerminalRoots,
  sources: readonly ExpertSource[],
  words: DoctorWords,
): Installed {
  const choice = pickTerminal(profile, roots);
  if (choice.kind === 'found') {
    const { terminal } = choice;
    const expert = checkExpert(terminal, sources, words.install(profile.configuration_name));
    return { findings: [ok('terminal', terminal.installFolder), expert], terminal };
  }
  const { detail, advice } = words.absent(choice, profile);
  const found =
    roots.appData === null && profile.terminal_path === null
      ? warn(
          'terminal',
          'MetaTrader 5 keeps its data where Windows does, and this is another system',
          words.elsewhere,
        )
      : fail('terminal', detail, advice);
  return { findings: [found, skip('expert', 'no terminal to look into')], terminal: null };
}

function checkExpert(
  { dataFolder }: TerminalInstall,
  sources: readonly ExpertSource[],
  advice: string,
): Finding {
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
