import { buildHostedList } from '@quorate/ui/testing/hosted';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listPaper, startPaper } from '../../contract/paper.ts';
import { getRun, startBot } from '../../contract/runs.ts';
import {
  getSetupCheck,
  type SetupCheck,
  setUpTerminal,
  startSetupCheck,
} from '../../contract/setup.ts';
import { buildAppState, buildRunning, buildSummary } from '../testing/builders.ts';
import { answer, type HostAnswer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildDetail, buildSetupCheck } from '../testing/run-builders.ts';

const done = { done: true } as const;

async function openSetup(check: SetupCheck, answers: readonly HostAnswer[] = []) {
  const host = await renderApp('/configurations/London/setup', {
    answers: [answer(getSetupCheck, check), ...answers],
  });
  await screen.findByRole('heading', { level: 1, name: 'Setup check' });
  return host;
}

function itemOf(title: string): HTMLElement {
  const list = screen.getByRole('list', { name: 'Setup checklist' });
  const item = within(list)
    .getAllByRole('listitem')
    .find((one) => one.textContent?.startsWith(title));
  if (!item) throw new Error(`no item ${title}`);
  return item;
}

test('all six green is Setup Complete!, told to the website, and Start Bot leads to what it does', async () => {
  const host = await openSetup(buildSetupCheck(), [
    answer(startBot, done),
    answer(getRun, buildDetail()),
  ]);
  expect(await screen.findByText('Setup Complete!')).toBeTruthy();
  expect(screen.getByText('6 of 6 done')).toBeTruthy();
  expect(screen.getByText(/The checklist on the website was updated at/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Start Bot' }));
  await waitFor(() => expect(host.path()).toBe('/configurations/London'));
});

test('a start that is refused there says why', async () => {
  await openSetup(buildSetupCheck(), [
    refuse(startBot, { code: 'account_limit_reached', message: 'The plan allows 1 account.' }),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Start Bot' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The plan allows 1 account.');
});

test('a bot at work is not offered to be started again', async () => {
  await renderApp('/configurations/London/setup', {
    state: buildAppState({ configurations: [buildSummary({ run: buildRunning() })] }),
    answers: [answer(getSetupCheck, buildSetupCheck())],
  });
  expect(await screen.findByRole('link', { name: 'See what it does' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start Bot' })).toBeNull();
});

test('a red item says what was found, what to do, and has the button that does it', async () => {
  const { calls } = await openSetup(
    buildSetupCheck(
      { reported_at: null },
      {
        'mt5-account': {
          status: 'red',
          detail: 'No terminal dialled in within 60 s.',
          advice: 'Start the terminal. Then add 127.0.0.1 under Tools > Options > Expert Advisors.',
          action: 'set-up-terminal',
        },
      },
    ),
    [answer(setUpTerminal, done)],
  );
  await screen.findByText('5 of 6 done');
  const item = itemOf('Trading account connected');
  expect(item.textContent).toContain('CriticalTo do');
  expect(item.textContent).toContain('No terminal dialled in within 60 s.');
  const steps = within(item).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Start the terminal.',
    'Then add 127.0.0.1 under Tools > Options > Expert Advisors.',
  ]);
  expect(screen.queryByText('Setup Complete!')).toBeNull();
  expect(screen.getByText(/is not up to date yet/)).toBeTruthy();
  await userEvent.click(within(item).getByRole('button', { name: 'Set up terminal' }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === setUpTerminal)).toBe(true));
});

test('the address to be allowed in the terminal can be copied', async () => {
  await openSetup(
    buildSetupCheck(
      {},
      { 'mt5-account': { status: 'red', advice: 'Add 127.0.0.1 by hand.', action: 'check-again' } },
    ),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('127.0.0.1');
});

test.each([
  ['edit-configuration', 'Edit configuration', '#/configurations/London/edit'],
  ['sign-in', 'Sign in', '#/sign-in'],
] as const)('an item that needs %s leads there', async (action, label, address) => {
  await openSetup(buildSetupCheck({}, { 'risk-settings': { status: 'red', action } }));
  const item = await waitFor(() => itemOf('Risk settings reviewed'));
  expect(within(item).getByRole('link', { name: label }).getAttribute('href')).toBe(address);
});

test('while it looks, the terminal may be set up, and items turn green as they are found', async () => {
  const host = await openSetup(
    buildSetupCheck(
      { running: true },
      {
        'mt5-account': { status: 'waiting', detail: 'Waiting for the terminal: 12 s of 60 s.' },
        'algo-trading': { status: 'unknown', detail: '' },
        'bot-config': { status: 'red', action: 'set-up-terminal' },
      },
    ),
  );
  expect(await screen.findByText('3 of 6 done')).toBeTruthy();
  expect(itemOf('Trading account connected').textContent).toContain('Checking');
  expect(itemOf('Algo trading enabled').textContent).toContain('Not checked');
  expect(screen.getByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Set up terminal' })).toHaveProperty('disabled', false);
  host.change(answer(getSetupCheck, buildSetupCheck()));
  expect(await screen.findByText('6 of 6 done', {}, { timeout: 4_000 })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check again' })).toHaveProperty('disabled', false);
});

test('one that was never looked at is looked at automatically, once', async () => {
  const never = buildSetupCheck({ checked_at: null, reported_at: null }, {});
  const { calls } = await openSetup(never, [answer(startSetupCheck, done)]);
  await waitFor(() =>
    expect(calls.filter(({ endpoint }) => endpoint === startSetupCheck)).toHaveLength(1),
  );
  expect(await screen.findByRole('button', { name: 'Check now' })).toBeTruthy();
  expect(calls.filter(({ endpoint }) => endpoint === startSetupCheck)).toHaveLength(1);
});

test('one that was looked at is looked at again only on a press', async () => {
  const { calls } = await openSetup(buildSetupCheck(), [answer(startSetupCheck, done)]);
  await screen.findByText('6 of 6 done');
  expect(calls.some(({ endpoint }) => endpoint === startSetupCheck)).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() =>
    expect(calls.some(({ endpoint }) => endpoint === startSetupCheck)).toBe(true),
  );
});

test('the steps of setting up the terminal are told as they happen, with the one that failed', async () => {
  await openSetup(
    buildSetupCheck({
      steps: [
        { text: 'Copied the expert', status: 'done' },
        { text: 'Once, by hand. Add 127.0.0.1 and press OK.', status: 'doing' },
        { text: 'Quorate.mq5(12,3): undeclared identifier', status: 'failed' },
      ],
    }),
  );
  const steps = await screen.findByRole('region', { name: 'Setting up the terminal' });
  const [first, byHand, third] = within(steps).getAllByRole('listitem');
  expect(first?.textContent).toBe('1.Copied the expert (done)');
  expect(byHand?.textContent).toContain('2.Once, by hand. Add 127.0.0.1 and press OK. (under way)');
  expect(within(steps).getAllByRole('button', { name: 'Copy address' })).toHaveLength(1);
  expect(third?.textContent).toContain('undeclared identifier (failed)');
});

test('while the terminal is set up, neither that nor a check can be begun again', async () => {
  await openSetup(
    buildSetupCheck(
      { running: true, steps: [{ text: 'Compile the expert', status: 'doing' }] },
      {
        'bot-config': { status: 'red', action: 'set-up-terminal' },
        'algo-trading': { status: 'red', action: 'check-again' },
      },
    ),
  );
  expect(await screen.findByText('4 of 6 done')).toBeTruthy();
  const begins = screen.getAllByRole('button', { name: /^(Set up terminal|Check again)$/ });
  expect(begins.map((button) => button.hasAttribute('disabled'))).toEqual([true, true, true]);
});

test('where nothing was looked at there is one button for all, and nothing is said twice', async () => {
  const untouched = {
    status: 'unknown',
    detail: 'Not checked yet.',
    action: 'check-again',
  } as const;
  const ids = ['mt5-installed', 'mt5-account', 'algo-trading', 'desktop-app', 'bot-config'];
  await openSetup(buildSetupCheck({}, Object.fromEntries(ids.map((id) => [id, untouched]))));
  expect(await screen.findByText('1 of 6 done')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Check again' })).toHaveLength(1);
  expect(screen.getAllByText('Not checked')).toHaveLength(5);
  expect(screen.queryByText('Not checked yet.')).toBeNull();
});

test('once the terminal is set up the keyboard goes on at the heading', async () => {
  const begun = buildSetupCheck({}, { 'bot-config': { status: 'red', action: 'set-up-terminal' } });
  const { change } = await openSetup(begun, [answer(setUpTerminal, { done: true })]);
  const steps = [{ text: 'Compile the expert', status: 'doing' as const }];
  await screen.findByRole('button', { name: 'Set up terminal' });
  change(answer(getSetupCheck, { ...begun, running: true, steps }));
  await userEvent.click(screen.getByRole('button', { name: 'Set up terminal' }));
  await screen.findByText('Compile the expert');
  change(answer(getSetupCheck, buildSetupCheck()));
  await screen.findByText('Setup Complete!', undefined, { timeout: 4_000 });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Setup check' })),
  );
});

test('a terminal that cannot be set up says why', async () => {
  await openSetup(
    buildSetupCheck({}, { 'mt5-account': { status: 'red', action: 'set-up-terminal' } }),
    [refuse(setUpTerminal, { code: 'conflict', message: 'The bot is at work: stop it first.' })],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up terminal' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The terminal was not set up');
  expect(alert.textContent).toContain('The bot is at work: stop it first.');
});

test('everything else that was looked at is in a fold that counts what is wrong', async () => {
  await openSetup(
    buildSetupCheck({
      findings: [
        {
          check: 'Broker clock',
          status: 'warn',
          detail: 'is 3 h ahead.',
          advice: 'Nothing to do.',
        },
        { check: 'Service', status: 'ok', detail: 'answered in 42 ms.', advice: null },
      ],
    }),
  );
  expect(await screen.findByText('2 findings, 1 to review')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'warning', hidden: true })).toBeTruthy();
});

test('a check that cannot be read says so and can be read again', async () => {
  const host = await renderApp('/configurations/London/setup', {
    answers: [refuse(getSetupCheck, { code: 'unavailable', message: 'It is not ready yet.' }, 503)],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('It is not ready yet.');
  host.change(answer(getSetupCheck, buildSetupCheck()));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('6 of 6 done')).toBeTruthy();
});

test('whoever has no MetaTrader 5 starts with practice money right there', async () => {
  const items = buildSetupCheck().items.map((item) =>
    item.id === 'mt5-installed'
      ? { ...item, status: 'red' as const, detail: 'No MetaTrader 5 was found for this user.' }
      : item,
  );
  const host = await openSetup({ ...buildSetupCheck(), items }, [
    answer(listPaper, { hosted: buildHostedList() }),
    answer(startPaper, done),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Start paper trading' }));
  expect(host.bodiesOf(startPaper)).toHaveLength(1);
});
