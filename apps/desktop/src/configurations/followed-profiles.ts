import type { Profile } from '@quorate/bot/profiles/profile';
import { type ProfileStore, profileStore } from '@quorate/bot/profiles/profile-store';
import type { Account, DesktopDeps } from '../parts.ts';

type Deps = Pick<DesktopDeps, 'dataDir' | 'notify'> & Readonly<{ account: Account }>;

export type FollowedProfiles = Readonly<{
  store: ProfileStore;
  /** As people write them; a file that cannot be used has its own name. */
  names(): readonly string[];
  /** Those that can be used. */
  whole(): readonly Profile[];
  /** @throws BotFault `profile` */
  load(name: string): Profile;
  /** User and service of whoever is signed in; null where nobody is. */
  owner(): Readonly<{ user: string; service: string }> | null;
}>;

/**
 * The profiles of the data folder, each with user and service of whoever is signed in: a bot that is started
 * by hand is that person's as well.
 */
export function followedProfiles({ dataDir, notify, account }: Deps): FollowedProfiles {
  const store = profileStore(dataDir);
  const owner = () => {
    const token = account.token();
    return token && { user: token.user.username, service: account.service() };
  };
  /** What the log has been told already: the state is asked for often. */
  const told = new Set<string>();
  const tellOnce = (line: string) => {
    if (!told.has(line)) notify(line);
    told.add(line);
  };
  const load = (name: string): Profile => {
    const profile = store.load(name);
    const now = owner();
    if (now === null || (now.user === profile.user && now.service === profile.service)) {
      return profile;
    }
    const followed = { ...profile, ...now };
    try {
      store.save(followed);
      notify(`${profile.configuration_name} belongs to ${now.user} at ${now.service} now.`);
    } catch (error) {
      tellOnce(`${profile.configuration_name} is not written: ${messageOf(error)}`);
    }
    return followed;
  };
  const loadOrNull = (name: string): Profile | null => {
    try {
      return load(name);
    } catch {
      return null;
    }
  };
  return {
    store,
    names: () => store.names().map((name) => loadOrNull(name)?.configuration_name ?? name),
    whole: () => store.names().flatMap((name) => loadOrNull(name) ?? []),
    load,
    owner,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
