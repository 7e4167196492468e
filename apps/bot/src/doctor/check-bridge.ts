import type { TerminalInstall } from '../mt5/install/find-terminals.ts';
import { isShared } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSecret, type Vault } from '../vault/vault.ts';
import { checkConnection } from './check-connection.ts';
import type { DoctorWords } from './doctor-words.ts';
import { type Finding, fail, ok, skip } from './finding.ts';
import type { Visit } from './visit-terminal.ts';

type BridgeDeps = Readonly<{
  /** Listens for the terminal and shows who came. */
  visit<Result>(
    profile: Profile,
    token: string,
    look: (visit: Visit) => Promise<Result>,
  ): Promise<Result>;
  /** UTC, ms. */
  now(): number;
  words: DoctorWords;
}>;

type Bridged = Readonly<{
  profile: Profile;
  /** null: it does not open. */
  vault: Vault | null;
  /** null: it is not on this computer, as a simulated one. */
  terminal: TerminalInstall | null;
}>;

/** Whether bot and terminal share a token, and what the terminal says when it dials in. */
export async function checkBridge(
  { visit, now, words }: BridgeDeps,
  bridged: Bridged,
): Promise<readonly Finding[]> {
  const { shared, token, why } = checkToken(bridged, words);
  if (token === null) return [shared, skip('connection', why)];
  const { profile } = bridged;
  const found = await visit(profile, token, (came) => checkConnection(came, profile, now, words));
  return [shared, ...found];
}

/** Whether bot and terminal share a token. @returns it, or null and why nobody can be let in */
export function checkToken(
  { profile, vault, terminal }: Bridged,
  words: Pick<DoctorWords, 'noun' | 'install' | 'noToken'>,
): Readonly<{ shared: Finding; token: string | null; why: string }> {
  const { configuration_name: name } = profile;
  const token = vault?.get(profileSecret(name, 'bridge-token')) ?? null;
  if (token === null) {
    const detail = 'the bot and the terminal share no token yet';
    const why = 'without a token nobody is let in';
    return { shared: fail('bridge-token', detail, words.noToken(name)), token, why };
  }
  if (terminal && !isShared(terminal.dataFolder, token, profile)) {
    const detail = `the terminal has another token, port or number than the ${words.noun} ${name}`;
    const why = 'with another token nobody is let in';
    return { shared: fail('bridge-token', detail, words.install(name)), token: null, why };
  }
  return { shared: ok('bridge-token', 'in the vault'), token, why: '' };
}
