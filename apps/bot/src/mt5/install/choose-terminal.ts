import { BotFault } from '../../bot-fault.ts';
import type { Profile } from '../../profiles/profile.ts';
import {
  findTerminals,
  type TerminalInstall,
  type TerminalRoots,
  terminalAt,
} from './find-terminals.ts';

/** Why there is no terminal to choose, and which there are. */
export type AbsentTerminal = Readonly<{
  kind: 'not-there' | 'none' | 'several';
  found: readonly TerminalInstall[];
}>;

type Named = Pick<Profile, 'configuration_name' | 'terminal_path'>;

/** The terminal of a profile: at its path, or the only one there is. */
export function pickTerminal(
  { terminal_path: path }: Pick<Profile, 'terminal_path'>,
  roots: TerminalRoots,
): Readonly<{ kind: 'found'; terminal: TerminalInstall }> | AbsentTerminal {
  const found = findTerminals(roots);
  if (path !== null) {
    const terminal = terminalAt(path, roots);
    return terminal ? { kind: 'found', terminal } : { kind: 'not-there', found };
  }
  const [only] = found;
  if (only === undefined) return { kind: 'none', found };
  return found.length === 1 ? { kind: 'found', terminal: only } : { kind: 'several', found };
}

/** @throws BotFault `terminal` with what was found instead */
export function chooseTerminal(profile: Named, roots: TerminalRoots): TerminalInstall {
  const choice = pickTerminal(profile, roots);
  if (choice.kind === 'found') return choice.terminal;
  throw new BotFault('terminal', absentText(choice, profile));
}

/** For people at a command line. */
export function absentText({ kind, found }: AbsentTerminal, profile: Named): string {
  const { terminal_path: path, configuration_name: name } = profile;
  const list = foundList(found);
  switch (kind) {
    case 'not-there':
      return `There is no MetaTrader 5 at ${path ?? ''} (terminal_path of the profile ${name}).${list === '' ? '' : ` Found here:${list}`}`;
    case 'none':
      return `No MetaTrader 5 was found for this user. Install it and start it once, or give its folder: bot profile edit ${name} --terminal-path FOLDER`;
    case 'several':
      return `There is more than one MetaTrader 5; give the folder of one with: bot profile edit ${name} --terminal-path FOLDER${list}`;
  }
}

/** Each on a line of its own. */
function foundList(found: readonly TerminalInstall[]): string {
  return found.map(({ installFolder }) => `\n  ${installFolder}`).join('');
}
