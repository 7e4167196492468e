import type { RuleSetChange } from '@quorate/contract/rule-sets';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { overview, unavailable } from '../../testing/dashboard.tsx';
import { type Answer, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildAccount, buildRules, ruleSetsAnswer } from '../../testing/rule-sets.ts';
import { changeSentence } from './rule-changes.tsx';

const ACCOUNT = buildAccount();
const CHANGES = `GET /api/user/rule-sets/${ACCOUNT.account_id}/changes`;

function buildChange(changes: Partial<RuleSetChange> = {}): RuleSetChange {
  return {
    change_id: '01890000-0000-7000-8000-0000000000c1',
    account_id: ACCOUNT.account_id,
    kind: 'chosen',
    rule_set: buildRules(),
    before: buildRules({ id: 'ftmo-2-step', name: 'FTMO 2-step' }),
    equity: 9_900,
    floor: 9_500,
    open_positions: 2,
    confirmed: true,
    at: '2026-11-12T14:03:00.000Z',
    ...changes,
  };
}

function changesAnswer(changes: readonly RuleSetChange[], page = 1, total = changes.length) {
  const pagination = { page, per_page: 10, total, total_pages: Math.ceil(total / 10) };
  return { body: { success: true, changes, pagination } } satisfies Answer;
}

async function openChanges(answer: Parameters<typeof serve>[0][string]) {
  signInAs();
  const calls = serve({
    ...overview,
    'GET /api/user/rule-sets': ruleSetsAnswer([ACCOUNT]),
    [CHANGES]: answer,
  });
  await renderApp('/dashboard');
  await userEvent.click(await screen.findByText('Changes of the rules'));
  const article = screen.getByRole('article', { name: 'Limits of account 100200' });
  return { calls, article: within(article) };
}

describe('a change of rules in one sentence', () => {
  const sentence = (change: Partial<RuleSetChange>) => changeSentence(buildChange(change), 'USD');

  test('says from what to what, and how it was confirmed', () => {
    expect(sentence({})).toBe('FTMO 2-step → My own rules, confirmed while 2 positions were open.');
    expect(sentence({ open_positions: 1 })).toMatch(/confirmed while 1 position was open\.$/);
    for (const open_positions of [0, null])
      expect(sentence({ open_positions })).toMatch(/confirmed with the account's number\.$/);
    expect(sentence({ confirmed: false, before: null })).toBe(
      "Your bot's own limits → My own rules.",
    );
    expect(sentence({ confirmed: false, before: buildRules() })).toBe('My own rules changed.');
    expect(sentence({ confirmed: false, rule_set: null })).toBe(
      "FTMO 2-step → Your bot's own limits.",
    );
  });

  test('names the equity at which a total limit began again, where it was known', () => {
    expect(sentence({ kind: 'rebased' })).toBe(
      "The total limit began again at $9,900.00, confirmed with the account's number.",
    );
    expect(sentence({ kind: 'rebased', equity: null })).toContain('the equity of that moment');
  });
});

describe('the changes of an account', () => {
  beforeEach(() => void signInAs());

  test('are asked for when they are opened, with what own rules no longer say', async () => {
    const before = buildRules({ most_lots: 2 });
    const { article } = await openChanges(
      changesAnswer([
        buildChange({ before }),
        buildChange({ change_id: crypto.randomUUID(), equity: null }),
      ]),
    );
    const [first, second] = await article.findAllByRole('listitem');
    expect(first?.textContent).toContain('12 Nov 2026, 14:03');
    expect(article.getByText('Before: At most 2 lots may be open.')).toBeTruthy();
    expect(first?.textContent).toContain('Equity $9,900.00, floor $9,500.00.');
    expect(second?.textContent ?? '').not.toContain('$9,900.00');
    expect(article.getByText('Equity not known, floor $9,500.00.')).toBeTruthy();
  });

  test('come in pages', async () => {
    const { calls, article } = await openChanges(({ query }) =>
      changesAnswer([buildChange({ open_positions: Number(query.page) })], Number(query.page), 11),
    );
    await article.findByText(/1 position was open/);
    await userEvent.click(article.getByRole('button', { name: 'Next' }));
    await article.findByText(/2 positions were open/);
    expect(calls.filter(({ path }) => path.endsWith('/changes')).map(({ query }) => query)).toEqual(
      [
        { page: '1', per_page: '10' },
        { page: '2', per_page: '10' },
      ],
    );
  });

  test('are announced before the first, and can be loaded again after a failure', async () => {
    let answer: Answer = unavailable;
    const { article } = await openChanges(() => answer);
    const retry = await article.findByRole('button', { name: 'Retry' });
    answer = changesAnswer([]);
    await userEvent.click(retry);
    expect(await article.findByText(/^No change yet\./)).toBeTruthy();
  });
});
