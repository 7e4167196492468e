import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findInPage, findInSource } from './words.ts';

const places = (found: ReturnType<typeof findInPage>) =>
  found.map(({ line, phrase }) => `${line} ${phrase}`);

describe('the words of texts', () => {
  it('are found in a page by line, in any case', () => {
    assert.deepEqual(places(findInPage('a.md', 'It starts.\nWhoever reads it, starts anew.')), [
      '2 anew',
      '2 Whoever',
    ]);
  });

  it('are found in strings, templates and JSX, with the line where they are', () => {
    const source = [
      "const a = 'It is tried again by itself.';",
      'const b = `one\ntwo is told`;',
      'const c = <p>Your bot fell silent.</p>;',
    ].join('\n');
    assert.deepEqual(places(findInSource('a.tsx', source)), [
      '1 by itself',
      '3 is told',
      '4 fell silent',
    ]);
  });

  it('are not looked for in names and comments', () => {
    const source = "// whoever\nconst whoever = 'anew';\nconst about = [whoever];";
    assert.deepEqual(findInSource('a.ts', source), []);
  });
});
