import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { select } from './select.ts';
import type { Suite } from './suites.ts';

const suite = (name: string, ...files: string[]): Suite => ({
  name,
  runner: 'node',
  folder: name,
  files,
  needs: 'none',
});

const SUITES = [
  suite('trading', 'packages/trading/src/ensemble/ensemble.test.ts'),
  suite('bot', 'apps/bot/src/sync/trade-sync.test.ts', 'apps/bot/src/cli.test.ts'),
  suite('web', 'apps/web/src/features/reviews/review-form.test.tsx'),
  suite('api-embedded', 'apps/api/src/features/trades/sync.test.ts', 'apps/api/src/app.test.ts'),
  suite('api-postgres', 'apps/api/src/features/trades/sync.test.ts', 'apps/api/src/app.test.ts'),
];

function chosen(...words: string[]): Record<string, string[]> {
  const selection = select(SUITES, words);
  assert.equal(selection.kind, 'chosen');
  return Object.fromEntries(selection.suites.map((each) => [each.name, each.files]));
}

describe('choosing what runs', () => {
  it('is everything without a word', () => {
    assert.deepEqual(
      Object.keys(chosen()),
      SUITES.map((each) => each.name),
    );
  });

  it('is a suite by its name, whole', () => {
    assert.deepEqual(chosen('bot'), {
      bot: ['apps/bot/src/sync/trade-sync.test.ts', 'apps/bot/src/cli.test.ts'],
    });
  });

  it('is every suite whose name begins with the word and a hyphen', () => {
    assert.deepEqual(Object.keys(chosen('api')), ['api-embedded', 'api-postgres']);
  });

  it('is the files of a suite that have a second word in their path', () => {
    assert.deepEqual(chosen('api', 'sync'), {
      'api-embedded': ['apps/api/src/features/trades/sync.test.ts'],
      'api-postgres': ['apps/api/src/features/trades/sync.test.ts'],
    });
    assert.deepEqual(chosen('web', 'Reviews'), {
      web: ['apps/web/src/features/reviews/review-form.test.tsx'],
    });
  });

  it('is files of every suite for a word that names none', () => {
    assert.deepEqual(Object.keys(chosen('sync')), ['bot', 'api-embedded', 'api-postgres']);
  });

  it('takes a slash for anything between two parts of a path', () => {
    assert.deepEqual(Object.keys(chosen('trades/sync')), ['api-embedded', 'api-postgres']);
    assert.deepEqual(Object.keys(chosen('api/sync')), ['api-embedded', 'api-postgres']);
  });

  it('is refused, with the suites there are, when a word fits nothing', () => {
    const selection = select(SUITES, ['bto']);
    assert.equal(selection.kind, 'refused');
    assert.match(
      selection.reason,
      /'bto' is no suite.*trading, bot, web, api-embedded, api-postgres/,
    );
  });

  it('is refused when one word of several fits nothing in the suites that are named', () => {
    const selection = select(SUITES, ['api', 'sync', 'review']);
    assert.equal(selection.kind, 'refused');
    assert.match(selection.reason, /'review' is no suite, and no test file of api/);
  });
});
