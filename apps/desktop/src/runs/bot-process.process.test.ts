import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { botLogOf, endOfFile, isAlive, lastLineOf, shortenLog, spawnBotOf } from './bot-process.ts';

function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bot pröcess '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const script = join(dataDir, 'a bot.mjs');
  writeFileSync(
    script,
    `console.log(JSON.stringify([process.argv.slice(2), process.env.SAID ?? null]));
     console.error('the end');
     process.exitCode = 5;`,
  );
  const program = { command: process.execPath, args: [script] };
  return { log: botLogOf(dataDir, 'My Bot'), program };
}

describe('a bot as a process', () => {
  it('gets its arguments and environment as they are, and its log what it says', async (t) => {
    const { log, program } = stage(t);
    const args = ['live', '--profile', 'My "Bot" & more', '--data-dir', 'C:\\Users\\Jörg Ünal\\'];
    const child = spawnBotOf(program, { SAID: 'yes' })(args, log);
    assert.ok(child.pid !== null);
    assert.deepEqual(await child.ended, { exit: 5, why: null });
    const said = readFileSync(log, 'utf8');
    assert.deepEqual(JSON.parse(said.split('\n')[0] ?? ''), [args, 'yes']);
    assert.equal(lastLineOf(log), 'the end');
    if (process.platform !== 'win32') assert.equal(statSync(log).mode & 0o077, 0);
    assert.equal(isAlive(child.pid), false);
  });

  it('that was killed, or cannot be started, says why', async (t) => {
    const { log, program } = stage(t);
    const waiting = { ...program, args: ['-e', 'setInterval(() => {}, 1000)'] };
    const child = spawnBotOf(waiting, {})([], log);
    child.kill();
    assert.deepEqual(await child.ended, { exit: null, why: 'SIGKILL' });
    const none = spawnBotOf({ command: join(dirname(log), 'no program'), args: [] }, {})([], log);
    const { exit, why } = await none.ended;
    assert.equal(exit, null);
    assert.match(why ?? '', /ENOENT/);
  });

  it('begins a new log where the old one has grown large, and keeps that one', async (t) => {
    const { log, program } = stage(t);
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, 'x'.repeat(5 * 1_048_576 + 1));
    await spawnBotOf(program, {})([], log).ended;
    assert.ok(statSync(log).size < 1_000);
    assert.ok(existsSync(log.replace('.log', '.before.log')));
    await spawnBotOf(program, {})([], log).ended;
    assert.equal(readFileSync(log, 'utf8').split('the end').length - 1, 2);
  });
});

describe('a bot that writes without end', () => {
  it('has its log begun again while it writes, and what it says next is there', async (t) => {
    const { log, program } = stage(t);
    const shortened = join(dirname(log), 'shortened');
    const flood = `const { existsSync, writeSync } = require('node:fs');
      const line = 'x'.repeat(1_023) + '\\n';
      for (let at = 0; at < 20_480; at += 1) writeSync(1, line);
      setInterval(() => {
        if (!existsSync(process.argv[1])) return;
        console.log('the very end');
        process.exit();
      }, 20);`;
    const child = spawnBotOf({ ...program, args: ['-e', flood] }, {})([shortened], log);
    while (statSync(log).size < 20 * 1_048_576)
      await new Promise<void>((resolve) => void setTimeout(resolve, 20));
    shortenLog(log);
    assert.equal(statSync(log).size, 0);
    const kept = statSync(log.replace('.log', '.before.log')).size;
    assert.ok(kept > 4 * 1_048_576 && kept <= 5 * 1_048_576, `${kept}`);
    writeFileSync(shortened, '');
    assert.deepEqual(await child.ended, { exit: 0, why: null });
    assert.equal(readFileSync(log, 'utf8'), 'the very end\n');
  });
});

describe('the end of a log', () => {
  it('begins with a whole line, also where a letter is cut', (t) => {
    const { log } = stage(t);
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, 'ünö\näää\nüüü\n');
    assert.equal(endOfFile(log, 8), 'üüü\n');
    assert.equal(endOfFile(log, 1_000), 'ünö\näää\nüüü\n');
    assert.equal(endOfFile(`${log}.none`, 10), null);
    assert.equal(lastLineOf(`${log}.none`), null);
  });
});
