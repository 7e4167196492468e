/** Where a vault keeps its secrets, for people. */
export type VaultDescription = Readonly<{
  kind: 'system' | 'file' | 'memory';
  /** "the keychain of macOS". */
  place: string;
  /** Why it is not the system's own; null where it is. */
  why: string | null;
}>;

/** Secrets by name. They are never printed, never in the arguments of a program, never in a profile. */
export type Vault = Readonly<{
  /**
   * @returns null when there is none
   * @throws BotFault `vault` when the vault does not open
   */
  get(name: string): string | null;
  /** @throws BotFault `vault` */
  set(name: string, secret: string): void;
  /** What is not there is removed already. @throws BotFault `vault` */
  remove(name: string): void;
  describe(): VaultDescription;
}>;

/**
 * The name of a secret of one profile.
 *
 * @example profileSecret('Main', 'terminal-password') // 'profile/main/terminal-password'
 */
export function profileSecret(
  configurationName: string,
  what: 'terminal-password' | 'bridge-token' | 'real-money',
): string {
  return `profile/${configurationName.toLowerCase()}/${what}`;
}

/**
 * The name of the token of one user at one service.
 *
 * @example signInSecret({ service: 'https://quorate.example', user: 'Mira' }) // 'sign-in/https://quorate.example/mira'
 */
export function signInSecret(who: Readonly<{ service: string; user: string }>): string {
  return `sign-in/${who.service}/${who.user.toLowerCase()}`;
}
