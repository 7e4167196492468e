import { join, resolve } from 'node:path';
import type { ReleaseFacts } from './release-facts.ts';

/** The data folder of a checkout, for every command. */
const OF_CHECKOUT = '.data/bot';

/**
 * Where the app keeps everything unless it is told: in the installed app the folder that Windows has for it,
 * wherever it was started from.
 */
export function usualDataFolder(
  kind: ReleaseFacts['kind'],
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (kind === 'checkout') return resolve(OF_CHECKOUT);
  const appData = env.APPDATA || env.LOCALAPPDATA || env.HOME || '.';
  return resolve(join(appData, 'Quorate'));
}
