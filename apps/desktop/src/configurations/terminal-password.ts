import { profileSecret, type Vault } from '@quorate/bot/vault/vault';

/** Keeps a terminal's password: null keeps the one there is, an empty one removes it. @throws BotFault `vault` */
export function keepPassword(vault: Vault, name: string, password: string | null): void {
  const secret = profileSecret(name, 'terminal-password');
  if (password === '') vault.remove(secret);
  else if (password !== null) vault.set(secret, password);
}

/** A vault that does not open is no reason to show no form. */
export function hasPassword(vault: Vault, name: string): boolean {
  try {
    return vault.get(profileSecret(name, 'terminal-password')) !== null;
  } catch {
    return false;
  }
}

const KINDS = ['terminal-password', 'bridge-token'] as const;

/** Secrets under a new name; those under the old one stay until they are forgotten. @throws BotFault `vault` */
export function copySecrets(vault: Vault, from: string, to: string): void {
  for (const kind of KINDS) {
    const secret = vault.get(profileSecret(from, kind));
    // What an earlier configuration of that name has left is not this one's.
    if (secret === null) vault.remove(profileSecret(to, kind));
    else vault.set(profileSecret(to, kind), secret);
  }
}

/** @throws BotFault `vault` */
export function forgetSecrets(vault: Vault, name: string): void {
  for (const kind of [...KINDS, 'real-money'] as const) vault.remove(profileSecret(name, kind));
}
