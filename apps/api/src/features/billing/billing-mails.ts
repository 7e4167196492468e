import { msg, select } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { composeLetter, type Reader } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { dayWords } from '../../words/figures.ts';
import { moneyInWords } from './money-words.ts';
import type { ToldSubscription } from './record/subscription-row.ts';
import type { ToldTransaction } from './record/transaction-row.ts';

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;

export function startMail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  sale: ToldTransaction,
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const { plan_name: plan, billing_cycle: cycle } = sale;
  const paid = moneyInWords(i18n, sale.amount, sale.currency);
  return composeLetter(brand, reader, {
    subject: t(msg`Your ${{ plan }} plan has begun`),
    paragraphs: [
      t(msg`Hello ${{ username }},`),
      t(
        msg`your ${{ plan }} plan holds from now on. You paid ${{ paid }}, billed ${select({ cycle }, { yearly: 'yearly', other: 'monthly' })}.`,
      ),
      t(msg`On the dashboard you can change the plan, cancel, and find every invoice.`),
    ],
    action: { label: t(msg`Open the dashboard`), url: `${publicUrl}/dashboard` },
    note: t(msg`Questions about a payment: ${{ support: brand.supportEmail }}.`),
  });
}

export function pastDueMail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  subscription: ToldSubscription,
  overdue: { until: Date },
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const plan = subscription.plan_name ?? '';
  const due = moneyInWords(i18n, subscription.amount, subscription.currency);
  return composeLetter(brand, reader, {
    subject: t(msg`A payment for your ${{ plan }} plan did not go through`),
    paragraphs: [
      t(msg`Hello ${{ username }},`),
      t(
        msg`we could not collect ${{ due }} for your ${{ plan }} plan. It is retried automatically; a new card settles it at once.`,
      ),
      t(
        msg`Your plan holds until ${{ day: dayWords(i18n, overdue.until) }}. After that day the limits of the Free plan apply until the payment is made.`,
      ),
    ],
    action: { label: t(msg`Update the payment method`), url: `${publicUrl}/dashboard` },
    note: t(
      msg`Positions in your terminal are not touched by this. Questions: ${{ support: brand.supportEmail }}.`,
    ),
  });
}

export function refundMail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  back: { amount: number; currency: string; paidAt: Date },
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const money = moneyInWords(i18n, back.amount, back.currency);
  const day = dayWords(i18n, back.paidAt);
  return composeLetter(brand, reader, {
    subject: t(msg`${{ money }} goes back to you`),
    paragraphs: [
      t(msg`Hello ${{ username }},`),
      t(
        msg`${{ money }} of what you paid on ${{ day }} goes back the way it came. Banks take 5 to 7 business days to show it.`,
      ),
    ],
    action: { label: t(msg`See your payments`), url: `${publicUrl}/dashboard` },
    note: t(msg`Questions about a payment: ${{ support: brand.supportEmail }}.`),
  });
}

export function endMail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  subscription: ToldSubscription,
): Mail {
  const { t } = reader.i18n;
  const plan = subscription.plan_name ?? '';
  return composeLetter(brand, reader, {
    subject: t(msg`Your ${{ plan }} subscription has ended`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(
        msg`your ${{ plan }} subscription has ended, and nothing more is billed for it. Your trades, decisions and statistics stay where they are.`,
      ),
      t(msg`The limits of the Free plan apply now. You can subscribe again at any time.`),
    ],
    action: { label: t(msg`See the plans`), url: `${publicUrl}/pricing` },
    note: t(
      msg`Positions in your terminal are not touched by this. Questions: ${{ support: brand.supportEmail }}.`,
    ),
  });
}
