import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buildPayment,
  buildPaymentDetail,
  pageOf,
  REASON,
  TRANSACTION,
} from '../../../testing/admin.ts';
import { setMedia } from '../../../testing/browser.ts';
import { signInAs } from '../../../testing/builders.ts';
import { refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const LIST = 'GET /api/admin/payments';
const ONE = `GET /api/admin/payments/${TRANSACTION}`;
const REFUND = `POST /api/admin/payments/${TRANSACTION}/refund`;

beforeEach(() => void signInAs({ role: 'admin' }));

const listed = (...payments: ReturnType<typeof buildPayment>[]) => ({
  body: { success: true, payments, pagination: pageOf(payments.length) },
});
const detail = (refund: Parameters<typeof buildPaymentDetail>[0] = {}) => ({
  body: { success: true, ...buildPaymentDetail(refund) },
});

describe('the payments page', () => {
  test('lists bills with their figures and leads to the account', async () => {
    const payment = buildPayment({ returned: 80 });
    serve({ [LIST]: listed(payment) });
    await renderApp('/admin/payments');
    const table = await screen.findByRole('table', { name: 'Payments' });
    const link = within(table).getByRole('link', { name: 'amina' });
    expect(link.getAttribute('href')).toBe(`/admin/users/${payment.user_id}`);
    expect(within(table).getAllByText('$80.00')).toHaveLength(2);
    expect(within(table).getByText('Completed')).toBeTruthy();
  });

  test('is a list of cards on a phone', async () => {
    setMedia('(min-width: 48rem)', false);
    serve({ [LIST]: listed(buildPayment()) });
    await renderApp('/admin/payments');
    expect(await screen.findByRole('list', { name: 'Payments' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('says that there is none, searches by what is typed, and says that nothing fits', async () => {
    const calls = serve({ [LIST]: listed() });
    await renderApp('/admin/payments');
    expect(await screen.findByText('No payments yet.')).toBeTruthy();
    const field = screen.getByRole('searchbox', { name: /Payment ID/ });
    await userEvent.type(field, `${TRANSACTION}{Enter}`);
    await screen.findByText('No payment matches. Try another search or filter.');
    expect(calls.at(-1)?.query).toEqual({ page: '1', per_page: '25', search: TRANSACTION });
  });

  test('says that it failed, and loads at Retry', async () => {
    let answer: ReturnType<typeof refusal> = refusal(503, 'service_unavailable', 'Not right now.');
    serve({ [LIST]: () => answer });
    await renderApp('/admin/payments');
    expect(await screen.findByText('Failed to load the payments')).toBeTruthy();
    answer = listed(buildPayment());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table', { name: 'Payments' })).toBeTruthy();
  });
});

describe('a refund', () => {
  async function open() {
    await renderApp(`/admin/payments?payment=${TRANSACTION}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $80.00' }));
    return screen.findByRole('dialog', { name: /^Refund \$80.00/ });
  }

  test('says what it does, and sends the amount that was typed with the reason', async () => {
    let stands = detail();
    const calls = serve({
      [ONE]: () => stands,
      [REFUND]: () => {
        stands = detail({ state: 'pending' });
        return stands;
      },
    });
    const dialog = await open();
    expect(within(dialog).getByText(/the account is on Free/)).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Type the amount in USD'), '$80.00');
    await userEvent.type(within(dialog).getByLabelText('Reason'), REASON);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refund $80.00' }));
    expect((await screen.findAllByText(/The provider decides/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refund $80.00' })).toBeNull();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ reason: REASON, amount: 80 }]);
  });

  test('without a reason is not sent; another amount is refused by the service', async () => {
    const words = 'The payment is over $80.00, and 8 USD was typed. Nothing was given back.';
    const calls = serve({
      [ONE]: detail({ ends_plan: false }),
      [REFUND]: refusal(409, 'refund_amount_differs', words),
    });
    const dialog = await open();
    expect(within(dialog).getByText(/account keeps its plan/)).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Type the amount in USD'), '8');
    const act = within(dialog).getByRole('button', { name: 'Refund $80.00' });
    await userEvent.click(act);
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
    await userEvent.type(within(dialog).getByLabelText('Reason'), REASON);
    await userEvent.click(act);
    expect(await within(dialog).findByText(words)).toBeTruthy();
  });

  test('whose answer is lost may have been made: that is said, and the page reads how it stands', async () => {
    let stands = detail();
    serve({
      [ONE]: () => stands,
      [REFUND]: () => {
        stands = detail({ state: 'asked' });
        return new Error('the connection is gone');
      },
    });
    const dialog = await open();
    await userEvent.type(within(dialog).getByLabelText('Type the amount in USD'), '80');
    await userEvent.type(within(dialog).getByLabelText('Reason'), REASON);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refund $80.00' }));
    expect(await within(dialog).findByText(/It may have been done all the same/)).toBeTruthy();
    expect(within(dialog).queryByText('The refund was not requested')).toBeNull();
    expect((await screen.findAllByText(/^Asked for/)).length).toBeGreaterThan(0);
  });

  test('is not offered for what cannot go back, and why is said', async () => {
    serve({ [ONE]: detail({ impossible: 'all of it has gone back already.' }) });
    await renderApp(`/admin/payments?payment=${TRANSACTION}`);
    expect(await screen.findByText(/all of it has gone back already/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Refund / })).toBeNull();
  });
});
