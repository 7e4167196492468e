import { Command } from 'commander';
import {
  dataDirOption,
  examples,
  jsonOption,
  profileOption,
} from '../command-line/common-options.ts';
import { wholeBetween } from '../parse-options.ts';
import type { DoctorOptions } from './run-doctor.ts';

type Typed = Readonly<{ profile?: string; dataDir: string; wait: number; json: boolean }>;

/** The command `doctor`. */
export function doctorCommand(run: (options: DoctorOptions) => Promise<void>): Command {
  return new Command('doctor')
    .description('check one by one what a live run needs, and say what to do')
    .addOption(profileOption())
    .option('--wait <seconds>', 'how long the terminal is waited for', wholeBetween(0, 600), 20)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('doctor --profile Main', 'doctor --profile Main --wait 60 --json'),
    )
    .allowExcessArguments(false)
    .action(
      ({
        profile = null,
        dataDir,
        wait,
        json,
      }: Omit<Typed, 'profile'> & { profile?: string | null }) =>
        run({ profile, dataDir, waitMs: wait * 1_000, json }),
    );
}
