import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { adjustmentsOf } from './adjustments.ts';
import { ApiError, badRequest, notFound } from './api-error.ts';
import { type Emulator, newId, nowIso, secretOf } from './emulator.ts';
import type { Subscription, Transaction } from './entities.ts';
import { type Html, html, pageOf, sendPage } from './html.ts';
import { formatAmount } from './money.ts';
import { parse } from './parse.ts';
import { isoOf } from './periods.ts';
import { cardChangeTransaction, findSubscription } from './subscriptions.ts';
import { findTransaction } from './transactions.ts';

const documentQuery = z.object({
  until: z.string().default(''),
  signature: z.string().default(''),
});
const LINK_LIVES_MS = 60 * 60_000;

type InSession = { Params: { session: string; id: string } };

/** Invoices, and the portal where a customer sees their subscriptions and changes their card. Never framed. */
export function pageRoutes(app: FastifyInstance, emulator: Emulator): void {
  invoiceRoute(app, emulator);
  app.get<InSession>('/portal/:session', async (request, reply) => {
    const { session } = request.params;
    const customerId = customerOfSession(emulator, session);
    return sendPage(reply, portalPage(emulator, session, customerId), 'none');
  });
  app.get<InSession>('/portal/:session/:id/card', async (request, reply) => {
    const { session, id } = request.params;
    const subscription = ownSubscription(emulator, customerOfSession(emulator, session), id);
    const { checkout } = cardChangeTransaction(emulator, subscription);
    if (checkout.url === null) throw badRequest('no_checkout_url', 'The seller has no checkout.');
    return reply.redirect(checkout.url, 303);
  });
  // The addresses that a subscription names itself.
  app.get<InSession>('/portal/subscriptions/:id/:page', async (request, reply) => {
    const { customer_id: customerId } = findSubscription(emulator, request.params.id);
    const { urls } = createPortalSession(emulator, customerId, []);
    return reply.redirect(urls.general.overview, 303);
  });
}

function portalPage(emulator: Emulator, session: string, customerId: string): string {
  const { customers, subscriptions, transactions } = emulator.state;
  const own = [...subscriptions.values()].filter((each) => each.customer_id === customerId);
  const invoices = [...transactions.values()].filter(
    (each) => each.customer_id === customerId && each.invoice_number !== null,
  );
  return pageOf({
    title: 'Your subscriptions',
    theme: 'system',
    body: html`<main>
<p class="mode">Test mode: no real card is charged</p>
<h1>Your subscriptions</h1>
<p>${customers.get(customerId)?.email ?? ''}</p>
${own.map((each) => subscriptionPart(emulator, session, each))}
<section><h2>Invoices</h2>
<table><thead><tr><th scope="col">Number</th><th scope="col">Date</th><th scope="col">Amount</th></tr></thead><tbody>
${invoices.map(
  (each) =>
    html`<tr><td><a href="${invoiceUrl(emulator, each)}">${each.invoice_number ?? ''}</a></td><td>${(each.billed_at ?? each.created_at).slice(0, 10)}</td><td>${formatAmount(each.details.totals.grand_total, each.currency_code)}</td></tr>`,
)}
</tbody></table></section></main>`,
  });
}

function subscriptionPart(emulator: Emulator, session: string, subscription: Subscription): Html {
  const { id, status, items, scheduled_change: planned, next_billed_at: nextBill } = subscription;
  const cardId = emulator.state.subscriptionCards.get(id) ?? '';
  const card = emulator.state.paymentMethods.get(cardId)?.card;
  const next =
    planned === null
      ? `Next bill: ${nextBill?.slice(0, 10) ?? 'none'}`
      : `${planned.action} on ${planned.effective_at.slice(0, 10)}`;
  const link = html`<p><a href="/portal/${session}/${id}/card">Change card</a></p>`;
  return html`<section id="${id}"><h2>${items.map(({ product }) => product.name).join(', ')}</h2>
<p>Status: ${status.replaceAll('_', ' ')}. ${next}. Card: ${card ? `${card.type} •••• ${card.last4}` : 'none'}</p>
${status === 'canceled' ? html`` : link}</section>`;
}

/** An address under which the invoice can be read for an hour, without a key. */
export function invoiceUrl(emulator: Emulator, transaction: Transaction): string {
  const until = Math.floor((emulator.clock.now() + LINK_LIVES_MS) / 1_000);
  const signature = sign(emulator, transaction.id, String(until));
  return `${emulator.url()}/documents/${transaction.id}?until=${until}&signature=${signature}`;
}

/** Invoices, as pages that print well. */
function invoiceRoute(app: FastifyInstance, emulator: Emulator): void {
  app.get<{ Params: { id: string } }>('/documents/:id', async (request, reply) => {
    const { until, signature } = parse(documentQuery, request.query);
    const { id } = request.params;
    const isOurs = signature === sign(emulator, id, until);
    if (!isOurs || !(Number(until) * 1_000 > emulator.clock.now())) {
      throw new ApiError(403, 'forbidden', 'This link has expired.');
    }
    return sendPage(reply, invoicePage(emulator, findTransaction(emulator, id)), 'none');
  });
}

function invoicePage(emulator: Emulator, transaction: Transaction): string {
  const { details, currency_code: currency, status } = transaction;
  const money = (amount: string) => formatAmount(amount, currency);
  const customer = emulator.state.customers.get(transaction.customer_id ?? '');
  const address = emulator.state.addresses.get(transaction.address_id ?? '');
  const row = (name: string, amount: string): Html =>
    html`<tr><th scope="row" colspan="2">${name}</th><td>${money(amount)}</td></tr>`;
  const back = adjustmentsOf(emulator, transaction.id).filter(
    ({ status: decision }) => decision === 'approved',
  );
  const number = transaction.invoice_number ?? transaction.id;
  return pageOf({
    title: `Invoice ${number}`,
    body: html`<main>
<p class="mode">Test mode: no real card is charged</p>
<h1>Invoice ${number}</h1>
<p>${customer?.email ?? ''}<br>${address?.postal_code ?? ''} ${address?.country_code ?? ''}</p>
<p>${(transaction.billed_at ?? transaction.created_at).slice(0, 10)} · ${status} · ${transaction.id}</p>
<table><thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Amount</th></tr></thead>
<tbody>${details.line_items.map(
      (line) =>
        html`<tr><td>${line.product.name}</td><td>${String(line.quantity)}</td><td>${money(line.totals.subtotal)}</td></tr>`,
    )}</tbody>
<tfoot>${row('Subtotal', details.totals.subtotal)}${row('Tax', details.totals.tax)}${
      details.totals.credit === '0' ? html`` : row('Credit used', `-${details.totals.credit}`)
    }${row('Total', details.totals.grand_total)}${back.map((each) =>
      row(each.action.replaceAll('_', ' '), `-${each.totals.total}`),
    )}</tfoot></table>
</main>`,
  });
}

function sign(emulator: Emulator, id: string, until: string): string {
  const secret = secretOf('documents', emulator.state.seed);
  return createHmac('sha256', secret).update(`${id}:${until}`).digest('hex');
}

/** Addresses with which a customer looks after their own subscriptions, for an hour. */
export function createPortalSession(
  emulator: Emulator,
  customerId: string,
  subscriptionIds: readonly string[],
) {
  const customer = emulator.state.customers.get(customerId);
  if (!customer) throw notFound('Customer', customerId);
  const { id } = customer;
  const subscriptions = subscriptionIds.map((each) => ownSubscription(emulator, id, each));
  const sessionId = newId(emulator, 'cpls');
  const expiresAt = isoOf(emulator.clock.now() + LINK_LIVES_MS);
  emulator.state.portalSessions.set(sessionId, {
    customer_id: id,
    expires_at: expiresAt,
  });
  emulator.changed();
  const page = `${emulator.url()}/portal/${sessionId}`;
  return {
    id: sessionId,
    customer_id: id,
    urls: {
      general: { overview: page },
      subscriptions: subscriptions.map((each) => ({
        id: each.id,
        cancel_subscription: `${page}#${each.id}-cancel`,
        update_subscription_payment_method: `${page}#${each.id}-card`,
      })),
    },
    created_at: nowIso(emulator),
  };
}

/** @throws ApiError 403 when there is no such session, or its hour is over */
function customerOfSession(emulator: Emulator, sessionId: string): string {
  const session = emulator.state.portalSessions.get(sessionId);
  if (!session || Date.parse(session.expires_at) <= emulator.clock.now()) {
    throw new ApiError(403, 'portal_session_expired', 'This link has expired.');
  }
  return session.customer_id;
}

/** @throws ApiError 404 when the subscription is somebody else's */
function ownSubscription(emulator: Emulator, customerId: string, id: string): Subscription {
  const subscription = emulator.state.subscriptions.get(id);
  if (subscription?.customer_id !== customerId) throw notFound('Subscription', id);
  return subscription;
}
