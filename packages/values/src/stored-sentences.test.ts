import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedTranslator } from './stored-sentences.ts';

const say = storedTranslator(
  [
    [
      'The spread of {symbol} is {value} points, the limit is {limit}.',
      'El spread de {symbol} es de {value} puntos; el límite es {limit}.',
    ],
    [
      '{agreeing} of {voters} analysts agree on {side};',
      '{agreeing} de {voters} analistas coinciden en {side};',
    ],
    [
      'by what they state: {value} R after costs.',
      'según lo que dicen: {value} R tras los costes.',
    ],
    ['Trading resumes at {time}.', 'Se vuelve a operar el {time}.'],
    ['{count} positions are open.', 'Hay {count} posiciones abiertas.'],
    ['1 position is open.', 'Hay 1 posición abierta.'],
    ['{exit}: {symbol} is closed.', '{exit}: se cierra {symbol}.'],
    ['{column} is no number', '{column} no es un número'],
    ['Refused: {message}', 'Rechazada: {message}'],
    ['Closed by {clock}.', 'Cerrado a las {clock}.'],
    ['Time stop', 'Stop por tiempo'],
  ],
  [['volume', 'el volumen']],
);

test('a sentence is said with its values, wherever they stand', () => {
  assert.equal(
    say('The spread of EURUSD is 52 points, the limit is 36.'),
    'El spread de EURUSD es de 52 puntos; el límite es 36.',
  );
  assert.equal(say('1 position is open.'), 'Hay 1 posición abierta.');
  assert.equal(say('2 positions are open.'), 'Hay 2 posiciones abiertas.');
});

test('sentences and halves of sentences that stand together are said one by one', () => {
  assert.equal(
    say(
      '2 of 3 analysts agree on BUY; by what they state: 0.17 R after costs. Trading resumes at 9.',
    ),
    '2 de 3 analistas coinciden en BUY; según lo que dicen: 0.17 R tras los costes. Se vuelve a operar el 9.',
  );
  assert.equal(
    say('volume is no number; volume is no number'),
    'el volumen no es un número; el volumen no es un número',
  );
  assert.equal(
    say('The bank said no. 2 positions are open. Nobody knows.'),
    'The bank said no. Hay 2 posiciones abiertas. Nobody knows.',
  );
});

test('a value that is a sentence, or the name of something, is said as well', () => {
  assert.equal(say('Time stop: EURUSD is closed.'), 'Stop por tiempo: se cierra EURUSD.');
  assert.equal(
    say('Refused: 2 positions are open. Trading resumes at 9.'),
    'Rechazada: Hay 2 posiciones abiertas. Se vuelve a operar el 9.',
  );
});

test('what is no stored sentence stays as it is, and so does a name where no name can be', () => {
  for (const text of [
    '',
    'Price is above its mean.',
    'Spread widens; I hold.',
    '2 of 3 analysts agree on gold;',
    'Closed by noon.',
    'volume',
    '{count} positions',
    `Refused: ${'x'.repeat(3_000)}`,
  ])
    assert.equal(say(text), text);
});

test('a text that nearly fits takes no longer than its length', () => {
  const many = storedTranslator([
    [`${Array.from({ length: 9 }, (_, at) => `{p${at}}`).join(' and ')}!`, 'x'],
  ]);
  const text = 'a and '.repeat(300);
  const before = performance.now();
  assert.equal(many(text), text);
  assert.ok(performance.now() - before < 200);
});
