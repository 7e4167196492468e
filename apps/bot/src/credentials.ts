import { BotFault } from './bot-fault.ts';
import type { CredentialSource } from './paper-options.ts';
import { t } from './words.ts';

type CredentialDeps = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<string>;
}>;

/** What the person gave to sign in with; null for what they did not. */
export type Given = Readonly<{ password: string | null; code: string | null }>;

/**
 * Password and code, from where the person said or from QUORATE_PASSWORD and QUORATE_CODE. Neither is
 * needed where an earlier run has signed in.
 *
 * @throws BotFault `usage` for a password that is given twice, or empty where it was promised
 */
export async function chooseCredentials(
  deps: CredentialDeps,
  source: CredentialSource,
): Promise<Given> {
  const code = (source.code ?? deps.env.QUORATE_CODE ?? '').trim();
  return { password: await choosePassword(deps, source), code: code === '' ? null : code };
}

async function choosePassword(
  deps: CredentialDeps,
  source: CredentialSource,
): Promise<string | null> {
  if (source.fromStdin && source.password !== null) {
    throw new BotFault('usage', t`Give --password or --password-stdin, not both.`);
  }
  if (!source.fromStdin) return source.password ?? (deps.env.QUORATE_PASSWORD || null);
  const typed = (await deps.readStdin()).replace(/\r?\n$/, '');
  if (typed === '') throw new BotFault('usage', t`Standard input held no password.`);
  return typed;
}
