import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '@quorate/bot/mt5/install/files';
import { findTerminals } from '@quorate/bot/mt5/install/find-terminals';
import { profile } from '@quorate/bot/profiles/profile';
import type { FoundTerminal } from '../contract/terminals.ts';
import type { DesktopDeps } from '../parts.ts';
import { type FolderList, listFolder } from './list-folder.ts';

/** What there is on this computer to choose from. */
export type Terminals = Readonly<{
  list(): Readonly<{ terminals: FoundTerminal[]; broker_servers: string[] }>;
  /** @throws LocalFault with the field `path` */
  folders(path: string | undefined): Promise<FolderList>;
}>;

/** The terminals of this user, each with the account it was signed in to last. */
export function createTerminals(deps: Pick<DesktopDeps, 'roots' | 'platform' | 'env'>): Terminals {
  return {
    list() {
      const found = findTerminals(deps.roots).map(({ installFolder, dataFolder, portable }) => {
        const { accountNumber, brokerServer } = ownAccount(dataFolder);
        const terminal: FoundTerminal = {
          install_folder: installFolder,
          data_folder: dataFolder,
          portable,
          account_number: accountNumber,
          broker_server: brokerServer,
        };
        return { terminal, servers: [brokerServer ?? [], knownServers(dataFolder)].flat() };
      });
      const servers = new Set(found.flatMap((each) => each.servers));
      return {
        terminals: found.map(({ terminal }) => terminal),
        broker_servers: [...servers].toSorted(new Intl.Collator('en', { numeric: true }).compare),
      };
    },
    folders: (path) => listFolder(deps, path),
  };
}

/** What a terminal says of the account it was signed in to last; null for what it does not say. */
type OwnAccount = Readonly<{ accountNumber: string | null; brokerServer: string | null }>;

/** The file has a few kilobytes; a bigger one is not the terminal's. */
const SIZE_MAX = 256 * 1_024;
const SERVERS_MAX = 500;

/** Folders among those of the servers that are of none. */
const NO_SERVERS = new Set([
  'custom',
  'default',
  'mailbox',
  'signals',
  'subscriptions',
  'market',
  'news',
  'history',
  'symbols',
  'temp',
]);

/** Reads config/common.ini of a terminal's data folder. Whatever cannot be read counts as not said. */
function ownAccount(dataFolder: string): OwnAccount {
  const file = inFolder(dataFolder, 'config', 'common.ini');
  const lines = file === null ? [] : textOf(file).split(/\r\n|\n|\r/);
  const values = new Map<string, string>();
  let section = '';
  for (const line of lines) {
    const head = /^\s*\[([^\]]{1,64})\]\s*$/.exec(line);
    if (head) section = (head[1] ?? '').toLowerCase();
    const at = line.indexOf('=');
    if (head || at < 1 || section !== 'common') continue;
    values.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  const login = values.get('login') ?? '';
  const server = values.get('server') ?? '';
  return {
    accountNumber: /^[1-9]\d{0,19}$/.test(login) ? login : null,
    brokerServer: isServer(server) ? server : null,
  };
}

/** The servers a terminal has kept prices of: one folder for each. */
function knownServers(dataFolder: string): readonly string[] {
  const bases = inFolder(dataFolder, 'bases');
  if (bases === null) return [];
  try {
    return readdirSync(bases, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .filter((name) => !NO_SERVERS.has(name.toLowerCase()) && isServer(name))
      .slice(0, SERVERS_MAX);
  } catch {
    return [];
  }
}

/** A letter that could not be decoded would make a server that nobody knows. */
function isServer(name: string): boolean {
  return !name.includes('\uFFFD') && profile.shape.broker_server.safeParse(name).success;
}

/** Names differ in capitals from terminal to terminal, which Windows does not mind. */
function inFolder(folder: string, ...names: readonly string[]): string | null {
  let at = folder;
  for (const name of names) {
    try {
      const found = readdirSync(at).find((each) => each.toLowerCase() === name);
      if (found === undefined) return null;
      at = join(at, found);
    } catch {
      return null;
    }
  }
  return at;
}

function textOf(file: string): string {
  try {
    // A pipe or a device in its place would never end.
    const found = statSync(file);
    if (!found.isFile() || found.size > SIZE_MAX) return '';
    const bytes = Buffer.alloc(SIZE_MAX);
    const open = openSync(file, 'r');
    try {
      return decodeText(bytes.subarray(0, readSync(open, bytes, 0, SIZE_MAX, 0)));
    } finally {
      closeSync(open);
    }
  } catch {
    return '';
  }
}
