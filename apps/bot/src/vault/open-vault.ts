import { BotFault } from '../bot-fault.ts';
import { fileVault } from './file-vault.ts';
import { type OpenEntry, systemVault } from './system-vault.ts';
import type { Vault } from './vault.ts';

type VaultDeps = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Throws where the system's store cannot be loaded. */
  loadEntries(): OpenEntry;
  notify(message: string): void;
}>;

/**
 * The vault of the operating system where there is one that answers, else files. QUORATE_VAULT set to
 * `system` or `file` decides.
 *
 * @throws BotFault `usage` for another choice, `vault` where the system's was asked for and is not there
 */
export function openVault(deps: VaultDeps, dataDir: string): Vault {
  const choice = deps.env.QUORATE_VAULT || 'auto';
  switch (choice) {
    case 'file':
      // You chose it, so you get no notice.
      return fileVault(dataDir, 'QUORATE_VAULT says file');
    case 'auto':
    case 'system': {
      const found = trySystem(deps);
      if (found.vault) return found.vault;
      if (choice === 'auto') {
        const why = `this system has no vault that answers (${found.reason})`;
        return fileVault(dataDir, why, deps.notify);
      }
      throw new BotFault(
        'vault',
        `QUORATE_VAULT says system, and this system has no vault that answers: ${found.reason}.`,
      );
    }
    default:
      throw new BotFault('usage', `QUORATE_VAULT is ${choice}; it must be auto, system or file.`);
  }
}

type Found = { vault: Vault; reason: null } | { vault: null; reason: string };

function trySystem({ loadEntries, platform }: VaultDeps): Found {
  try {
    const open = loadEntries();
    // A store that is not there shows only when it is asked.
    open('probe').getPassword();
    return { vault: systemVault(open, platform), reason: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { vault: null, reason: message.split(/\r?\n/)[0]?.trim().replace(/\.$/, '') ?? message };
  }
}
