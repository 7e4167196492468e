import { EXIT, type ExitCode } from '@quorate/bot/bot-fault';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import type { Output } from '@quorate/bot/report/output';
import { profileSecret, signInSecret, type Vault } from '@quorate/bot/vault/vault';
import { accountFile } from './account/account-file.ts';
import { loadOrNull } from './local-fault.ts';

type Deps = Readonly<{ output: Output; openVault(dataDir: string): Vault }>;

type SignIn = Readonly<{ service: string; user: string }>;

/**
 * Removes every secret that the bots and the app of a data folder keep in the vault, whatever state the folder
 * is in: it is about to be removed, and then nothing knows their names any more.
 *
 * @throws BotFault `vault` when the vault does not open
 */
export function forgetSecrets(
  { output, openVault }: Deps,
  { dataDir, json }: Readonly<{ dataDir: string; json: boolean }>,
): ExitCode {
  const vault = openVault(dataDir);
  const store = profileStore(dataDir);
  const names = store.names();
  const account = accountFile(dataDir, output.line).read();
  // The secrets of a damaged configuration go by its name alone.
  const signIns: SignIn[] = names.flatMap((name) => loadOrNull(store, name) ?? []);
  if (account?.user) {
    const { service, user } = account;
    signIns.push({ service, user: user.username }, { service, user: user.email });
  }
  for (const name of names) {
    vault.remove(profileSecret(name, 'terminal-password'));
    vault.remove(profileSecret(name, 'bridge-token'));
  }
  for (const who of signIns) vault.remove(signInSecret(who));
  const { place } = vault.describe();
  output.line(`The secrets of ${names.length} configurations are no longer in ${place}.`);
  if (json) output.out(`${JSON.stringify({ success: true, configurations: names.length })}\n`);
  return EXIT.done;
}
