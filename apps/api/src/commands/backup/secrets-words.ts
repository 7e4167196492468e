import type { Config } from '../../config/config.ts';
import { placeOfKey } from '../command/command-parts.ts';

/** Said to the person who runs the commands, about what a backup holds and lacks. */
export function secretsWords(config: Config): string {
  return [
    '',
    'KEEP IT SAFE: it holds password hashes, mails and sealed secrets of every user.',
    `KEEP THE KEY, elsewhere: it is NOT in this file, and without it sealed secrets cannot be read. It is in ${placeOfKey(config)}.`,
    'Releases of the desktop app are not in it either; they are in RELEASES_DIR.',
  ].join('\n');
}
