import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { expectKey, nameDatabase, selfAs, tell, told } from '../command/command-parts.ts';
import { exportTables } from './export-tables.ts';
import { openSource } from './open-source.ts';

const USAGE = `Writes every table of the service's database into a folder, as one CSV file each, for other programs.
It cannot be restored; for that there is "npm run backup".

  npm run export -- FOLDER

  --env-file FILE     the settings of the service, as systemd has them
  --other-key         although the data was used with another key
`;

/**
 * @param args what was typed after the command's name
 * @returns 0 when it is done, 1 when it could not be, 2 when it was not understood
 */
export async function runExport(args: readonly string[]): Promise<0 | 1 | 2> {
  const typed = parse(args);
  if (!typed) return tell(USAGE);
  return told(async (say) => {
    const target = resolve(typed.folder);
    const config = readConfig();
    await nameDatabase(config);
    const database = await openSource(config, selfAs('the export command'), say);
    try {
      await expectKey(database.db, config, typed.otherKey);
      const { tables, rows } = await exportTables({ db: database.db, say }, target);
      say(`${target} holds ${rows} rows of ${tables} tables.`);
      say('\nKEEP IT SAFE: password hashes and sealed secrets of every user are in it.');
    } finally {
      await database.close();
    }
  });
}

function parse(args: readonly string[]): { folder: string; otherKey: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'other-key': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    return folder && more.length === 0 ? { folder, otherKey: values['other-key'] } : null;
  } catch {
    return null;
  }
}
