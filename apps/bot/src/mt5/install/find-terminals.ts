import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BotFault } from '../../bot-fault.ts';
import type { Profile } from '../../profiles/profile.ts';
import { t } from '../../words.ts';
import { decodeText } from './files.ts';

/** One MetaTrader 5: its programs, and the folder in which it keeps its data. */
export type TerminalInstall = Readonly<{
  installFolder: string;
  dataFolder: string;
  /** Whether it keeps its data in the folder of its programs and is started with /portable. */
  portable: boolean;
  /** terminal64.exe; null where it is not there. */
  program: string | null;
  /** metaeditor64.exe; null where it is not there. */
  editor: string | null;
}>;

export type TerminalRoots = Readonly<{
  /** %APPDATA%, or null where the system has none. */
  appData: string | null;
}>;

/**
 * Every terminal that has kept data for this user. A terminal shows up here once it has been started, and no
 * longer once it was uninstalled, which leaves its data behind.
 */
export function findTerminals({ appData }: TerminalRoots): readonly TerminalInstall[] {
  if (appData === null) return [];
  const folder = join(appData, 'MetaQuotes', 'Terminal');
  return namesIn(folder).flatMap((name) => {
    const dataFolder = join(folder, name);
    const installFolder = originOf(dataFolder);
    const found = installFolder && installOf(installFolder, dataFolder, false);
    return found && found.program !== null ? [found] : [];
  });
}

/**
 * The terminal at a path that a person gave: its program, the folder of its programs, or its data folder.
 *
 * @returns null when there is none
 */
export function terminalAt(path: string, roots: TerminalRoots): TerminalInstall | null {
  const folder = /\.exe$/i.test(path) ? path.replace(/[\\/][^\\/]*$/, '') : path;
  const trimmed = folder.replace(/[\\/]+$/, '');
  const origin = originOf(trimmed);
  if (origin !== null) {
    const found = installOf(origin, trimmed, false);
    return found.program === null ? null : found;
  }
  const known = findTerminals(roots).find(({ installFolder }) => isSame(installFolder, trimmed));
  if (known) return known;
  const portable = installOf(trimmed, trimmed, true);
  return portable.program !== null && isFolder(join(trimmed, 'MQL5')) ? portable : null;
}

function installOf(installFolder: string, dataFolder: string, portable: boolean): TerminalInstall {
  const at = (name: string) => {
    const found = namesIn(installFolder).find((file) => file.toLowerCase() === name);
    return found === undefined ? null : join(installFolder, found);
  };
  return {
    installFolder,
    dataFolder,
    portable,
    program: at('terminal64.exe'),
    editor: at('metaeditor64.exe'),
  };
}

/** The terminal writes into its data folder where its programs are. */
function originOf(dataFolder: string): string | null {
  const file = join(dataFolder, 'origin.txt');
  if (!existsSync(file)) return null;
  try {
    const text = decodeText(readFileSync(file)).trim();
    return text === '' ? null : text.replace(/[\\/]+$/, '');
  } catch {
    return null;
  }
}

/** Windows makes no difference between letters. */
function isSame(one: string, other: string): boolean {
  const plain = (path: string) => path.replaceAll('\\', '/').toLowerCase();
  return plain(one) === plain(other);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

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
      return [
        t`There is no MetaTrader 5 at ${{ path: path ?? '' }} (terminal_path of the profile ${{ name }}).`,
        ...(list === '' ? [] : [t`Found here:${{ list }}`]),
      ].join(' ');
    case 'none':
      return t`No MetaTrader 5 was found for this user. Install it and start it once, or give its folder: bot profile edit ${{ name }} --terminal-path FOLDER`;
    case 'several':
      return t`There is more than one MetaTrader 5; give the folder of one with: bot profile edit ${{ name }} --terminal-path FOLDER${{ list }}`;
  }
}

/** Each on a line of its own. */
function foundList(found: readonly TerminalInstall[]): string {
  return found.map(({ installFolder }) => `\n  ${installFolder}`).join('');
}
