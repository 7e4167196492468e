import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { adjustmentsOf } from '../engine/adjustments.ts';
import { ApiError } from '../engine/api-error.ts';
import type { Emulator } from '../engine/emulator.ts';
import { findTransaction } from '../engine/transactions.ts';
import { queryOf } from '../http/envelope.ts';
import { type Html, html, pageOf, sendPage } from '../http/html.ts';
import { formatAmount } from '../model/amounts.ts';
import type { Transaction } from '../model/entities.ts';
import { secretOf } from '../model/ids.ts';

const LIVES_MS = 60 * 60_000;

/** An address under which the invoice can be read for an hour, without a key. */
export function invoiceUrl(emulator: Emulator, transaction: Transaction): string {
  const until = Math.floor((emulator.clock.now() + LIVES_MS) / 1_000);
  const signature = sign(emulator, transaction.id, String(until));
  return `${emulator.url()}/documents/${transaction.id}?until=${until}&signature=${signature}`;
}

/** Invoices, as pages that print well. */
export function documentRoutes(app: FastifyInstance, emulator: Emulator): void {
  app.get<{ Params: { id: string } }>('/documents/:id', async (request, reply) => {
    const { until = '', signature = '' } = queryOf(request);
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
    (each) => each.status === 'approved' && each.action !== 'credit',
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
