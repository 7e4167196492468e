import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textLines } from './logger.ts';

function written(...lines: object[]): string {
  let text = '';
  const out = textLines({
    write: (line) => {
      text += line;
    },
  });
  for (const line of lines) out.write(`${JSON.stringify(line)}\n`);
  return text;
}

it('a line for people has time, level, message and fields, and the stack of a fault below', () => {
  const time = Date.UTC(2026, 10, 22, 10, 5, 7, 31);
  const text = written(
    {
      level: 30,
      time,
      pid: 1,
      hostname: 'h',
      msg: 'request',
      route: '/api/x',
      status: 200,
      ms: 1.5,
    },
    {
      level: 50,
      time,
      msg: 'internal',
      err: { type: 'Error', message: 'm', stack: 'Error: m\n    at x' },
    },
    { level: 40, time, msg: 'odd', words: 'two words\nand a line' },
  );
  assert.equal(
    text,
    [
      '10:05:07.031 info  request route=/api/x status=200 ms=1.5',
      '10:05:07.031 error internal',
      'Error: m\n    at x',
      '10:05:07.031 warn  odd words="two words\\nand a line"',
      '',
    ].join('\n'),
  );
});

it('a line in another form is written as it came', () => {
  assert.equal(written({ other: 1 }), '{"other":1}\n');
});

it('what stands in a fault can neither forge a line nor speak to the terminal', () => {
  const message = 'no\n10:05:07.031 info  request user=forged\u001b[2J\u009b2J\r';
  const text = written({
    level: 50,
    time: Date.UTC(2026, 10, 22, 10, 5, 7, 31),
    msg: message,
    err: { type: 'Error', message, stack: `Error: ${message}\n    at x` },
  });
  assert.deepEqual(new Set(text.match(/\p{Cc}/gu)), new Set(['\n']));
  assert.deepEqual(
    text.split('\n').map((line) => /^\d\d:/.test(line)),
    [true, false, false, false, false],
    text,
  );
});
