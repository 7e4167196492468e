import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { msg } from '@lingui/core/runtime-macro';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { lingui } from '../lingui-plugin.ts';
import { updated } from './catalogue-file.ts';
import { faultsOf } from './faults-of.ts';
import { messagesIn } from './messages-in.ts';

const textsIn = async (code: string) =>
  (await messagesIn(code, 'some.tsx')).map(({ message }) => message);

describe('the messages of a file', () => {
  it('are those of macros, with values, counts and elements', async () => {
    const code = `
      import { plural, t } from '@lingui/core/macro';
      import { Trans } from '@lingui/react/macro';
      export const a = (name: string) => t\`Hello \${name}\`;
      export const b = (count: number) => plural(count, { one: '# trade', other: '# trades' });
      export const c = <Trans>Read the <b>guide</b></Trans>;`;
    assert.deepEqual(await textsIn(code), [
      'Hello {name}',
      '{count, plural, one {# trade} other {# trades}}',
      'Read the <0>guide</0>',
    ]);
  });

  it('are those of functions, also where choices have a name of their own', async () => {
    const code = `
      import { msg, select } from '@lingui/core/runtime-macro';
      const KINDS = { app: 'app', other: 'bot' } as const;
      export const a = (kind: string) => msg\`A \${select({ kind }, KINDS)} of \${{ who: name() }}\`;`;
    assert.deepEqual(await textsIn(code), ['A {kind, select, app {app} other {bot}} of {who}']);
  });

  it('are those of the bot, which has a function for them', async () => {
    const code = `import { t } from '../words.ts';\nexport const a = t\`No terminal \${{ name }}\`;`;
    assert.deepEqual(await textsIn(code), ['No terminal {name}']);
  });

  it('have the ids by which Lingui looks them up at run time', async () => {
    const [found] = await messagesIn(
      "import { t } from '@lingui/core/macro';\nexport const a = t`Open positions`;",
      'some.ts',
    );
    assert.equal(found?.id, generateMessageId('Open positions'));
  });

  it('are several where one English text has several senses, each with the id of its sense', async () => {
    const code = `
      import { msg, t } from '@lingui/core/macro';
      import { Trans } from '@lingui/react/macro';
      export const a = t\`Open\`;
      export const b = t({ message: 'Open', context: 'state of a trade' });
      export const c = msg({ message: 'Open', context: 'state of a trade' });
      export const d = <Trans context="price">Open</Trans>;`;
    assert.deepEqual(await messagesIn(code, 'some.tsx'), [
      { id: generateMessageId('Open'), message: 'Open' },
      ...[1, 2].map(() => ({
        id: generateMessageId('Open', 'state of a trade'),
        message: 'Open',
        context: 'state of a trade',
      })),
      { id: generateMessageId('Open', 'price'), message: 'Open', context: 'price' },
    ]);
    const atRunTime = msg({ message: 'Open', context: 'state of a trade' });
    assert.equal(atRunTime.id, generateMessageId('Open', 'state of a trade'));
  });

  it('keep their ids in the built site, which has no use for the words of the context', async () => {
    const { transform } = lingui();
    assert.ok(typeof transform === 'object');
    const code =
      "import { t } from '@lingui/core/macro';\nexport const a = t({ message: 'Open', context: 'price' });";
    const built = await transform.handler.call({} as never, code, 'some.tsx');
    assert.ok(typeof built === 'object' && built !== null);
    assert.match(String(built.code), new RegExp(`id: "${generateMessageId('Open', 'price')}"`));
    assert.doesNotMatch(String(built.code), /context|price/);
  });
});

describe('a catalogue', () => {
  const said = new Map([['a.ts', [{ id: 'x1', message: 'Close' }]]]);

  it('keeps what is translated, forgets what nobody says, and leaves what is new empty', () => {
    const file = {
      'old.ts': [
        { id: 'x1', en: 'Close', text: 'Cerrar' },
        { en: 'Gone', text: 'Ido' },
      ],
    };
    assert.deepEqual(updated(file, said), { 'a.ts': [{ id: 'x1', en: 'Close', text: 'Cerrar' }] });
    assert.deepEqual(updated({}, said), { 'a.ts': [{ id: 'x1', en: 'Close', text: '' }] });
  });

  it('shows translators the sense of a text that has several', () => {
    const message = { id: 'x2', message: 'Open', context: 'state of a trade' };
    assert.deepEqual(updated({}, new Map([['a.ts', [message]]])), {
      'a.ts': [{ id: 'x2', en: 'Open', context: 'state of a trade', text: '' }],
    });
  });

  it('has an error translated again when its English changes', () => {
    const file = { 'a.ts': [{ id: 'x1', en: 'Shut', text: 'Cerrar' }] };
    assert.deepEqual(updated(file, said), { 'a.ts': [{ id: 'x1', en: 'Close', text: '' }] });
  });

  const faults = (en: string, text: string, id?: string) =>
    faultsOf({ 'a.ts': [id === undefined ? { en, text } : { id, en, text }] });

  it('is whole where every value, choice, element and mark is in the translation', () => {
    assert.deepEqual(
      faults(
        '{n, plural, one {# trade} other {# trades}} of {name}',
        'De {name}: {n, plural, one {# operación} other {# operaciones}}',
        'x',
      ),
      [],
    );
    assert.deepEqual(faults('Read the <0>guide</0>', 'Lee la <0>guía</0>', 'x'), []);
    assert.deepEqual(
      faults(
        'See [the **plans**](/pricing) or {{plans}}',
        'Mira {{plans}} o [los **planes**](/pricing)',
      ),
      [],
    );
  });

  it('is not whole where one is missing, or a text is', () => {
    assert.match(faults('Hello {name}', 'Hola {nombre}', 'x').join(), /“\{name\}” is missing/);
    assert.match(
      faults('{n, plural, one {a} other {b}}', '{n, plural, other {b}}', 'x').join(),
      /\{n, one\}/,
    );
    assert.match(faults('Read the <0>guide</0>', 'Lee la guía', 'x').join(), /<0>/);
    assert.match(faults('See [plans](/pricing)', 'Mira [planes](/precios)').join(), /pricing/);
    assert.match(faults('Close', ' ', 'x').join(), /not translated/);
    assert.match(faults(' at the close', 'al cierre', 'x').join(), /other spaces/);
  });
});
