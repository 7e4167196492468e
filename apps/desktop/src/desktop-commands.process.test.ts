import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runBot } from '@quorate/bot/testing/run-bot';

const MAIN = join(import.meta.dirname, 'main.ts');

describe('the commands of the desktop app', () => {
  for (const name of ['forget-secrets', 'ui']) {
    it(`explains ${name} within 96 columns, with the exit codes`, async () => {
      const { exit, stdout } = await runBot([name, '--help'], { main: MAIN });
      assert.equal(exit, 0);
      assert.match(stdout, new RegExp(`^Usage: bot ${name} `));
      assert.match(stdout, /Exit codes:\n {2}0 {4}done.*\n/);
      assert.match(stdout, /--data-dir <folder>/);
      assert.deepEqual(
        stdout.split('\n').filter((line) => line.length > 96),
        [],
      );
    });

    it(`names ${name} on the page about the bot`, () => {
      const page = readFileSync(
        join(import.meta.dirname, '../../../docs/reference/bot.md'),
        'utf8',
      );
      assert.ok(page.includes(`\`${name}\``));
    });
  }
});
