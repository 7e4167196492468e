import { BotFault } from './bot-fault.ts';
import type { PasswordSource } from './paper-options.ts';

type PasswordDeps = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<string>;
}>;

/**
 * The password, from where the person said or from QUORATE_PASSWORD.
 *
 * @throws BotFault `usage` when there is none, or two
 */
export async function choosePassword(deps: PasswordDeps, source: PasswordSource): Promise<string> {
  if (source.fromStdin && source.given !== null) {
    throw new BotFault('usage', 'Give --password or --password-stdin, not both.');
  }
  const typed = source.fromStdin
    ? (await deps.readStdin()).replace(/\r?\n$/, '')
    : (source.given ?? deps.env.QUORATE_PASSWORD ?? '');
  if (typed !== '') return typed;
  throw new BotFault(
    'usage',
    source.fromStdin
      ? 'Standard input held no password.'
      : 'The password is missing: give --password-stdin, --password or the variable QUORATE_PASSWORD.',
  );
}
