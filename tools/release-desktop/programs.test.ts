import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAKENSIS, missingPrograms, OSSLSIGNCODE } from './programs.ts';

test('a program that is missing is named with the package that has it', () => {
  assert.deepEqual(missingPrograms([MAKENSIS, OSSLSIGNCODE], '/nowhere'), [
    'makensis is missing, which makes the installer; on Debian: apt-get install nsis',
    'osslsigncode is missing, which signs programs for Windows, and verifies that Node is as its publisher signed it; on Debian: apt-get install osslsigncode',
  ]);
  assert.deepEqual(missingPrograms([]), []);
});
