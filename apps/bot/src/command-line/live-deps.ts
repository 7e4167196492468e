import { BotFault } from '../bot-fault.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { noTokenAdvice } from '../mt5/install/share-token.ts';
import { openTerminalLink } from '../mt5/open-terminal-link.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSecret } from '../vault/vault.ts';
import type { BotDeps } from './bot-deps.ts';

/** Opens the bridge of a profile with the token of the vault. @param came told when a terminal is there */
export function linkOpener(
  deps: Pick<BotDeps, 'openVault' | 'output' | 'timers'>,
  came: () => void = () => {},
): (profile: Profile, dataDir: string) => Promise<TerminalLink> {
  return async (profile, dataDir) => {
    const { configuration_name: name, account_number: login, broker_server: server } = profile;
    const token = deps.openVault(dataDir).get(profileSecret(name, 'bridge-token'));
    if (token === null) {
      throw new BotFault(
        'terminal',
        `The bot and the terminal of ${name} share no token yet. ${noTokenAdvice(name)}`,
      );
    }
    const { timers, output } = deps;
    const link = await openTerminalLink({ timers, notify: output.line }, profile, token, {
      login,
      server,
    });
    link.onState(({ kind }) => {
      if (kind === 'connected') came();
    });
    return link;
  };
}
