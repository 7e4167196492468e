import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplayDesk, ReplayVerdict } from '@quorate/contract/decision-replay';
import { i18nOf } from '../../../words/i18n.ts';
import { changesOf } from './replay.routes.ts';

const I18N = i18nOf('en');

function verdict(changes: Partial<ReplayVerdict> = {}): ReplayVerdict {
  return {
    action: 'BUY',
    p_up: 0.612,
    sl_atr: 1.5,
    tp_atr: 3,
    reason: '2 of 3 voters agree on BUY.',
    agreeing: 2,
    quorum: 2,
    voters: 3,
    votes: [],
    rules: [{ name: 'voters', value: 3, limit: 3, pass: true }],
    ...changes,
  };
}

function held(rule: string, reason: string): ReplayVerdict {
  const rules = [{ name: rule, value: 1, limit: 3, pass: false }];
  return verdict({ action: 'HOLD', sl_atr: null, tp_atr: null, reason, rules });
}

function desk(changes: Partial<ReplayDesk> = {}): ReplayDesk {
  const sentence = 'The risk desk let the BUY of EURUSD through with 0.37 lots.';
  return { kind: 'allowed', side: 'BUY', lots: 0.37, rule: null, checks: [], sentence, ...changes };
}

const NOTHING = desk({ kind: 'nothing', side: null, lots: null, sentence: 'No trade.' });

const THEN = { verdict: verdict(), desk: desk() };

describe('what a replay changes', () => {
  it('is nothing where nothing differs, whatever the sentences say', () => {
    const after = { verdict: verdict({ reason: 'Put otherwise.' }), desk: desk({ sentence: '.' }) };
    assert.deepEqual(changesOf(I18N, THEN, after, 3), []);
  });

  it('is told with the figures of both, the verdict first', () => {
    const after = {
      verdict: verdict({ p_up: 0.58, sl_atr: 1.2, tp_atr: 2.4 }),
      desk: desk({ lots: 0.18 }),
    };
    assert.deepEqual(changesOf(I18N, THEN, after, 3), [
      'The stop loss would have been 1.2 ATR away instead of 1.5.',
      'The take profit would have been 2.4 ATR away instead of 3.',
      'The pooled chance of a rise would have been 58.0% instead of 61.2%.',
      'Lots would have been 0.18 instead of 0.37.',
    ]);
  });

  it('is the reason where the verdict is held for another, and not what the figures of it were', () => {
    const before = { verdict: held('agreeing', 'Hold: 1 of 3 voters agree.'), desk: NOTHING };
    const same = { verdict: held('agreeing', 'Hold: 0 of 3 voters agree.'), desk: NOTHING };
    assert.deepEqual(changesOf(I18N, before, same, 3), []);
    const other = { verdict: held('dispersion', 'Hold: the voters differ.'), desk: NOTHING };
    assert.deepEqual(changesOf(I18N, before, other, 3), [
      'It would have been held for another reason: the voters differ.',
    ]);
    const few = { verdict: held('voters', 'Hold: 1 analyst voted, 3 must.'), desk: NOTHING };
    assert.deepEqual(changesOf(I18N, before, few, 2), [
      'It would have been held for another reason: 2 voters were asked, and a trade needs the votes of 3.',
    ]);
  });

  it('is that the desk refuses, refuses for another reason, or lets through what it refused', () => {
    const spread = desk({
      kind: 'refused',
      rule: 'spread',
      lots: null,
      sentence: 'The spread of EURUSD is 52 points, the limit is 36.',
    });
    const position = desk({
      kind: 'refused',
      rule: 'position_open',
      lots: null,
      sentence: 'EURUSD is held already: positions open 1, at most 1.',
    });
    const [free, vetoed, other] = [THEN, { ...THEN, desk: spread }, { ...THEN, desk: position }];
    assert.deepEqual(changesOf(I18N, free, vetoed, null), [
      'The risk desk would have refused: the spread of EURUSD is 52 points, the limit is 36.',
    ]);
    assert.deepEqual(changesOf(I18N, vetoed, other, null), [
      'The risk desk would have refused for another reason: EURUSD is held already: positions open 1, at most 1.',
    ]);
    assert.deepEqual(changesOf(I18N, vetoed, vetoed, null), []);
    assert.deepEqual(changesOf(I18N, vetoed, free, null), [free.desk.sentence]);
  });

  it('is said in the language of its reader, with what the desk and the verdict said', () => {
    const i18n = i18nOf('es');
    const spread = desk({
      kind: 'refused',
      rule: 'spread',
      lots: null,
      sentence: i18n.say('The spread of EURUSD is 52 points, the limit is 36.'),
    });
    assert.deepEqual(changesOf(i18n, THEN, { ...THEN, desk: spread }, null), [
      'La mesa de riesgo la habría rechazado: el spread de EURUSD es de 52 puntos, el límite es 36.',
    ]);
    const nobody = held('voters', 'Hold: 2 analysts voted, 3 must.');
    const [before, after] = [held('direction', 'Hold: the analysts point nowhere.'), nobody];
    assert.deepEqual(
      changesOf(i18n, { verdict: before, desk: NOTHING }, { verdict: after, desk: NOTHING }, null),
      ['No se habría operado por otro motivo: votaron 2 analistas, deben votar 3.'],
    );
  });

  it('is a range of sizes where one cannot be told', () => {
    const sentence =
      'The risk desk would have let the BUY of EURUSD through with 0.2 to 0.24 lots.';
    const after = { ...THEN, desk: desk({ lots: null, sentence }) };
    assert.deepEqual(changesOf(I18N, THEN, after, null), [sentence]);
  });
});
