import { outliveReaders } from '../apps/api/src/process/output.ts';
import { commandSettings } from './command-settings.ts';

/**
 * Runs a command on the service's data with the service's settings, and says first where they came from.
 *
 * @param run is given what was typed, without `--env-file`; gives the exit code
 */
export async function command(run: (args: readonly string[]) => Promise<number>): Promise<void> {
  // Backups, exports and databases hold everybody's secrets.
  process.umask(0o077);
  outliveReaders();
  try {
    const { args, from } = commandSettings(process.argv.slice(2));
    // What a command prints is for pipes; what it says of itself is not.
    process.stderr.write(`Settings: ${from}\n`);
    process.exitCode = await run(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
