import { RISK_PROFILES } from '@quorate/contract/hosted-accounts';
import { PRESETS } from '@quorate/trading/governor/presets';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addConfiguration, changeConfiguration } from '../../contract/configurations.ts';
import { buildConfiguration } from '../testing/builders.ts';
import { begun, box, openCare, openEdit, retype, save } from '../testing/configuration-form.ts';
import { careFigures } from './care.ts';
import { changesOf, checkDraft, draftOf } from './configuration-draft.ts';

const radio = (name: RegExp) => screen.getByRole('radio', { name });

test('each choice is one line with risk per trade, daily and total limit', async () => {
  await openCare();
  const lines = screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent);
  expect(lines).toEqual([
    'CarefulRisks 0.5% per trade. Stops at a loss of 2% per day, 4% per week, 8% in total.',
    'StandardRisks 1% per trade. Stops at a loss of 5% per day, 10% per week, 10% in total.',
    'Prop firmRisks 0.5% per trade. Daily and total limit are those of your firm.',
  ]);
  expect(radio(/^Standard/)).toHaveProperty('checked', true);
});

test('what is recommended for every account is the standard of the service', () => {
  const { riskPercent, dailyLossPercent, weeklyLossPercent, drawdownPercent } =
    DEFAULT_RISK_SETTINGS;
  expect(RISK_PROFILES.standard).toEqual({
    risk_percent: riskPercent,
    daily_loss_percent: dailyLossPercent,
    weekly_loss_percent: weeklyLossPercent,
    drawdown_percent: drawdownPercent,
  });
});

test('Careful is saved with its four figures, and every other setting as it was', async () => {
  const host = await openCare();
  await userEvent.click(radio(/^Careful/));
  await save();
  await waitFor(() => expect(host.bodiesOf(addConfiguration)).toHaveLength(1));
  expect(host.bodiesOf(addConfiguration)[0]).toMatchObject({
    rule_set: null,
    risk: {
      ...begun.risk,
      risk_per_trade_percent: 0.5,
      daily_loss_limit_percent: 2,
      weekly_loss_limit_percent: 4,
      drawdown_limit_percent: 8,
    },
  });
});

test('Prop firm asks for the rules of the firm, and names their limits once they are chosen', async () => {
  const host = await openCare();
  await userEvent.click(radio(/^Prop firm/));
  await save();
  expect(screen.getByText('Choose the rules of your firm.')).toBeTruthy();
  const rules = screen.getByRole('combobox', { name: 'Rules of the account' });
  expect(document.activeElement).toBe(rules);
  await userEvent.selectOptions(rules, 'ftmo-2-step');
  expect(radio(/^Prop firm/).closest('label')?.textContent).toContain(
    'Risks 0.5% per trade. FTMO 2-step challenge: 5% per day, 10% in total.',
  );
  await save();
  await waitFor(() => expect(host.bodiesOf(addConfiguration)).toHaveLength(1));
  expect(host.bodiesOf(addConfiguration)[0]).toMatchObject({
    rule_set: 'ftmo-2-step',
    risk: { risk_per_trade_percent: 0.5, drawdown_limit_percent: null },
  });
});

test('a programme that was tried is not saved with another choice', async () => {
  const host = await openCare();
  await userEvent.click(radio(/^Prop firm/));
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Rules of the account' }),
    'ftmo-2-step',
  );
  await userEvent.click(radio(/^Standard/));
  await save();
  await waitFor(() => expect(host.bodiesOf(addConfiguration)).toHaveLength(1));
  expect(host.bodiesOf(addConfiguration)[0]).toMatchObject({ rule_set: null, risk: begun.risk });
});

test('a figure typed under Advanced makes it your own, and its figures come back after another choice', async () => {
  const host = await openEdit();
  await retype(box('Daily loss limit'), '3');
  expect(radio(/^Your own figures/)).toHaveProperty('checked', true);
  await userEvent.click(radio(/^Careful/));
  expect(box('Daily loss limit')).toHaveProperty('value', '2');
  await userEvent.click(radio(/^Your own figures/));
  expect(box('Daily loss limit')).toHaveProperty('value', '3');
  await save();
  await waitFor(() =>
    expect(host.bodiesOf(changeConfiguration)).toEqual([
      { risk: { ...buildConfiguration().risk, daily_loss_limit_percent: 3 } },
    ]),
  );
});

test.each([
  ['of before', {}],
  ['with figures of its own', { daily_loss_limit_percent: 3.5, drawdown_limit_percent: null }],
  ['of a careful account', { risk_per_trade_percent: 0.5, daily_loss_limit_percent: 2 }],
])('a configuration %s opens unchanged, with and without rules of a firm', (_what, figures) => {
  for (const rule_set of [null, ...PRESETS.map(({ id }) => id)]) {
    const configuration = buildConfiguration({
      rule_set,
      automated_account: '5012345',
      risk: { ...buildConfiguration().risk, ...figures },
    });
    const checked = checkDraft(draftOf(configuration), { taken: [], planSymbols: null });
    expect(checked.kind).toBe('right');
    expect(checked.kind === 'right' && changesOf(checked.body, configuration)).toEqual({});
  }
});

test('every programme names its limits in its line, in percent or in money', () => {
  for (const { id, name } of PRESETS) {
    const draft = draftOf(buildConfiguration({ rule_set: id }));
    const line = careFigures('prop_firm', draft);
    expect(line).toContain(`Risks 1% per trade. ${name}: `);
    expect(line).toMatch(/: (\$?[\d.,]+%? (per day|per week|in total)(, )?)+\.$/);
  }
});
