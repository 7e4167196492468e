import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BotFault } from '../bot-fault.ts';
import { messageOf } from '../error-text.ts';
import { writeWhole } from '../files.ts';
import { storageFault } from '../journal/storage-fault.ts';
import { readJsonFile } from '../json-file.ts';
import { RELEASE_FACTS } from '../release-facts.ts';
import { requireKeyring, requireWindowsModule, type WindowsModule } from '../resources.ts';
import { t } from '../words.ts';

/** Where a vault keeps its secrets, for people. */
type VaultDescription = Readonly<{
  kind: 'system' | 'file' | 'memory';
  /** "the keychain of macOS". */
  place: string;
  /** Why it is not the system's own; null where it is. */
  why: string | null;
}>;

/** Secrets by name. They are never printed, never in the arguments of a program, never in a profile. */
export type Vault = Readonly<{
  /**
   * @returns null when there is none
   * @throws BotFault `vault` when the vault does not open
   */
  get(name: string): string | null;
  /** @throws BotFault `vault` */
  set(name: string, secret: string): void;
  /** What is not there is removed already. @throws BotFault `vault` */
  remove(name: string): void;
  describe(): VaultDescription;
}>;

/**
 * The name of a secret of one profile.
 *
 * @example profileSecret('Main', 'terminal-password') // 'profile/main/terminal-password'
 */
export function profileSecret(
  configurationName: string,
  what: 'terminal-password' | 'bridge-token' | 'real-money',
): string {
  return `profile/${configurationName.toLowerCase()}/${what}`;
}

/**
 * The name of the token of one user at one service.
 *
 * @example signInSecret({ service: 'https://quorate.example', user: 'Mira' }) // 'sign-in/https://quorate.example/mira'
 */
export function signInSecret(who: Readonly<{ service: string; user: string }>): string {
  return `sign-in/${who.service}/${who.user.toLowerCase()}`;
}

/** Why secrets are in files where their owner wants it so. */
export const chosenFiles = () => t`QUORATE_VAULT says file`;

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
      return fileVault(dataDir, chosenFiles);
    case 'auto':
    case 'system': {
      const found = trySystem(deps);
      if (found.vault) {
        takeIn(dataDir, found.vault, deps.notify);
        return found.vault;
      }
      if (choice === 'auto') {
        const why = () => t`no system keychain was found (${{ reason: found.reason }})`;
        return fileVault(dataDir, why, deps.notify);
      }
      throw new BotFault(
        'vault',
        t`QUORATE_VAULT says system, and no system keychain was found: ${{ reason: found.reason }}.`,
      );
    }
    default:
      throw new BotFault(
        'usage',
        t`QUORATE_VAULT is ${{ choice }}; it must be auto, system or file.`,
      );
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

const secretFile = z.object({ format: z.literal(1), name: z.string(), secret: z.string() });
const OWNER_ALONE = { file: 0o600, folder: 0o700 } as const;

function filesFolder(dataDir: string): string {
  return join(dataDir, 'vault');
}

/**
 * Moves secrets that an earlier start had to keep in files into the system's vault. The file is the newer one: it was
 * written while the system's was away. What does not go stays, and is tried again at the next start.
 */
function takeIn(dataDir: string, vault: Vault, notify: (message: string) => void): void {
  const folder = filesFolder(dataDir);
  if (!existsSync(folder)) return;
  let moved = 0;
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const kept = readJsonFile(file, secretFile);
      if (kept === null) continue;
      vault.set(kept.name, kept.secret);
      if (vault.get(kept.name) !== kept.secret) continue;
      rmSync(file, { force: true });
      moved += 1;
    }
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  } catch (error) {
    notify(`Secrets stay in files in ${folder}: ${messageOf(error)}`);
  }
  if (moved > 0) notify(`Secrets moved from files into ${vault.describe().place}: ${moved}.`);
}

/**
 * Keeps each secret in a file that its owner alone may read. A file is whole or not there.
 *
 * @param why what keeps the bot from the system's own vault
 * @param notify told once, when the first secret is about to be written
 */
export function fileVault(
  dataDir: string,
  why: () => string,
  notify: (message: string) => void = () => {},
): Vault {
  const folder = filesFolder(dataDir);
  const fileOf = (name: string) =>
    join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 24)}.json`);
  return {
    describe: () => ({
      kind: 'file',
      place: t`files in ${{ folder }} that you alone may read`,
      why: why(),
    }),
    get(name) {
      try {
        const found = secretFile.safeParse(JSON.parse(readFileSync(fileOf(name), 'utf8')));
        return found.success && found.data.name === name ? found.data.secret : null;
      } catch {
        // Absent, unreadable or damaged: giving the secret again mends all of it.
        return null;
      }
    },
    set(name, secret) {
      const file = fileOf(name);
      try {
        if (!existsSync(folder)) {
          mkdirSync(folder, { recursive: true, mode: OWNER_ALONE.folder });
          notify(
            `No system keychain is used; secrets are stored in ${folder} (readable only by you).`,
          );
        }
        const text = `${JSON.stringify({ format: 1, name, secret })}\n`;
        writeWhole(file, text, OWNER_ALONE.file);
      } catch (error) {
        throw storageFault(folder, error);
      }
    },
    remove(name) {
      try {
        rmSync(fileOf(name), { force: true });
      } catch (error) {
        throw storageFault(folder, error);
      }
    },
  };
}

/** One secret in the system's store. */
type Entry = {
  getPassword(): string | null;
  setPassword(secret: string): void;
  deletePassword(): boolean;
};

/** Opens one entry of the system's store; throws where there is none. */
export type OpenEntry = (name: string) => Entry;

const SERVICE = 'Quorate bot';
const PLACES: Readonly<Record<string, () => string>> = {
  win32: () => t`the Credential Manager of Windows`,
  darwin: () => t`the keychain of macOS`,
};

/**
 * The store of the operating system, loaded only when it is needed: its native part may be missing.
 *
 * @throws Error where the module is missing
 */
export function loadSystemEntries(): OpenEntry {
  if (process.platform === 'win32' && RELEASE_FACTS.kind === 'installed')
    return credentialEntries(requireWindowsModule());
  const { Entry } = requireKeyring();
  // On Linux the kernel's keyring would be taken next, which forgets everything at a restart.
  return (name) => new Entry(SERVICE, name, { linux: { store: 'secret-service' } });
}

/** The Credential Manager, with the names and the letters that `@napi-rs/keyring` gave earlier versions' secrets. */
export function credentialEntries(
  module: Pick<WindowsModule, 'readSecret' | 'writeSecret' | 'deleteSecret'>,
): OpenEntry {
  return (name) => {
    const target = `${name}.${SERVICE}`;
    const read = () => module.readSecret(target);
    return {
      getPassword() {
        const bytes = read();
        return bytes && Buffer.from(bytes).toString('utf16le');
      },
      setPassword: (secret) => module.writeSecret(target, name, Buffer.from(secret, 'utf16le')),
      deletePassword() {
        const isThere = read() !== null;
        module.deleteSecret(target);
        return isThere;
      },
    };
  };
}

/** Keeps secrets in the store of the operating system. */
export function systemVault(open: OpenEntry, platform: string): Vault {
  const place = PLACES[platform]?.() ?? t`the secret service of this desktop`;
  const guarded = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BotFault(
        'vault',
        t`Secrets are in ${{ place }}, and it does not open: ${{ reason }}. Unlock it, or set QUORATE_VAULT=file to keep them in files.`,
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
