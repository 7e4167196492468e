import { Command } from 'commander';
import { dataDirOption, jsonOption } from '../command-line/common-options.ts';

/** The command `forget-secrets`, which the uninstaller runs where the data goes. */
export function forgetSecretsCommand(
  run: (options: Readonly<{ dataDir: string; json: boolean }>) => void,
): Command {
  return new Command('forget-secrets')
    .description('remove every password and sign-in of a data folder from where secrets are kept')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(run);
}
