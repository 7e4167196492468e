import { buildHosted, buildHostedList } from '@quorate/ui/testing/hosted';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { commandPaper, listPaper, startPaper } from '../../contract/paper.ts';
import { buildAccount, buildApp, buildAppState } from '../testing/builders.ts';
import { answer, type HostAnswer, refuse, silent } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

type Hosted = Parameters<typeof buildHostedList>;

const listed = (...given: Hosted) => answer(listPaper, { hosted: buildHostedList(...given) });
const region = (name: string) => within(screen.getByRole('region', { name }));
const empty = () => buildAppState({ configurations: [] });
const open = (answers: readonly HostAnswer[], state = empty()) =>
  renderApp('/', { state, answers });

test('without MetaTrader one button begins an account that the service trades', async () => {
  const host = await open([listed(), answer(startPaper, { done: true })]);
  const offer = region('Paper trading');
  await offer.findByText(/We trade a made-up market for you with 10,000 USD of practice money/);
  host.change(listed([buildHosted()]));
  await userEvent.click(offer.getByRole('button', { name: 'Start paper trading' }));
  const card = within(await screen.findByRole('article', { name: 'Paper account Practice' }));
  for (const words of ['Practice · made-up market', 'Running', '$10,150.00', '$10,162.40', '12'])
    card.getByText(words);
  screen.getByText('Paper trading has started.');
  expect(host.bodiesOf(startPaper)).toEqual([
    { hosted_id: expect.stringMatching(/^[\da-f-]{36}$/), currency: 'USD' },
  ]);
  const link = region('Paper trading').getByRole('link', { name: /Open on the dashboard/ });
  expect(link.getAttribute('href')).toBe('https://quorate.example/dashboard#paper-trading');
});

test('pressed twice and again after a failure, it is the same account', async () => {
  const failure = { code: 'service_unreachable', message: 'The service is out of reach.' };
  const host = await open([listed(), refuse(startPaper, failure, 503)]);
  const start = await screen.findByRole('button', { name: 'Start paper trading' });
  await userEvent.dblClick(start);
  await screen.findByText('The service is out of reach.');
  await waitFor(() => expect(start).toHaveProperty('disabled', false));
  await userEvent.click(start);
  await waitFor(() => expect(host.bodiesOf(startPaper).length).toBeGreaterThan(1));
  const ids = host.bodiesOf(startPaper).map((body) => (body as { hosted_id: string }).hosted_id);
  expect(new Set(ids).size).toBe(1);
});

test('at the limit of the plan the refusal leads to the plans', async () => {
  const message = 'The Free plan allows 1 paper accounts here; you have 1.';
  await open([listed(), refuse(startPaper, { code: 'hosted_accounts_full', message })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Start paper trading' }));
  await screen.findByText(message);
  const link = screen.getByRole('link', { name: /Compare the plans/ });
  expect(link.getAttribute('href')).toBe('https://quorate.example/pricing');
});

test('where the plan allows none there is no button that could only fail', async () => {
  await open([listed([], { limit: 0 })]);
  await screen.findByText(/Your plan allows 0 paper accounts/);
  expect(screen.queryByRole('button', { name: 'Start paper trading' })).toBeNull();
});

test.each([
  ['nothing is offered', listed([], { sources: [] })],
  ['the service knows of no such accounts', answer(listPaper, { hosted: null })],
])('where %s there is no panel, and a demo account is what to do first', async (_when, one) => {
  await open([one]);
  await screen.findByText(/^No configuration yet/);
  expect(screen.queryByRole('region', { name: 'Paper trading' })).toBeNull();
  expect(screen.getByRole('region', { name: 'MetaTrader 5 demo account' })).toBeTruthy();
});

test('while nothing is known yet the place of the offer is kept, above a demo account and real money', async () => {
  const host = await open([silent(listPaper)]);
  const steps = () =>
    within(screen.getByRole('list', { name: 'What you can do now' }))
      .getAllByRole('heading')
      .map((one) => one.textContent);
  const ordered = ['Paper trading', 'MetaTrader 5 demo account', 'Real money'];
  expect(steps()).toEqual(ordered);
  expect(host.calls).toHaveLength(1);
});

test('on Windows, too, the first run has one leading button: Start paper trading', async () => {
  await open([listed()]);
  const start = await screen.findByRole('button', { name: 'Start paper trading' });
  const add = screen.getByRole('link', { name: 'Add Configuration' });
  expect(start.className).toContain('bg-brand');
  expect(add.className).not.toContain('bg-brand');
});

test('an account of before is shown where nothing more is offered', async () => {
  await open([listed([buildHosted()], { sources: [] })]);
  await screen.findByRole('article', { name: 'Paper account Practice' });
});

test('signed out nobody is asked, and offline the frame alone says so', async () => {
  const failure = { code: 'service_unreachable', message: 'The service is out of reach.' };
  const state = buildAppState({ account: buildAccount({ reachable: false }) });
  const host = await open([refuse(listPaper, failure, 503)], state);
  screen.getByText('The service does not answer');
  await waitFor(() => expect(host.calls).toHaveLength(1));
  expect(screen.queryByText('Failed to load your paper accounts')).toBeNull();
  act(() => host.tell(buildAppState({ account: null })));
  await screen.findByRole('button', { name: 'Sign In' });
  expect(host.calls).toHaveLength(1);
});

test('a list that fails can be tried again', async () => {
  const failure = { code: 'service_unreachable', message: 'The service is out of reach.' };
  const host = await open([refuse(listPaper, failure, 503)]);
  await screen.findByText('Failed to load your paper accounts');
  host.change(listed());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Start paper trading' });
});

test('beside configurations the offer is there, too, below them', async () => {
  await open([listed()], buildAppState());
  const offer = await screen.findByRole('region', { name: 'Paper trading' });
  const london = screen.getByRole('article', { name: 'London' });
  expect(london.compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('Pause asks once, says that it waits, and becomes Resume once the account is paused', async () => {
  const host = await open([listed([buildHosted()]), answer(commandPaper, { done: true })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Pause, Practice' }));
  await screen.findByText('Pausing. It takes effect at the next price.');
  const [call] = host.calls.filter(({ endpoint }) => endpoint === commandPaper);
  expect(call?.params).toEqual({ bot_id: buildHosted().bot_id });
  expect(call?.body).toEqual({ command_id: expect.any(String), kind: 'entries_off' });
  host.change(listed([buildHosted({ state: 'paused', paused_by: 'owner' })]));
  const resume = await screen.findByRole(
    'button',
    { name: 'Resume, Practice' },
    { timeout: 5_000 },
  );
  screen.getByText(/You paused it\. It opens nothing; what is open keeps its stop\./);
  expect(screen.queryByText('Pausing. It takes effect at the next price.')).toBeNull();
  await userEvent.click(resume);
  await screen.findByText('Resuming.');
});

test('an account that has not begun says what it waits for, and cannot be paused yet', async () => {
  const waiting = {
    state: 'waiting',
    waits_for: 'runner',
    bot_id: null,
    balance: null,
    equity: null,
  } as const;
  await open(
    [listed([buildHosted(waiting)])],
    buildAppState({ app: buildApp({ platform: 'darwin' }) }),
  );
  const card = within(await screen.findByRole('article', { name: 'Paper account Practice' }));
  card.getByText('It waits for a free place in our service and starts automatically.');
  expect(card.getAllByText('–')).toHaveLength(2);
  expect(card.getByRole('button', { name: 'Pause, Practice' })).toHaveProperty('disabled', true);
});
