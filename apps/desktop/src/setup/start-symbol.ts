import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findSymbol } from '@quorate/bot/mt5/broker/symbol-finder';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { Known } from './visit-for-app.ts';

/** What the chart is opened with; `isSure`: the broker has a symbol of exactly this name. */
export type StartSymbol = Readonly<{ name: string; isSure: boolean }>;

/**
 * What the broker calls the first pair: as the terminal has told, else as its folders of price history
 * say, which it makes for each symbol under the broker's own name.
 *
 * @param known from an earlier visit
 */
export function startSymbol(profile: Profile, dataFolder: string, known: Known): StartSymbol {
  const pair = profile.risk.currency_pairs[0] ?? 'EURUSD';
  const told = known[pair];
  if (told !== undefined) return { name: told, isSure: true };
  const found = findSymbol(pair, historyIn(dataFolder, profile.broker_server));
  return found.kind === 'found'
    ? { name: found.name, isSure: true }
    : { name: pair, isSure: false };
}

function historyIn(dataFolder: string, server: string): readonly string[] {
  // A server's name is a folder's name here; one with a slash in it would lead elsewhere.
  if (/[\\/]|^\.+$/.test(server)) return [];
  try {
    return readdirSync(join(dataFolder, 'bases', server, 'history'));
  } catch {
    return [];
  }
}
