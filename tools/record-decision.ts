import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageBin } from './package-bin.ts';
import { recordDecision } from './record-decision/record.ts';
import type { Recording } from './record-decision/recording-of.ts';
import { fromRoot, ROOT } from './root.ts';
import { run } from './run.ts';
import { ensureSite } from './site.ts';

const FILES = [
  {
    name: 'recorded-decision.ts',
    type: 'RecordedDecision',
    value: 'RECORDED_DECISION',
    comment: 'The decision that the site shows.',
    part: ({ decision }: Recording) => decision,
  },
  {
    name: 'recorded-replay.ts',
    type: 'RecordedReplay',
    value: 'RECORDED_REPLAY',
    comment: 'What was seen before the decision that the site shows, and what came after it.',
    part: ({ replay }: Recording) => replay,
  },
];

/**
 * Writes a recording as modules of the site. They are two, so that the first page need not load what
 * only the replay shows.
 *
 * @param folder absolute
 * @returns the files' paths
 * @throws Error when they cannot be formatted
 */
async function writeRecording(folder: string, recording: Recording): Promise<string[]> {
  const paths = FILES.map(({ name, type, value, comment, part }) => {
    const path = join(folder, name);
    const lines = [
      `import type { ${type} } from './recording.ts';`,
      '',
      '/**',
      ` * ${comment}`,
      ' *',
      ' * From a recorded run of the paper bot: `npm run record:decision` writes it, nobody else does.',
      ' */',
      `export const ${value}: ${type} = ${JSON.stringify(part(recording))};`,
      '',
    ];
    writeFileSync(path, lines.join('\n'));
    return path;
  });
  const biome = packageBin('@biomejs/biome', 'biome');
  const { code, output } = await run(process.execPath, [biome, 'check', '--write', ...paths], {
    cwd: ROOT,
    output: 'keep',
  });
  if (code !== 0) throw new Error(`the recording cannot be formatted:\n${output.trim()}`);
  return paths;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

// The service that the bot trades on serves the site as well, and does not start without it.
await ensureSite(say);
say('A paper bot trades a made-up market …');
const recording = await recordDecision();
const folder = fromRoot('apps/web/src/features/decisions');
for (const path of await writeRecording(folder, recording)) say(relative(ROOT, path));
const sums = recording.replay.run;
say(
  `One of ${sums.trades} trades; ${sums.at_target} closed at their target, ${sums.at_stop} at their stop.`,
);
