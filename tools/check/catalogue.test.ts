import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findOutsideCatalogue, isException } from './catalogue.ts';

const MACROS = `
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
`;
const found = (source: string) =>
  findOutsideCatalogue('a.tsx', `${MACROS}${source}`).map(({ text }) => text);

describe('texts outside the catalogues', () => {
  it('are text of elements and what stands there in braces, with the line', () => {
    const source =
      "const a = (\n  <p>\n    Your bot\n  </p>\n);\nconst b = <p>{on ? 'on' : 'off'}</p>;";
    assert.deepEqual(found(source), ['Your bot', "'on'", "'off'"]);
    const [first] = findOutsideCatalogue('a.tsx', 'const a =\n  <p>Your bot</p>;');
    assert.deepEqual([first?.file, first?.line], ['a.tsx', 2]);
  });

  it('are attributes and fields for people, also in one small word', () => {
    assert.deepEqual(found('const a = <B title="paused" aria-label={c ? "met" : t`not met`} />;'), [
      '"paused"',
      '"met"',
    ]);
    assert.deepEqual(found("const a = { label: 'lots', column: 'Weekday' };"), [
      "'lots'",
      "'Weekday'",
    ]);
  });

  it('are strings and templates of several words, or of one with a capital', () => {
    assert.deepEqual(found("const a = 'a made-up market'; const b = ['Set-up'];"), [
      "'a made-up market'",
      "'Set-up'",
    ]);
    assert.deepEqual(found(`const a = \`\${n} trades\`; const b = \`Bar of \${day}\`;`), [
      `\`\${n} trades\``,
      `\`Bar of \${day}\``,
    ]);
  });

  it('are parts of a message that no translation can reach', () => {
    assert.deepEqual(
      found(`const a = t\`It is \${on ? 'on' : t\`off\`}, \${names.join(' or ')}\`;`),
      ["'on'", "' or '"],
    );
  });

  it('are not what the macros have', () => {
    assert.deepEqual(
      found(`
        const a = t\`Your bot\`;
        const b = plural(n, { one: '# trade is open', other: '# trades are open' });
        const c = <Trans>Your <b>bot</b> of {name}</Trans>;
        const d = <Plural value={n} one="# new trade" other="# new trades" />;
      `),
      [],
    );
  });

  it('are not what programs read', () => {
    assert.deepEqual(
      found(`
        const a = <p className="flex gap-2 sm:hidden" id="your bot" role="status" />;
        const b = event.key === 'Escape' && target.closest('input, textarea');
        const c = { Accept: 'text/html', type: 'Question' } satisfies Record<'Only Here', string>;
        const d = \`min-h-8 \${look} hover:bg-sunk\`;
        const e = new Error('only developers read this');
        const f = \`checklist:\${id}\`;
      `),
      [],
    );
  });

  it('are found the other way round, too: messages in the place of a header, a key or a length', () => {
    assert.deepEqual(
      found(`
        const a = { authorization: t\`Bearer \${token}\` };
        const b = { '@type': t\`Question\` };
        const c = t\`600px 0px\`;
        const d = name === t\`Entry\`;
      `),
      [`t\`Bearer \${token}\``, 't`Question`', 't`600px 0px`', 't`Entry`'],
    );
  });

  it('may be listed as exceptions by how they begin, but no message in a wrong place may', () => {
    const [pro, entry] = findOutsideCatalogue(
      'a.tsx',
      `${MACROS}const a = ['Pro', b === t\`Pro\`];`,
    );
    const exception = { file: null, texts: ['Pro', 't`Pro'], reason: 'a name' };
    assert.ok(pro && isException(pro, exception));
    assert.ok(entry && !isException(entry, exception));
    assert.ok(!isException(pro, { ...exception, file: 'b.tsx' }));
  });
});
