import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../engine/emulator.ts';
import {
  createPortalSession,
  customerOfSession,
  ownSubscription,
} from '../engine/portal-sessions.ts';
import {
  cancelNow,
  change,
  findSubscription,
  refuseUnchangeable,
  schedule,
} from '../engine/subscription-state.ts';
import { cardChangeTransaction } from '../engine/subscription-update.ts';
import { type Html, html, pageOf, sendPage } from '../http/html.ts';
import { parse } from '../http/parse.ts';
import { formatAmount } from '../model/amounts.ts';
import type { Subscription } from '../model/entities.ts';
import { invoiceUrl } from './document.routes.ts';

type InSession = { Params: { session: string; id: string } };

const actionSchema = z.object({
  action: z.enum(['cancel', 'cancel_now', 'keep', 'card']),
});

/** The pages on which a customer looks after their subscriptions. Never framed. */
export function portalRoutes(app: FastifyInstance, emulator: Emulator): void {
  // Forms of the portal; everything else of the emulator speaks JSON.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<InSession>('/portal/:session', async (request, reply) => {
    const { session } = request.params;
    const customerId = customerOfSession(emulator, session);
    return sendPage(reply, portalPage(emulator, session, customerId), 'none');
  });
  app.post<InSession>('/portal/:session/:id', async (request, reply) => {
    const { session, id } = request.params;
    const subscription = ownSubscription(emulator, customerOfSession(emulator, session), id);
    const { action } = parse(actionSchema, request.body);
    if (action === 'card') {
      const { checkout, id: transactionId } = cardChangeTransaction(emulator, subscription);
      const page = checkout?.url ?? `${emulator.url()}/checkout/pay?_ptxn=${transactionId}`;
      return reply.redirect(page, 303);
    }
    refuseUnchangeable(emulator, subscription);
    if (action === 'cancel_now') cancelNow(emulator, subscription);
    else if (action === 'cancel') schedule(emulator, subscription, 'cancel');
    else change(emulator, subscription, { scheduled_change: null });
    return reply.redirect(`/portal/${session}`, 303);
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
  const button = (action: string, label: string) =>
    html`<form method="post" action="/portal/${session}/${id}"><button name="action" value="${action}">${label}</button></form>`;
  const next =
    planned === null
      ? `Next bill: ${nextBill?.slice(0, 10) ?? 'none'}`
      : `${planned.action} on ${planned.effective_at.slice(0, 10)}`;
  const canSchedule = planned === null && subscription.current_billing_period !== null;
  const buttons = [
    button('card', 'Change card'),
    canSchedule
      ? button('cancel', 'Cancel at the end of the period')
      : planned === null
        ? html``
        : button('keep', 'Keep the subscription'),
    button('cancel_now', 'Cancel now'),
  ];
  return html`<section id="${id}"><h2>${items.map(({ product }) => product.name).join(', ')}</h2>
<p>Status: ${status.replaceAll('_', ' ')}. ${next}. Card: ${card ? `${card.type} •••• ${card.last4}` : 'none'}</p>
${status === 'canceled' ? html`` : buttons}</section>`;
}
