import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BotFault } from '../../bot-fault.ts';
import { writeWhole } from '../../files.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileSecret, type Vault } from '../../vault/vault.ts';
import { t } from '../../words.ts';
import { BRIDGE_FILE, makeBridgeToken, printBridgeFile } from '../bridge/bridge-file.ts';

/**
 * The token that the bot and the terminal share: from the vault, made the first time.
 *
 * @returns 64 hex digits
 * @throws BotFault `vault` or `data_folder`
 */
export function bridgeToken(vault: Vault, { configuration_name: name }: Profile): string {
  const kept = vault.get(profileSecret(name, 'bridge-token'));
  if (kept !== null) return kept;
  const made = makeBridgeToken();
  vault.set(profileSecret(name, 'bridge-token'), made);
  return made;
}

/** What to do where the two share none yet. @param name of the profile */
export function noTokenAdvice(name: string): string {
  return t`Run: bot terminal install --profile ${{ name }} (for a terminal elsewhere, or the simulated one: bot terminal token --profile ${{ name }} --file bridge.txt)`;
}

export function bridgeFileIn(dataFolder: string): string {
  return join(dataFolder, ...BRIDGE_FILE);
}

/**
 * Writes the file for the expert of a terminal; one that is right already is left alone.
 *
 * @throws BotFault `terminal` when it cannot be written
 */
export function shareToken(dataFolder: string, token: string, profile: Profile): void {
  if (isShared(dataFolder, token, profile)) return;
  writeBridgeFile(bridgeFileIn(dataFolder), token, profile);
}

/**
 * Writes token, port and number of a profile, for this user alone.
 *
 * @throws BotFault `terminal` when it cannot be written
 */
export function writeBridgeFile(file: string, token: string, { bridge }: Profile): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, printBridgeFile({ token, ...bridge }), 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BotFault('terminal', t`${{ file }} cannot be written: ${{ reason }}`, {
      cause: error,
    });
  }
}

/** Whether the terminal's file is the one of this profile. */
export function isShared(dataFolder: string, token: string, profile: Profile): boolean {
  try {
    return (
      readFileSync(bridgeFileIn(dataFolder), 'utf8') ===
      printBridgeFile({ token, ...profile.bridge })
    );
  } catch {
    return false;
  }
}
