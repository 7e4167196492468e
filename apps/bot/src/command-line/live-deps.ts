import { BotFault } from '../bot-fault.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { openTerminalLink } from '../mt5/open-terminal-link.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSecret } from '../vault/vault.ts';
import type { BotDeps } from './bot-deps.ts';

/** Opens the bridge of a profile with the token of the vault. */
export function linkOpener(
  deps: Pick<BotDeps, 'openVault' | 'output' | 'timers'>,
): (profile: Profile, dataDir: string) => Promise<TerminalLink> {
  return (profile, dataDir) => {
    const { configuration_name: name, account_number: login, broker_server: server } = profile;
    const token = deps.openVault(dataDir).get(profileSecret(name, 'bridge-token'));
    if (token === null) {
      throw new BotFault(
        'terminal',
        `The bot and the terminal of ${name} share no token yet; run: bot terminal install --profile ${name}`,
      );
    }
    const { timers, output } = deps;
    return openTerminalLink({ timers, notify: output.line }, profile, token, { login, server });
  };
}
