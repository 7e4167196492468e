import { dataDirOption, jsonOption } from '@quorate/bot/command-line/common-options';
import { Command } from 'commander';

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
