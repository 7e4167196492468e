import type { VerdictMode } from '@quorate/trading/ensemble/verdict-rules';
import { Command, Option } from 'commander';
import {
  dataDirOption,
  examples,
  jsonOption,
  profileOption,
  verboseOption,
  verdictOption,
} from '../command-line/common-options.ts';
import type { CredentialSource } from '../paper-options.ts';
import type { Profile } from '../profiles/profile.ts';
import { loadProfile } from '../profiles/profile-store.ts';

type Typed = Readonly<{
  profile?: string;
  dataDir: string;
  real?: string;
  flatten: boolean;
  json: boolean;
  verbose: boolean;
  forApp: boolean;
  verdict?: VerdictMode;
  learning?: string;
  password?: string;
  passwordStdin?: boolean;
  code?: string;
}>;

/**
 * The command `live`.
 *
 * @param run takes the checked options
 */
export function liveCommand(
  run: (options: LiveOptions, credentials: CredentialSource) => Promise<void>,
): Command {
  return new Command('live')
    .description('trade an account of MetaTrader 5 through its terminal, as a profile says')
    .addOption(profileOption())
    .option('--real <account>', 'trade real money: the number of the account, typed once more')
    .option('--flatten', 'close everything of this bot, halt the terminal, and end', false)
    .option('--password <password>', 'password (better: --password-stdin or QUORATE_PASSWORD)')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'code from the dashboard, in place of the password (or QUORATE_CODE)')
    .addOption(verdictOption())
    .option(
      '--learning <account>',
      'with real money and --verdict learning: the number of the account, typed once more; a quarter of the risk, until 300 outcomes are known',
    )
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .addOption(verboseOption())
    .addOption(new Option('--for-app').default(false).hideHelp())
    .addHelpText(
      'after',
      examples('live --profile Main', 'live --profile Main --real 12345678', 'live --flatten'),
    )
    .allowExcessArguments(false)
    .action(
      async ({
        password,
        passwordStdin,
        code,
        real,
        profile,
        verdict,
        learning,
        ...typed
      }: Typed) => {
        await run(
          {
            ...typed,
            real: real ?? null,
            verdict: verdict ?? null,
            learning: learning ?? null,
            profile: loadProfile(typed.dataDir, profile ?? null),
          },
          { fromStdin: passwordStdin ?? false, password: password ?? null, code: code ?? null },
        );
      },
    );
}

/** What a live run was asked to do, each value checked. */
export type LiveOptions = Readonly<{
  profile: Profile;
  dataDir: string;
  /** The account's number, typed once more by whoever wants to trade real money; null without it. */
  real: string | null;
  /** What trades rest on, above what the profile says; null where it says it. */
  verdict?: VerdictMode | null;
  /** The account's number, typed once more by whoever wants real money traded on what analysts state. */
  learning?: string | null;
  /** Closes everything of ours, halts the terminal and ends; no service is needed. */
  flatten: boolean;
  json: boolean;
  verbose: boolean;
  /** The desktop app started it: lines carry their time, and how it ended is left in the account's folder. */
  forApp?: boolean;
}>;
