import { Command } from 'commander';
import {
  dataDirOption,
  examples,
  jsonOption,
  profileOption,
} from '../command-line/common-options.ts';
import { parseService } from '../parse-options.ts';
import { loadProfile } from '../profiles/profile-store.ts';

/** What is asked about the key of a service's public log. */
export type LogKeyOptions = Readonly<{
  /** Base address without a slash at the end. */
  service: string;
  dataDir: string;
  /** The key that is accepted from now on; null: none. */
  accept: string | null;
  json: boolean;
}>;

type Typed = Readonly<{
  profile?: string;
  service?: string;
  dataDir: string;
  accept?: string;
  json: boolean;
}>;

/**
 * The command `log-key`.
 *
 * @param run takes the checked options
 */
export function logKeyCommand(run: (options: LogKeyOptions) => Promise<void>): Command {
  return new Command('log-key')
    .description('the key of the service’s public log: the pinned one, and whether it still signs')
    .addOption(profileOption())
    .option('--service <url>', 'address of the service, in place of the profile’s', parseService)
    .option('--accept <key>', 'trust this key from now on; it has to be the one that signs now')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('log-key', 'log-key --accept quorate.example/log+1a2b3c4d+AQ…'))
    .allowExcessArguments(false)
    .action(({ profile, service, accept, ...typed }: Typed) =>
      run({
        ...typed,
        service: service ?? loadProfile(typed.dataDir, profile ?? null).service,
        accept: accept ?? null,
      }),
    );
}
