import { relative } from 'node:path';
import { recordDecision } from './record-decision/record.ts';
import { writeRecording } from './record-decision/write-recording.ts';
import { fromRoot, ROOT } from './root.ts';
import { ensureSite } from './site.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

// The service that the bot trades on serves the site as well, and does not start without it.
await ensureSite(say);
say('A paper bot trades a made-up market …');
const recording = await recordDecision();
const folder = fromRoot('apps/web/src/features/decisions');
for (const path of await writeRecording(folder, recording)) say(relative(ROOT, path));
const { run } = recording.replay;
say(
  `One of ${run.trades} trades; ${run.at_target} closed at their target, ${run.at_stop} at their stop.`,
);
