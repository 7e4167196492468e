import { writeFileSync } from 'node:fs';
import type { Recording } from '../apps/web/src/features/decisions/recording.ts';
import { packageBin } from './package-bin.ts';
import { recordDecision } from './record-decision/record.ts';
import { fromRoot, ROOT } from './root.ts';
import { run } from './run.ts';
import { ensureSite } from './site.ts';

const FILE = 'apps/web/src/features/decisions/recorded-decisions.ts';

/** Writes a recording as a module of the site. @throws Error when it cannot be formatted */
async function writeRecording(recording: Recording): Promise<void> {
  const path = fromRoot(FILE);
  const lines = [
    `import type { Recording } from './recording.ts';`,
    '',
    '/**',
    ' * The two decisions that the site shows.',
    ' *',
    ' * From a recorded run of the paper bot: `npm run record:decision` writes it, nobody else does.',
    ' */',
    `export const RECORDING: Recording = ${JSON.stringify(recording)};`,
    '',
  ];
  writeFileSync(path, lines.join('\n'));
  const biome = packageBin('@biomejs/biome', 'biome');
  const { code, output } = await run(process.execPath, [biome, 'check', '--write', path], {
    cwd: ROOT,
    output: 'keep',
  });
  if (code !== 0) throw new Error(`the recording cannot be formatted:\n${output.trim()}`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

// The service that the bot trades on serves the site as well, and does not start without it.
await ensureSite(say);
say('A paper bot trades a made-up market …');
const recording = await recordDecision();
await writeRecording(recording);
say(FILE);
const { trades, at_target, at_stop } = recording.run;
say(`One of ${trades} trades; ${at_target} closed at their target, ${at_stop} at their stop.`);
