import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';

const MODULE = new URL('app-log.ts', import.meta.url).href;

/** A process in which things go wrong, as no test could have them go wrong in its own. */
const SCRIPT = `
  import { hearUnforeseen } from ${JSON.stringify(MODULE)};
  const unhear = hearUnforeseen(
    (line) => console.log('LOG ' + line.split('\\n')[0]),
    (error) => console.log('SHOWN ' + (error instanceof Error ? error.message : error)),
  );
  setImmediate(() => { throw new Error('a part fell over'); });
  setTimeout(() => void Promise.reject('forgotten'), 10);
  setTimeout(() => { console.log('goes on'); unhear(); }, 30);
`;

it('what no part catches is in the log and shown, and the app goes on', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  assert.deepEqual(stdout.trim().split('\n'), [
    'LOG Something unforeseen happened, and the app goes on: Error: a part fell over',
    'SHOWN a part fell over',
    'LOG Something unforeseen happened, and the app goes on: forgotten',
    'SHOWN forgotten',
    'goes on',
  ]);
});
