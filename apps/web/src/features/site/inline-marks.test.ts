import { expect, test } from 'vitest';
import { plainText, readMarks } from './inline-marks.ts';

test('a line is taken apart at its marks', () => {
  expect(readMarks('Press **Start**, read [the guide](/guide#bot), type `run`.')).toEqual([
    { kind: 'plain', at: 0, text: 'Press ' },
    { kind: 'strong', at: 6, text: 'Start' },
    { kind: 'plain', at: 15, text: ', read ' },
    { kind: 'link', at: 22, text: 'the guide', to: '/guide#bot' },
    { kind: 'plain', at: 45, text: ', type ' },
    { kind: 'typed', at: 52, text: 'run' },
    { kind: 'plain', at: 57, text: '.' },
  ]);
});

test('a line without marks is one piece, an empty one is none', () => {
  expect(readMarks('Just words.')).toEqual([{ kind: 'plain', at: 0, text: 'Just words.' }]);
  expect(readMarks('')).toEqual([]);
});

test.each([
  'Two * three * four',
  'A [label] without address',
  '[elsewhere](https://evil.example)',
  '[script](javascript:alert(1))',
  'An open `tick',
  'An open **mark',
])('%s stays as it is', (line) => {
  expect(readMarks(line)).toEqual([{ kind: 'plain', at: 0, text: line }]);
});

test('plain text is what is read, without marks', () => {
  expect(plainText('**Type** `--help` in [there](/x).')).toBe('Type --help in there.');
});
