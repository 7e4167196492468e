import { minorUnits, roundMinor } from '../model/amounts.ts';
import type {
  AdjustedTotals,
  LineItem,
  Price,
  Product,
  Proration,
  Totals,
  TransactionDetails,
  TransactionTotals,
} from '../model/entities.ts';

const FEE_RATE = 0.05;
const FEE_FLAT_MINOR = 50;

/** One thing that is charged. */
export type Charge = {
  id: string;
  price: Price;
  product: Product;
  quantity: number;
  /** What one costs, in minor units as the price states it: less than the price in a trial or part period. */
  unitMinor: number;
  proration: Proration | null;
};

/**
 * What a transaction comes to. Tax is rounded per line; a price of tax mode 'internal' holds it already.
 *
 * @param creditMinor what is taken off, at most the total
 * @example 2 × '1000' at a rate of 0.2: subtotal '2000', tax '400', total '2400'
 */
export function detailsOf(
  charges: readonly Charge[],
  currency: string,
  taxRate: number,
  creditMinor = 0,
): TransactionDetails {
  const lines = charges.map((charge) => lineOf(charge, taxRate));
  const sum = sumOf(lines.map((line) => line.totals));
  const credit = Math.min(creditMinor, minorUnits(sum.total));
  const grandTotal = minorUnits(sum.total) - credit;
  const grandTax =
    sum.total === '0' ? 0 : roundMinor((minorUnits(sum.tax) * grandTotal) / minorUnits(sum.total));
  const totals: TransactionTotals = {
    ...sum,
    credit: String(credit),
    credit_to_balance: '0',
    balance: String(grandTotal),
    grand_total: String(grandTotal),
    grand_total_tax: String(grandTax),
    fee: null,
    earnings: null,
    currency_code: currency,
  };
  return {
    tax_rates_used: [{ tax_rate: String(taxRate), totals: sum }],
    totals,
    adjusted_totals: adjustedOf(totals),
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: lines,
  };
}

/** Figures that exist only when the money is there: nothing is owed, and the provider has its fee. */
export function settledDetails(details: TransactionDetails): TransactionDetails {
  const grand = minorUnits(details.totals.grand_total);
  const tax = minorUnits(details.totals.grand_total_tax);
  const fee = grand === 0 ? 0 : Math.min(grand, roundMinor(grand * FEE_RATE) + FEE_FLAT_MINOR);
  const totals: TransactionTotals = {
    ...details.totals,
    balance: '0',
    fee: String(fee),
    earnings: String(grand - tax - fee),
  };
  const adjusted = adjustedOf(totals);
  return {
    ...details,
    totals,
    adjusted_totals: adjusted,
    payout_totals: { ...totals, exchange_rate: '1', fee_rate: String(FEE_RATE) },
    adjusted_payout_totals: { ...adjusted, exchange_rate: '1' },
  };
}

function lineOf(charge: Charge, taxRate: number): LineItem {
  const isInternal = charge.price.tax_mode === 'internal';
  return {
    id: charge.id,
    price_id: charge.price.id,
    quantity: charge.quantity,
    proration: charge.proration,
    tax_rate: String(taxRate),
    unit_totals: taxed(charge.unitMinor, taxRate, isInternal),
    totals: taxed(charge.unitMinor * charge.quantity, taxRate, isInternal),
    product: charge.product,
  };
}

function taxed(minor: number, taxRate: number, isInternal: boolean): Totals {
  const subtotal = isInternal ? roundMinor(minor / (1 + taxRate)) : minor;
  const tax = isInternal ? minor - subtotal : roundMinor(minor * taxRate);
  return {
    subtotal: String(subtotal),
    discount: '0',
    tax: String(tax),
    total: String(subtotal + tax),
  };
}

function sumOf(all: readonly Totals[]): Totals {
  const add = (pick: (totals: Totals) => string) =>
    String(all.reduce((sum, totals) => sum + minorUnits(pick(totals)), 0));
  return {
    subtotal: add((totals) => totals.subtotal),
    discount: '0',
    tax: add((totals) => totals.tax),
    total: add((totals) => totals.total),
  };
}

function adjustedOf(totals: TransactionTotals): AdjustedTotals {
  const { subtotal, tax, total, grand_total, grand_total_tax, fee, earnings, currency_code } =
    totals;
  return {
    subtotal,
    tax,
    total,
    grand_total,
    grand_total_tax,
    fee,
    earnings,
    retained_fee: '0',
    currency_code,
  };
}
