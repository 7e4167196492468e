import type {
  AdjustedTotals,
  Amount,
  LineItem,
  Price,
  Product,
  Proration,
  Totals,
  TransactionDetails,
  TransactionTotals,
} from './entities.ts';

const WITHOUT_DECIMALS = new Set(['JPY', 'KRW', 'CLP', 'VND']);

/** Minor units as a number. @throws RangeError on a text that is no whole number in the safe range */
export function minorUnits(amount: Amount): number {
  const value = Number(amount);
  if (!/^-?\d+$/.test(amount) || !Number.isSafeInteger(value)) {
    throw new RangeError(`'${amount}' is no amount in minor units`);
  }
  return value;
}

/** Half of a minor unit goes up, away from zero. */
export function roundMinor(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/** Major units, such as 40.5 dollars, for events of the checkout: they carry numbers. */
export function majorUnits(amount: Amount, currency: string): number {
  return minorUnits(amount) / (WITHOUT_DECIMALS.has(currency) ? 1 : 100);
}

/** An amount for people, in English: '$40.00'. */
export function formatAmount(amount: Amount, currency: string): string {
  const digits = WITHOUT_DECIMALS.has(currency) ? 0 : 2;
  return majorUnits(amount, currency).toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

const FEE_RATE = 0.05;
const FEE_FLAT_MINOR = 50;

/** One thing that is charged. */
export type Charge = {
  id: string;
  price: Price;
  product: Product;
  quantity: number;
  /** What one costs, in minor units: less than the price in a part of a period. */
  unitMinor: number;
  proration: Proration | null;
};

/**
 * What a transaction comes to. Tax is rounded per line, and on top of the price.
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
  return {
    id: charge.id,
    price_id: charge.price.id,
    quantity: charge.quantity,
    proration: charge.proration,
    tax_rate: String(taxRate),
    unit_totals: taxed(charge.unitMinor, taxRate),
    totals: taxed(charge.unitMinor * charge.quantity, taxRate),
    product: charge.product,
  };
}

function taxed(minor: number, taxRate: number): Totals {
  const tax = roundMinor(minor * taxRate);
  return {
    subtotal: String(minor),
    discount: '0',
    tax: String(tax),
    total: String(minor + tax),
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
