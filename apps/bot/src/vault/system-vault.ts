import { BotFault } from '../bot-fault.ts';
import { requireKeyring } from '../resources.ts';
import type { Vault } from './vault.ts';

/** One secret in the system's store. */
type Entry = {
  getPassword(): string | null;
  setPassword(secret: string): void;
  deletePassword(): boolean;
};

/** Opens one entry of the system's store; throws where there is none. */
export type OpenEntry = (name: string) => Entry;

const SERVICE = 'Quorate bot';
const PLACES: Readonly<Record<string, string>> = {
  win32: 'the Credential Manager of Windows',
  darwin: 'the keychain of macOS',
};

/**
 * The store of the operating system, loaded only when it is needed: its native part may be missing.
 *
 * @throws Error where the module is missing
 */
export function loadSystemEntries(): OpenEntry {
  const { Entry } = requireKeyring();
  // On Linux the kernel's keyring would be taken next, which forgets everything at a restart.
  return (name) => new Entry(SERVICE, name, { linux: { store: 'secret-service' } });
}

/** Keeps secrets in the store of the operating system. */
export function systemVault(open: OpenEntry, platform: string): Vault {
  const place = PLACES[platform] ?? 'the secret service of this desktop';
  const guarded = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BotFault(
        'vault',
        `Secrets are in ${place}, and it does not open: ${reason}. Unlock it, or set QUORATE_VAULT=file to keep them in files.`,
        { cause: error },
      );
    }
  };
  return {
    describe: () => ({ kind: 'system', place, why: null }),
    get: (name) => guarded(() => open(name).getPassword()),
    set: (name, secret) => guarded(() => open(name).setPassword(secret)),
    remove(name) {
      guarded(() => {
        const entry = open(name);
        // Removing what is not there is a fault on some systems.
        if (entry.getPassword() !== null) entry.deletePassword();
      });
    },
  };
}
