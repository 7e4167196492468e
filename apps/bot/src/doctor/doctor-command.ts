import { Command } from 'commander';
import {
  dataDirOption,
  examples,
  jsonOption,
  profileOption,
} from '../command-line/common-options.ts';
import { wholeBetween } from '../parse-options.ts';

export type DoctorOptions = Readonly<{
  /** null for the only profile there is. */
  profile: string | null;
  dataDir: string;
  /** How long the terminal is waited for. */
  waitMs: number;
  json: boolean;
}>;

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
    .action(({ profile, dataDir, wait, json }: Typed) =>
      run({ profile: profile ?? null, dataDir, waitMs: wait * 1_000, json }),
    );
}
