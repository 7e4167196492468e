import { lstatSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BotFault } from '../../bot-fault.ts';
import type { Profile } from '../../profiles/profile.ts';
import { t } from '../../words.ts';
import { EXPERT_NAME } from './deploy-expert.ts';
import { encodeUtf16, removeFolder } from './files.ts';
import type { TerminalInstall } from './find-terminals.ts';
import type { Programs } from './run-program.ts';

/** Begins the name of every folder with a start file. */
const FOLDER = 'quorate-start-';
const START_FILE = 'start.ini';
/** No start file is read any more after so long. */
const FORGOTTEN_MS = 60_000;

/**
 * Starts a terminal with a start file, which holds the password: this user alone may read it, and it is
 * gone when this function returns, however it does.
 *
 * @param text of the start file
 * @param untilRead ends when the terminal has surely read the file
 * @param onEnd told when the program that was started has ended
 * @throws BotFault `terminal` when there is no program or it does not start
 */
export async function startTerminal(
  programs: Programs,
  { program, portable, installFolder }: TerminalInstall,
  text: string,
  untilRead: () => Promise<void>,
  onEnd?: () => void,
): Promise<void> {
  if (program === null) {
    throw new BotFault('terminal', t`There is no terminal64.exe in ${{ installFolder }}.`);
  }
  // The folder is made for this user alone.
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  try {
    const file = join(folder, START_FILE);
    writeFileSync(file, encodeUtf16(text), { mode: 0o600, flag: 'wx' });
    const switches = [{ name: 'config', value: file }, ...(portable ? [{ name: 'portable' }] : [])];
    const fault = await programs.start(program, switches, onEnd);
    if (fault !== null)
      throw new BotFault('terminal', t`${{ program }} does not start: ${{ fault }}`);
    await untilRead();
  } finally {
    await removeStartFile(folder);
  }
}

/** One that somebody holds open on Windows cannot be removed; the password in it goes all the same. */
async function removeStartFile(folder: string): Promise<void> {
  try {
    await removeFolder(folder);
  } catch {
    truncateSync(join(folder, START_FILE));
  }
}

/**
 * Removes start files that a killed program has left behind.
 *
 * @param now UTC, ms
 */
export function removeForgottenStartFiles(now: number, folder: string = tmpdir()): void {
  for (const name of namesIn(folder).filter((each) => each.startsWith(FOLDER))) {
    const path = join(folder, name);
    try {
      const entry = lstatSync(path);
      if (entry.isDirectory() && now - entry.mtimeMs > FORGOTTEN_MS) {
        rmSync(path, { recursive: true, force: true });
      }
    } catch {
      // It is another user's, or was removed in this very moment.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * The file that the terminal is started with: signs in to the account, lets experts trade, forbids DLLs,
 * and puts the expert onto a chart.
 *
 * @param password null to use the one that the terminal has kept itself
 * @param symbol of the chart, as the broker names it; it must exist there
 * @throws BotFault `usage` for a value that would end its line
 */
export function startFileText(
  profile: Profile,
  password: string | null,
  symbol: string = profile.risk.currency_pairs[0] ?? 'EURUSD',
): string {
  const sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      'Common',
      [
        ['Login', profile.account_number],
        ...(password === null ? [] : [['Password', password] as const]),
        ['Server', profile.broker_server],
      ],
    ],
    [
      'Experts',
      [
        ['Enabled', '1'],
        ['AllowLiveTrading', '1'],
        ['AllowDllImport', '0'],
      ],
    ],
    [
      'StartUp',
      [
        ['Expert', `${EXPERT_NAME}\\${EXPERT_NAME}`],
        ['Symbol', symbol],
        ['Period', profile.timeframe],
      ],
    ],
  ];
  return sections.map(([name, lines]) => `[${name}]\r\n${lines.map(lineOf).join('')}`).join('\r\n');
}

function lineOf([name, value]: readonly [string, string]): string {
  // A line end in a value would write lines of its own into the file; the value itself is not told.
  if (/\p{Cc}/u.test(value)) {
    throw new BotFault('usage', t`${{ name }} holds a line end or another control character.`);
  }
  return `${name}=${value}\r\n`;
}
