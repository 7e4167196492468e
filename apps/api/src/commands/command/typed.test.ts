import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTyped } from './typed.ts';

describe('what was typed after the name of a command', () => {
  const read = (...args: string[]) => {
    const said: string[] = [];
    const typed = readTyped(
      args,
      { yes: { type: 'boolean', default: false } },
      ({ values, positionals: [file, ...more] }) =>
        file === undefined || more.length > 0 ? null : { file, yes: values.yes },
      (line) => said.push(line),
    );
    return { typed, said };
  };

  it('is read with its options', () => {
    assert.deepEqual(read('a.backup', '--yes'), {
      typed: { file: 'a.backup', yes: true },
      said: [],
    });
  });

  it('is named where it is an option that there is not, or one that takes no value', () => {
    assert.deepEqual(read('a', '--yess'), { typed: null, said: ["Unknown option '--yess'.\n"] });
    assert.match(read('a', '--yes=1').said.join(), /--yes/);
  });

  it('asks for help and for nothing else where --help is among it', () => {
    assert.deepEqual(read('a', '--help'), { typed: null, said: [] });
    assert.deepEqual(read('-h', '--nonsense'), { typed: null, said: [] });
  });
});
