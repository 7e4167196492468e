import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BotFault } from '../bot-fault.ts';
import { storageFault } from '../journal/storage-fault.ts';
import type { Vault } from '../vault/vault.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const NODE_NEEDED = 26;

/** @param version as in process.versions.node */
export function checkNode(version: string): Finding {
  const major = Number(version.split('.')[0]);
  if (major >= NODE_NEEDED) return ok('node', `Node ${version}`);
  return fail(
    'node',
    `Node ${version}, and the bot needs ${NODE_NEEDED} or newer`,
    'Run "npm ci" in the folder of the program and start the bot with npm.',
  );
}

/** Whether runs and journals can be written. */
export function checkDataFolder(dataDir: string): Finding {
  const probe = join(dataDir, '.doctor');
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(probe, 'x');
    } finally {
      rmSync(probe, { force: true });
    }
    return ok('data-folder', resolve(dataDir));
  } catch (error) {
    return fail(
      'data-folder',
      storageFault(resolve(dataDir), error).message,
      'Make room there, or give a folder of your own with --data-dir.',
    );
  }
}

/** Whether a secret comes back from the vault as it was put in. */
export function checkVault(open: () => Vault): Finding {
  try {
    const vault = open();
    const { kind, place, why } = vault.describe();
    vault.set('doctor', 'probe');
    const back = vault.get('doctor');
    vault.remove('doctor');
    if (back !== 'probe') {
      return fail('vault', `${place} does not give back what is put in`, 'Set QUORATE_VAULT=file.');
    }
    if (kind === 'system') return ok('vault', place);
    return warn('vault', `secrets are kept in ${place}: ${why ?? 'nothing else is there'}`);
  } catch (error) {
    if (!(error instanceof BotFault)) throw error;
    return fail('vault', error.message);
  }
}
