import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { libraryOf } from './library.ts';
import { createSearch } from './search.ts';

const LIBRARY = libraryOf(DEFAULT_BRAND);

describe('a search of the pages', () => {
  it('finds a word that is misspelt, and looks for no likeness of what is longer than words are', () => {
    // A machine at work may not finish in the time that a search may take.
    const patient = createSearch(LIBRARY, () => 0);
    assert.equal(patient.find('reqirements')[0]?.passage.address, '/guide#requirements');
    assert.deepEqual(patient.find('reqirements'.repeat(3)), []);
    const search = createSearch(LIBRARY);
    const started = performance.now();
    for (const sign of ['\ufdfa', 'reqirements', '\u3300']) search.find(sign.repeat(4_000));
    assert.ok(performance.now() - started < 300, `${performance.now() - started} ms`);
  });

  it('takes swapped letters for what they are, and nothing for a word that only looks like one', () => {
    const search = createSearch(LIBRARY, () => 0);
    assert.equal(search.find('which borkers work')[0]?.passage.title, 'Supported brokers');
    assert.deepEqual(search.find('tomatoes'), []);
  });

  it('is sure only where most of the question is in a passage that has an example like it', () => {
    const search = createSearch(LIBRARY);
    assert.equal(search.find('how do I turn on 2fa?')[0]?.isSure, true);
    assert.equal(search.find('who is behind it')[0]?.isSure ?? false, false);
  });

  it('ends when its time is over, with what it has found by then', () => {
    let now = 0;
    const late = createSearch(LIBRARY, () => now++ * 1_000);
    assert.deepEqual(late.find('How do I ask for a refund?'), [], 'no word was looked up in time');
    const inTime = createSearch(LIBRARY, () => 0);
    assert.match(inTime.find('How do I ask for a refund?')[0]?.passage.address ?? '', /refund/);
  });
});
