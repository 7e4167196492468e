import { messageOf } from '@quorate/bot/error-text';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { type SavedToken, savedSignInIn } from '@quorate/bot/service/saved-sign-in';
import { t } from '@quorate/bot/words';
import type { DesktopDeps } from '../parts.ts';
import { type AccountRecord, accountFile, type KnownLimits } from './account-file.ts';

type KeptDeps = Pick<DesktopDeps, 'dataDir' | 'vault' | 'notify'> &
  Readonly<{ service: ReleaseFacts['service'] }>;

export type KeptAccount = ReturnType<typeof keptAccount>;

/** The person of this computer as account.json and the vault have them. */
export function keptAccount(deps: KeptDeps) {
  const { vault, dataDir, notify, service } = deps;
  const file = accountFile(dataDir, notify);
  const savedOf = (at: string, username: string) =>
    savedSignInIn(vault, dataDir, { service: at, user: username });
  const found = file.read();
  let record = found !== null && isOurs(found, service) ? found : null;
  let { token, because } = tokenOf(record, savedOf, vault.describe().place);

  const keep = (changed: AccountRecord) => {
    record = changed;
    try {
      file.write(changed);
    } catch (error) {
      notify(`What is known of the account is not kept: ${messageOf(error)}`);
    }
  };
  return {
    record: () => record,
    token: () => token,
    /** Why nobody is signed in; null where somebody is, and where nobody ever was. */
    because: () => because,
    /** @throws BotFault `vault` or `data_folder`, and nothing is kept then */
    open(at: string, saved: SavedToken) {
      const { id, username, email } = saved.user;
      const kept = savedOf(at, username);
      const known = record?.service === at && record.user?.id === id ? record.known_limits : null;
      const opened: AccountRecord = {
        service: at,
        user: { id, username, email },
        signed_out_because: null,
        known_limits: known,
      };
      kept.write(saved);
      try {
        file.write(opened);
      } catch (error) {
        kept.remove();
        throw error;
      }
      record = opened;
      token = saved;
      because = null;
    },
    /** @param why null for a deliberate sign-out */
    end(why: string | null) {
      if (record === null) return;
      const { user } = record;
      if (user !== null) {
        try {
          savedOf(record.service, user.username).remove();
        } catch (error) {
          notify(`The sign-in of ${user.username} stays in the vault: ${messageOf(error)}`);
        }
      }
      token = null;
      because = why;
      keep({ ...record, user: why === null ? null : user, signed_out_because: why });
    },
    /** Takes the token over that another program of this user has signed in with since. @returns whether there is one */
    takeNewerToken(): boolean {
      if (!record?.user || token === null) return false;
      const now = readQuietly(() =>
        savedOf(record?.service ?? '', token?.user.username ?? '').read(),
      );
      if (now === null || now.token === token.token || now.user.id !== record.user.id) return false;
      token = now;
      return true;
    },
    /** Puts the token back that a bot has removed which was signed out earlier. */
    keepToken() {
      if (!record || token === null) return;
      const kept = savedOf(record.service, token.user.username);
      try {
        if (kept.read() === null) kept.write(token);
      } catch (error) {
        notify(`The sign-in is not kept for the next start: ${messageOf(error)}`);
      }
    },
    learn(limits: KnownLimits) {
      if (record === null || JSON.stringify(record.known_limits) === JSON.stringify(limits)) return;
      keep({ ...record, known_limits: limits });
    },
  };
}

/** An update that names its service ends no sign-in: bots go on where they are until their owner signs out. */
function isOurs(
  { service: at, user, signed_out_because: because }: AccountRecord,
  { address, fixed }: ReleaseFacts['service'],
): boolean {
  return !fixed || at === address || (user !== null && because === null);
}

/** A token is its user's alone: where the vault has another user's, it counts as none. */
function tokenOf(
  record: AccountRecord | null,
  savedOf: (at: string, username: string) => Readonly<{ read(): SavedToken | null }>,
  place: string,
): Readonly<{ token: SavedToken | null; because: string | null }> {
  if (!record?.user) return { token: null, because: null };
  const { user, service, signed_out_because: because } = record;
  if (because !== null) return { token: null, because };
  try {
    const saved = savedOf(service, user.username).read();
    if (saved?.user.id === user.id) return { token: saved, because: null };
  } catch (error) {
    return { token: null, because: t`${{ reason: messageOf(error) }} Sign in again.` };
  }
  const why = t`The sign-in of ${{ username: user.username }} is no longer kept in ${{ place }}. Sign in again.`;
  return { token: null, because: why };
}

function readQuietly(read: () => SavedToken | null): SavedToken | null {
  try {
    return read();
  } catch {
    return null;
  }
}
