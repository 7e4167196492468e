import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fromRoot } from '../../tools/root.ts';
import { cleanEnvironment } from '../../tools/service-environment.ts';

/** Runs a command of this repository as whoever types it. @param file from the root */
export async function runCommand(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [fromRoot(file), ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, words] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output: out + words };
}
