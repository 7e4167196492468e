import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answer, refusal, serve } from '../../../testing/handlers.ts';
import { ExitTrialForm, ExitTrialSection } from './exit-trial.tsx';

const TRADE = {
  account_id: '01a1fbc6-fb94-743f-acab-14becf845253',
  position_ticket: '1',
  decision_id: '01a1fbc6-fb94-743f-acab-14becf845254',
  symbol: 'EURUSD',
  trade_type: 'BUY',
  opened_at: '2026-02-02T08:00:00.000Z',
  r_was: -1,
  r_without: -1,
  r_with: -0.0654,
  ended_by: 'stop',
  ended_at: '2026-02-02T10:00:00.000Z',
};
const REPLY = {
  success: true,
  trades: 4,
  judged: 1,
  not_known: { no_order: 1, no_bars: 2 },
  r_was: -1,
  r_without: -1,
  r_with: -0.0654,
  better: 1,
  worse: 0,
  listed: [TRADE],
};

async function attempt(answer: Answer, decisionId: string | null = null) {
  const calls = serve({ 'POST /api/user/exits/try': answer });
  render(decisionId === null ? <ExitTrialSection /> : <ExitTrialForm decisionId={decisionId} />);
  await userEvent.type(screen.getByRole('textbox', { name: /^Break-even after/ }), '1');
  await userEvent.click(screen.getByRole('button', { name: 'Try these exits' }));
  return calls;
}

test('the history tells the sums, how many would have ended better, and of how many it is known', async () => {
  const calls = await attempt({ body: REPLY });
  expect(await screen.findByText('1 trade would have ended better', { exact: false })).toBeTruthy();
  expect(
    screen.getByText(/^Known for 1 of 4 trades; not known: for 2 trades the bars/),
  ).toBeTruthy();
  expect(screen.getByRole('row', { name: /EURUSD BUY.*-1\.00 R.*-0\.07 R.*stop/ })).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([{ exits: { break_even_after_r: 1 } }]);
});

test('one trade is told in a sentence', async () => {
  const calls = await attempt({ body: { ...REPLY, trades: 1 } }, TRADE.decision_id);
  const sentence = await screen.findByText(/^With these exits/);
  expect(sentence.textContent).toBe(
    'With these exits: -0.07 R instead of -1.00 R. It would have ended by stop.',
  );
  expect(calls[0]?.body).toEqual({
    exits: { break_even_after_r: 1 },
    decision_id: TRADE.decision_id,
  });
});

test('what is not known is said with the reason, and never as a figure', async () => {
  const none = { r_was: null, r_without: null, r_with: null, better: 0, listed: [] };
  const unknown = { ...REPLY, ...none, trades: 1, judged: 0 };
  await attempt({ body: { ...unknown, not_known: { no_order: 0, no_bars: 1 } } }, 'd1');
  expect(await screen.findByText(/^Not known: for 1 trade the bars that are kept/)).toBeTruthy();
  expect(screen.queryByText(/0\.00/)).toBeNull();
});

test('without a closed trade it says what will be here', async () => {
  const none = { r_was: null, r_without: null, r_with: null, better: 0, listed: [] };
  const nothing = { ...REPLY, ...none, trades: 0, judged: 0 };
  await attempt({ body: { ...nothing, not_known: { no_order: 0, no_bars: 0 } } });
  expect(await screen.findByText(/^No closed trade of a decision yet/)).toBeTruthy();
});

test('a failure is told, and can be tried again', async () => {
  await attempt(refusal(503, 'service_unavailable', 'Try again in a moment.'));
  expect(await screen.findByText('The exits could not be tried')).toBeTruthy();
});

test('nothing is sent without an exit, or with a figure out of bounds', async () => {
  const calls = serve({});
  render(<ExitTrialSection />);
  const send = screen.getByRole('button', { name: 'Try these exits' });
  await userEvent.click(send);
  expect(screen.getByText('Enter a figure for at least one exit.')).toBeTruthy();
  const field = screen.getByRole('textbox', { name: /^Break-even after/ });
  await userEvent.type(field, '99');
  await userEvent.click(send);
  expect(screen.getByText('A number from 0.1 to 20, or none')).toBeTruthy();
  expect(calls).toEqual([]);
});
