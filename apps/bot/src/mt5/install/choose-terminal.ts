import { BotFault } from '../../bot-fault.ts';
import type { Profile } from '../../profiles/profile.ts';
import {
  findTerminals,
  type TerminalInstall,
  type TerminalRoots,
  terminalAt,
} from './find-terminals.ts';

/**
 * The terminal of a profile: at its path, or the only one there is.
 *
 * @throws BotFault `terminal` with what was found instead
 */
export function chooseTerminal(
  profile: Pick<Profile, 'configuration_name' | 'terminal_path'>,
  roots: TerminalRoots,
): TerminalInstall {
  const { terminal_path: path, configuration_name: name } = profile;
  const found = findTerminals(roots);
  const list = found.map(({ installFolder }) => `\n  ${installFolder}`).join('');
  if (path !== null) {
    const terminal = terminalAt(path, roots);
    if (terminal) return terminal;
    throw new BotFault(
      'terminal',
      `There is no MetaTrader 5 at ${path} (terminal_path of the profile ${name}).${list === '' ? '' : ` Found here:${list}`}`,
    );
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new BotFault(
    'terminal',
    only === undefined
      ? `No MetaTrader 5 was found for this user. Install it and start it once, or give its folder: bot profile edit ${name} --terminal-path FOLDER`
      : `There is more than one MetaTrader 5; give the folder of one with: bot profile edit ${name} --terminal-path FOLDER${list}`,
  );
}
