import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeUtf16 } from '../../../apps/bot/src/mt5/install/files.ts';
import { run } from '../../run.ts';
import type { Wine } from './wine.ts';

/** A MetaTrader 5 that compiles and starts, and trades nothing. */
export type FakeMetaTrader = Readonly<{ installFolder: string; dataFolder: string }>;

/**
 * Puts one into a Windows as it is after its first start.
 *
 * @param folder for what lies between
 * @throws Error with the output of makensis
 */
export async function addMetaTrader(folder: string, wine: Wine): Promise<FakeMetaTrader> {
  const program = join(folder, 'metatrader.exe');
  const script = join(import.meta.dirname, 'metatrader.nsi');
  const made = await run('makensis', ['-V2', '-WX', `-DOUTPUT=${program}`, script], {
    output: 'keep',
  });
  if (made.code !== 0) throw new Error(made.output.trim());
  const drive = join(wine.home, '../..');
  const installFolder = join(drive, 'Program Files', 'Märkte Terminal');
  const dataFolder = join(
    wine.home,
    'AppData/Roaming/MetaQuotes/Terminal/D0E8209F77C8CF37AD8BF550E51FF075',
  );
  mkdirSync(installFolder, { recursive: true });
  mkdirSync(join(dataFolder, 'MQL5', 'Experts'), { recursive: true });
  for (const name of ['terminal64.exe', 'metaeditor64.exe'])
    copyFileSync(program, join(installFolder, name));
  const origin = 'C:\\Program Files\\Märkte Terminal';
  writeFileSync(join(dataFolder, 'origin.txt'), encodeUtf16(origin));
  return { installFolder, dataFolder };
}
