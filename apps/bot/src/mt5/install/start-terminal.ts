import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BotFault } from '../../bot-fault.ts';
import type { TerminalInstall } from './find-terminals.ts';
import type { Programs } from './run-program.ts';
import { encodeUtf16 } from './text-file.ts';

/**
 * Starts a terminal with a start file, which holds the password: this user alone may read it, and it is
 * gone when this function returns, however it does.
 *
 * @param text of the start file
 * @param untilRead ends when the terminal has surely read the file
 * @throws BotFault `terminal` when there is no program or it does not start
 */
export async function startTerminal(
  programs: Programs,
  { program, portable, installFolder }: TerminalInstall,
  text: string,
  untilRead: () => Promise<void>,
): Promise<void> {
  if (program === null) {
    throw new BotFault('terminal', `There is no terminal64.exe in ${installFolder}.`);
  }
  // The folder is made for this user alone.
  const folder = mkdtempSync(join(tmpdir(), 'quorate-start-'));
  try {
    const file = join(folder, 'start.ini');
    writeFileSync(file, encodeUtf16(text), { mode: 0o600, flag: 'wx' });
    const fault = await programs.start(program, [
      { name: 'config', value: file },
      ...(portable ? [{ name: 'portable' }] : []),
    ]);
    if (fault !== null) throw new BotFault('terminal', `${program} does not start: ${fault}`);
    await untilRead();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
