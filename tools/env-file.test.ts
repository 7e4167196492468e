import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EnvFileError, parseEnvFile } from './env-file.ts';

describe('a settings file is read as systemd reads an EnvironmentFile', () => {
  const cases: [what: string, text: string, settings: Record<string, string>][] = [
    ['plain values', 'A=1\nB=two\n', { A: '1', B: 'two' }],
    ['Windows line ends and a byte order mark', '\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['comments and empty lines', '# A=1\n; B=2\n\n  \nC=3', { C: '3' }],
    ['a # within a value', 'A=pass#word\n', { A: 'pass#word' }],
    ['spaces around a value', 'A =  one two  \n', { A: 'one two' }],
    ['quotes of both kinds', `A="one # two"\nB='$HOME \\n'\n`, { A: 'one # two', B: '$HOME \\n' }],
    ['escapes in double quotes', 'A="\\"\\\\\\$\\n"\n', { A: '"\\$\\n' }],
    ['escapes without quotes', 'A=one\\ two\\#\n', { A: 'one two#' }],
    ['a line that goes on', 'A=one\\\ntwo\nB="x\\\ny"\n', { A: 'onetwo', B: 'xy' }],
    ['quotes in the middle', `A=it's "so"\n`, { A: `it's "so"` }],
    ['several lines in quotes', 'A="one\ntwo"\nB=3\n', { A: 'one\ntwo', B: '3' }],
    ['the last of two', 'A=1\nA=2\n', { A: '2' }],
    ['an empty value', 'A=\nB=""\n', { A: '', B: '' }],
    [
      'an address with everything in it',
      'DATABASE_URL="postgresql://q:p%23=w@h:5432/d?host=/run"\n',
      { DATABASE_URL: 'postgresql://q:p%23=w@h:5432/d?host=/run' },
    ],
  ];
  for (const [what, text, settings] of cases)
    it(what, () => assert.deepEqual(parseEnvFile('file', text), settings));

  const faults: [what: string, text: string, said: RegExp][] = [
    ['a line without a name', 'A=1\nhunter2\n', /^Line 2 of file cannot be used/],
    ['export, which systemd does not know', 'export A=hunter2\n', /^Line 1 of file/],
    ['a quote that never closes', 'A=1\nB="hunter2\nC=3\n', /^Line 2 .*B opens a quote/],
    ['a comment behind a value', 'A=hunter2 # mine\n', /A has a # after its value/],
    ['a comment behind quotes', 'A="hunter2" # mine\n', /A has a # after its value/],
    ['bytes that are no text', 'A=\0', /is no text file/],
  ];
  for (const [what, text, said] of faults)
    it(`and refused with the line for ${what}`, () => {
      assert.throws(
        () => parseEnvFile('file', text),
        (error) => {
          assert.ok(error instanceof EnvFileError);
          assert.match(error.message, said);
          assert.doesNotMatch(error.message, /hunter2/);
          return true;
        },
      );
    });
});
