import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { selfAs, tell, told } from './command-parts.ts';
import { exportTables } from './export-tables.ts';
import { openSource } from './open-source.ts';

const USAGE = `Writes every table of the service's database into a folder, as one CSV file each, for other programs.
It cannot be restored; for that there is "npm run backup".

  npm run export -- FOLDER
`;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood
 */
export async function runExport(args: readonly string[]): Promise<0 | 1 | 2> {
  const [folder, ...more] = args;
  if (!folder || more.length > 0 || folder.startsWith('-')) return tell(USAGE);
  return told(async (say) => {
    const target = resolve(folder);
    const database = await openSource(readConfig(), selfAs('the export command'), say);
    try {
      const { tables, rows } = await exportTables({ db: database.db, say }, target);
      say(`${target} holds ${rows} rows of ${tables} tables.`);
      say('\nKEEP IT SAFE: password hashes and sealed secrets of every user are in it.');
    } finally {
      await database.close();
    }
  });
}
