import type { Document } from '@quorate/content/document';
import { GUIDE } from '@quorate/content/guide';
import { describe, expect, test } from 'vitest';
import { findPlaces, placesOf } from './guide-places.ts';

const SMALL: Document = {
  path: '/small',
  title: 'Small',
  sections: [
    {
      id: 'one',
      title: 'First things',
      summary: 'Before anything else.',
      blocks: [
        { kind: 'list', items: ['A **cable** of any kind'] },
        { kind: 'steps', steps: [{ id: 'plug', title: 'Plug it in', text: 'Use [it](/x) well.' }] },
        { kind: 'notice', tone: 'info', text: 'Type `run` – naïve, but it’s enough.' },
      ],
    },
  ],
};

const ids = (question: string, document = SMALL) =>
  findPlaces(placesOf(document), question).map(({ id }) => id);

describe('the places of a document', () => {
  test('are its sections with all they say outside of steps, and its steps, without marks', () => {
    expect(placesOf(SMALL)).toEqual([
      {
        id: 'one',
        title: 'First things',
        section: 'First things',
        text: 'Before anything else. A cable of any kind Type run – naïve, but it’s enough.',
      },
      { id: 'plug', title: 'Plug it in', section: 'First things', text: 'Use it well.' },
    ]);
  });

  test('are found in the guide by what is written in them', () => {
    expect(ids('algo trading', GUIDE)[0]).toBe('algo-trading-on');
    expect(ids('broker server', GUIDE)).toContain('broker-server');
    expect(ids('risk', GUIDE).slice(0, 2)).toEqual(['bot', 'set-risk']);
    expect(ids('720 MB', GUIDE)).toEqual(['requirements']);
    expect(ids('1:1.5', GUIDE)).toEqual(['bot']);
    expect(ids('token bar', GUIDE)[0]).toBe('token-bar');
  });
});

describe('a question', () => {
  test('needs all of its words, in any order and in any case', () => {
    expect(ids('KIND cable')).toEqual(['one']);
    expect(ids('cable plug')).toEqual([]);
  });

  test('is found as the beginning of a word, as one types', () => {
    expect(ids('cab')).toEqual(['one']);
  });

  test('is found without accents and with the quotes of a keyboard', () => {
    expect(ids('naive')).toEqual(['one']);
    expect(ids("it's")).toEqual(['one']);
  });

  test('names steps also by their section, those with it in the title first', () => {
    expect(ids('first')).toEqual(['one', 'plug']);
    expect(ids('plug')).toEqual(['plug']);
    expect(ids('in')).toEqual(['one', 'plug']);
  });

  test('is found by how a long question begins, at once', () => {
    const started = performance.now();
    expect(ids(`plug ${'\ufdfa'.repeat(200_000)}`)).toEqual([]);
    expect(ids(`${'plug '.repeat(200_000)}`)).toEqual(['plug']);
    expect(performance.now() - started).toBeLessThan(200);
  });

  test.each(['', '   ', '…', '?!', '[(*'])('of nothing but "%s" finds nothing', (question) => {
    expect(ids(question)).toEqual([]);
  });
});
