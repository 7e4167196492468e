import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { msg, plural } from '@lingui/core/runtime-macro';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { catalogueOf } from '@quorate/contract/catalogue';
import { loadCatalogue } from './catalogue.ts';
import { dayWords } from './figures.ts';
import { createI18n, i18nOf, textMessage } from './i18n.ts';

const entry = (en: string, text: string) => ({ id: generateMessageId(en), en, text });
const spanish = (...entries: readonly { id?: string; en: string; text: string }[]) =>
  createI18n('es', catalogueOf({ 'a.ts': entries }));

describe('the Spanish of the service', () => {
  it('is what the catalogue says, with names, counts and days as they are written there', () => {
    const i18n = i18nOf('es');
    assert.equal(i18nOf('es'), i18n);
    assert.equal(i18n.t(msg`Hello ${{ username: 'Zoë' }},`), 'Hola, Zoë:');
    assert.equal(dayWords(i18n, new Date('2026-03-02T23:05:09Z')), '2 de marzo de 2026');
    const bots = (count: number) =>
      spanish(
        entry(
          '{n, plural, one {# bot} other {# bots}}',
          '{n, plural, one {un bot} other {# bots}}',
        ),
      ).t(msg`${plural({ n: count }, { one: '# bot', other: '# bots' })}`);
    assert.equal(bots(1), 'un bot');
    assert.equal(bots(12_000), '12,000 bots'.replace(',', bots(12_000).at(2) ?? ''));
  });

  it('is English where a text is empty, or not in the file', () => {
    const i18n = spanish(entry('Hello', ' '));
    assert.equal(i18n.t(msg`Hello`), 'Hello');
    assert.equal(i18n.t(msg`Goodbye ${{ name: "{it's}" }}`), "Goodbye {it's}");
    assert.equal(i18n.say('{braces} and it’s all letters'), '{braces} and it’s all letters');
  });

  it('is English where there is no file', () => {
    assert.deepEqual(loadCatalogue('es', join(tmpdir(), 'nowhere')), {});
    assert.deepEqual(loadCatalogue('en'), {});
  });

  it('is refused where the file is another one, instead of being half read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'locales-'));
    writeFileSync(join(folder, 'es.json'), '{"a.ts":[{"en":"Hello"}]}');
    assert.throws(() => loadCatalogue('es', folder), /text/);
  });

  it('leaves every sign of a document as it is', () => {
    const text = "{n, plural, one {#}} 'y' {nombre}";
    const i18n = spanish({ en: "{n} 'and' {name}", text });
    assert.equal(i18n.say("{n} 'and' {name}"), text);
    assert.equal(i18n.t(textMessage("{n} 'and' {name}")), text);
  });

  it('says a message within a message in the same language', () => {
    const i18n = spanish(entry('monthly', 'cada mes'), entry('billed {cycle}', 'se cobra {cycle}'));
    assert.equal(i18n.t(msg`billed ${{ cycle: i18n.t(msg`monthly`) }}`), 'se cobra cada mes');
    const nested = { ...msg`billed ${{ cycle: 'x' }}`, values: { cycle: msg`monthly` } };
    assert.equal(i18n.t(nested), 'se cobra cada mes');
  });
});

describe('what was stored in English', () => {
  it('is said in the reader’s language, also where an error passes it on', () => {
    const { say, t } = i18nOf('es');
    const stored = 'The spread of EURUSD is 52 points, the limit is 36.';
    const said = 'El spread de EURUSD es de 52 puntos, el límite es 36.';
    assert.equal(say(stored), said);
    assert.equal(t(textMessage(stored)), said);
    assert.equal(
      t(msg`The risk desk would have refused: ${{ why: textMessage(stored) }}`),
      `La mesa de riesgo la habría rechazado: ${said}`,
    );
    assert.equal(
      say("position 'x' is not a number; volume '' is not a number of lots"),
      "posición 'x' no es un número; el volumen '' no es un número de lotes",
    );
    assert.equal(i18nOf('en').say(stored), stored);
    assert.equal(say('constructor'), 'constructor');
  });
});
