import { findTerminals } from '@quorate/bot/mt5/install/find-terminals';
import type { FoundTerminal } from '../contract/terminals.ts';
import type { DesktopDeps } from '../parts.ts';
import { type FolderList, listFolder } from './list-folder.ts';
import { knownServers, ownAccount } from './own-account.ts';

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
