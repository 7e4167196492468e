import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAs } from '../../../testing/builders.ts';
import { overview, unavailable } from '../../../testing/dashboard.tsx';
import { type Answer, refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildPayment, paymentsAnswer } from '../../../testing/subscription.ts';

const PAYMENTS = 'GET /api/user/payments';

beforeEach(() => void signInAs());

async function openPayments(handlers: Parameters<typeof serve>[0]) {
  const calls = serve({ ...overview, ...handlers });
  await renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Payments' }));
  return { dialog: within(screen.getByRole('dialog', { name: 'Payments' })), calls };
}

/** Stands in for the browser's tabs. @param tab null: the browser opens none */
function stubTab(tab: { opener: unknown; location: object; close: () => void } | null) {
  const open = vi.fn(() => tab);
  vi.stubGlobal('open', open);
  return open;
}

const newTab = () => ({ opener: {}, location: { replace: vi.fn() }, close: vi.fn() });

describe('the payments', () => {
  test('stand with day, plan, amount, tax, what came back, state and invoice', async () => {
    const { dialog } = await openPayments({
      [PAYMENTS]: paymentsAnswer([
        buildPayment({ status: 'past_due', invoice_number: null }),
        buildPayment({
          at: '2026-10-10T12:00:00.000Z',
          billing_cycle: 'yearly',
          amount: 960.1,
          tax: 160.02,
          returned: 20.5,
        }),
        buildPayment({ plan_name: null, billing_cycle: null, status: 'canceled' }),
      ]),
    });
    const list = await dialog.findByRole('list', { name: /^Payments/ });
    const [overdue, yearly, other] = within(list).getAllByRole('listitem');
    expect(overdue?.textContent).toBe('Pro, monthly Overdue10 Nov 2026$96.00of which tax $16.00');
    expect(yearly?.textContent).toBe(
      'Pro, yearly Paid10 Oct 2026 · Invoice 325-10001$960.10of which tax $160.02$20.50 returnedInvoice',
    );
    expect(other?.textContent).toContain('Payment Cancelled');
  });

  test('come by the page', async () => {
    const all = Array.from({ length: 12 }, (_, at) =>
      buildPayment({ invoice_number: `325-${at}` }),
    );
    const { dialog, calls } = await openPayments({ [PAYMENTS]: paymentsAnswer(all) });
    expect(await dialog.findByText('325-9')).toBeTruthy();
    expect(dialog.queryByText('325-10')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Next' }));
    expect(await dialog.findByText('325-10')).toBeTruthy();
    expect(calls.at(-1)?.query).toEqual({ page: '2', per_page: '10' });
  });

  test('that never were are said to be none', async () => {
    const { dialog } = await openPayments({ [PAYMENTS]: paymentsAnswer([]) });
    expect(await dialog.findByText('No payments yet')).toBeTruthy();
  });

  test('that cannot be loaded can be asked for again', async () => {
    let answer: ReturnType<typeof paymentsAnswer> = () => unavailable;
    const { dialog } = await openPayments({ [PAYMENTS]: (call) => answer(call) });
    expect(await dialog.findByText('Failed to load your payments')).toBeTruthy();
    answer = paymentsAnswer([buildPayment()]);
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('325-10001')).toBeTruthy();
  });
});

describe('an invoice', () => {
  const payment = buildPayment();
  const INVOICE = `POST /api/user/payments/${payment.transaction_id}/invoice`;

  async function openInvoice(answer: Answer) {
    const { dialog } = await openPayments({
      [PAYMENTS]: paymentsAnswer([payment]),
      [INVOICE]: answer,
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoice 325-10001' }));
    return dialog;
  }

  test('opens in a tab that cannot reach back', async () => {
    const tab = newTab();
    const open = stubTab(tab);
    await openInvoice({ body: { success: true, url: 'https://pay.example/invoice.pdf' } });
    expect(open).toHaveBeenCalledWith('about:blank', '_blank');
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://pay.example/invoice.pdf'),
    );
    expect(tab.opener).toBeNull();
  });

  test('is a link where the browser opens no tab', async () => {
    stubTab(null);
    const dialog = await openInvoice({
      body: { success: true, url: 'https://pay.example/invoice.pdf' },
    });
    const link = await dialog.findByRole('link', { name: 'Open the page here' });
    expect(link.getAttribute('href')).toBe('https://pay.example/invoice.pdf');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  test.each([
    [refusal(503, 'payments_unreachable', 'The provider is silent.'), 'The provider is silent.'],
    [{ body: { success: true, url: 'javascript:alert(1)' } }, ''],
    [{ body: { success: true, url: 'nowhere' } }, ''],
  ] as const)('that does not come closes its tab and says why: %#', async (answer, reason) => {
    const tab = newTab();
    stubTab(tab);
    const dialog = await openInvoice(answer);
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe(`Failed to open the invoice 325-10001${reason}`);
    expect(tab.close).toHaveBeenCalledOnce();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });
});

test('the payment method opens at the provider, and a closed portal says why', async () => {
  const tab = newTab();
  stubTab(tab);
  let answer: Answer = { body: { success: true, url: 'https://pay.example/card' } };
  const calls = serve({ ...overview, 'POST /api/subscription/portal': () => answer });
  await renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Payment method' }));
  await waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledWith('https://pay.example/card'),
  );
  const sent = calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ page: 'payment_method' });
  answer = refusal(409, 'portal_closed', 'Bought with another e-mail address than yours.');
  await userEvent.click(screen.getByRole('button', { name: 'Payment method' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to open the payment methodBought with another e-mail address than yours.',
  );
});
