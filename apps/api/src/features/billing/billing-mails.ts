import type { Brand } from '@quorate/contract/brand';
import { composeLetter } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { dayInWords } from './day-words.ts';
import { moneyInWords } from './money-words.ts';
import type { ToldSubscription } from './record/subscription-row.ts';
import type { ToldTransaction } from './record/transaction-row.ts';

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;
type Person = Readonly<{ to: string; username: string }>;

export function startMail(
  { brand, publicUrl }: Sender,
  person: Person,
  sale: ToldTransaction,
): Mail {
  const paid = moneyInWords(sale.amount, sale.currency);
  return composeLetter(brand, {
    to: person.to,
    subject: `Your ${sale.plan_name} plan has begun`,
    paragraphs: [
      `Hello ${person.username},`,
      `your ${sale.plan_name} plan holds from now on. You paid ${paid}, billed ${sale.billing_cycle}.`,
      'On the dashboard you can change the plan, cancel, and find every invoice.',
    ],
    action: { label: 'Open the dashboard', url: `${publicUrl}/dashboard` },
    note: `Questions about a payment: ${brand.supportEmail}.`,
  });
}

export function pastDueMail(
  { brand, publicUrl }: Sender,
  person: Person,
  subscription: ToldSubscription,
  overdue: { until: Date },
): Mail {
  const due = moneyInWords(subscription.amount, subscription.currency);
  return composeLetter(brand, {
    to: person.to,
    subject: `A payment for your ${subscription.plan_name ?? ''} plan did not go through`,
    paragraphs: [
      `Hello ${person.username},`,
      `we could not collect ${due} for your ${subscription.plan_name ?? ''} plan. It is retried automatically; a new card settles it at once.`,
      `Your plan holds until ${dayInWords(overdue.until)}. After that day the limits of the Free plan apply until the payment is made.`,
    ],
    action: { label: 'Update the payment method', url: `${publicUrl}/dashboard` },
    note: `Positions in your terminal are not touched by this. Questions: ${brand.supportEmail}.`,
  });
}

export function refundMail(
  { brand, publicUrl }: Sender,
  person: Person,
  back: { amount: number; currency: string; paidAt: Date },
): Mail {
  const money = moneyInWords(back.amount, back.currency);
  return composeLetter(brand, {
    to: person.to,
    subject: `${money} goes back to you`,
    paragraphs: [
      `Hello ${person.username},`,
      `${money} of what you paid on ${dayInWords(back.paidAt)} goes back the way it came. Banks take 5 to 7 business days to show it.`,
    ],
    action: { label: 'See your payments', url: `${publicUrl}/dashboard` },
    note: `Questions about a payment: ${brand.supportEmail}.`,
  });
}

export function endMail(
  { brand, publicUrl }: Sender,
  person: Person,
  subscription: ToldSubscription,
): Mail {
  const plan = subscription.plan_name ?? '';
  return composeLetter(brand, {
    to: person.to,
    subject: `Your ${plan} subscription has ended`,
    paragraphs: [
      `Hello ${person.username},`,
      `your ${plan} subscription has ended, and nothing more is billed for it. Your trades, decisions and statistics stay where they are.`,
      'The limits of the Free plan apply now. You can subscribe again at any time.',
    ],
    action: { label: 'See the plans', url: `${publicUrl}/pricing` },
    note: `Positions in your terminal are not touched by this. Questions: ${brand.supportEmail}.`,
  });
}
