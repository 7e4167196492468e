import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { surviveKill } from './testing/survive-kill.ts';

const LINUX = process.platform === 'linux' ? false : 'its programs are scripts that Linux starts';

/** What an update tells of. At random moments it is killed by `npm run bench -- desktop.update-kill`. */
const STEPS = [
  'state checking',
  'state downloading',
  'extraction begun',
  'extracted',
  'files compared',
  'state waiting',
  'noted',
  'while bots stop',
  'bots stopped',
  'switched',
  'let go',
  'started',
  'confirmed',
];

describe('an update that is killed', { skip: LINUX, concurrency: 2 }, () => {
  for (const step of STEPS)
    it(`at the step "${step}" leaves an app that comes up and can update`, async (t) => {
      const { killed, said } = await surviveKill(t, step);
      assert.ok(killed, said);
    });

  for (let run = 1; run <= 2; run++)
    it(`at a random moment leaves an app that comes up and can update, run ${run}`, async (t) => {
      const moment = Math.floor(Math.random() * 700);
      t.diagnostic(`killed after ${moment} ms`);
      await surviveKill(t, moment);
    });
});
