import { PRESETS } from '@quorate/trading/governor/presets';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addConfiguration } from '../../contract/configurations.ts';
import { box, openCare, retype, save } from '../testing/configuration-form.ts';
import { answer } from '../testing/fake-host.ts';
import { checkRules, rulesDraftOf } from './rules-fields.tsx';

async function choose(id: string) {
  await userEvent.click(screen.getByRole('radio', { name: /^Prop firm/ }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rules of the account' }), id);
}

test('the rules of a programme are chosen with what they say, and sent', async () => {
  const host = await openCare();
  host.change(answer(addConfiguration, { done: true }));
  await choose('ftmo-2-step');
  const words = screen.getByRole('list', { name: 'What these rules say' });
  expect(words.textContent).toContain('You may lose at most 5% of the initial balance a day');
  expect(document.body.textContent).toContain('Rules change: check with your firm.');
  await retype(box('Initial balance'), '100000');
  await userEvent.click(screen.getByRole('checkbox', { name: /opened by hand, too/ }));
  await save();
  await waitFor(() => expect(host.bodiesOf(addConfiguration)).toHaveLength(1));
  expect(host.bodiesOf(addConfiguration)[0]).toMatchObject({
    rule_set: 'ftmo-2-step',
    initial_balance: 100_000,
    automated_account: null,
    close_hand_positions: true,
  });
});

test('a firm that does not allow automated trading asks for the number of the account', async () => {
  const forbidding = PRESETS.find(({ automatedTrading }) => automatedTrading === 'not_allowed');
  const host = await openCare();
  host.change(answer(addConfiguration, { done: true }));
  await choose(forbidding?.id ?? '');
  await save();
  expect(document.body.textContent).toContain('Type the number of this account');
  expect(host.bodiesOf(addConfiguration)).toEqual([]);
  await retype(box('Account number, typed once more'), '5012345');
  await save();
  await waitFor(() => expect(host.bodiesOf(addConfiguration)).toHaveLength(1));
  expect(host.bodiesOf(addConfiguration)[0]).toMatchObject({ automated_account: '5012345' });
});

const OWN = {
  rule_set: '',
  initial_balance: '',
  automated_account: '',
  close_hand_positions: false,
};

test.each(['0', '-5', '100,000', '100.000', '1e6', 'ten', '1,000,000.00', '0.00'])(
  'an initial balance of %s is refused: a floor of a thousandth protects nothing',
  (initial_balance) => {
    expect(checkRules({ ...OWN, initial_balance }, '100').kind).toBe('wrong');
  },
);

test.each([
  ['', null],
  ['100000', 100_000],
  [' 2500,50 ', 2_500.5],
  ['250.5', 250.5],
])('an initial balance of "%s" is %s', (initial_balance, amount) => {
  const checked = checkRules({ ...OWN, initial_balance }, '100');
  expect(checked.kind === 'right' && checked.rules.initial_balance).toBe(amount);
});

test('what is kept stands in the form as it was typed', () => {
  const kept = {
    rule_set: 'ftmo-2-step',
    initial_balance: 50_000,
    automated_account: '100',
    close_hand_positions: true,
  };
  const checked = checkRules(rulesDraftOf(kept), '100');
  expect(checked).toEqual({ kind: 'right', rules: kept });
  expect(checkRules(rulesDraftOf(kept), '200').kind).toBe('wrong');
});
