import type { TerminalInstall } from '@quorate/bot/mt5/install/find-terminals';
import { isShared } from '@quorate/bot/mt5/install/share-token';
import type { Profile } from '@quorate/bot/profiles/profile';
import { profileSecret, type Vault } from '@quorate/bot/vault/vault';
import type { Configurations } from '../parts.ts';

type OwnerDeps = Readonly<{ vault: Vault; configurations: Pick<Configurations, 'names' | 'load'> }>;

/** Another configuration that shares its token with this terminal; null where none does. */
export function otherOwner(
  { vault, configurations }: OwnerDeps,
  { dataFolder }: TerminalInstall,
  { configuration_name: own }: Profile,
): string | null {
  const others = configurations.names().filter((name) => name.toLowerCase() !== own.toLowerCase());
  for (const name of others) {
    const other = loadedOrNull(name);
    const token = other && vault.get(profileSecret(name, 'bridge-token'));
    if (other && token !== null && isShared(dataFolder, token, other))
      return other.configuration_name;
  }
  return null;

  /** One that cannot be used has no bot at work. */
  function loadedOrNull(name: string): Profile | null {
    try {
      return configurations.load(name);
    } catch {
      return null;
    }
  }
}
