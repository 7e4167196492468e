import { msg, select } from '@lingui/core/runtime-macro';
import { dayWords } from '../../../words/figures.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { SubscriptionRow } from './subscription.queries.ts';
import { endOf } from './subscription-view.ts';

/** 'Pro subscription' */
function named({ t }: I18n, { plan_name: plan }: Pick<SubscriptionRow, 'plan_name'>): string {
  return plan === null ? t(msg`subscription`) : t(msg`${{ plan }} subscription`);
}

const TOLD_LATER = msg`The payment provider has not confirmed that yet; it is asked until it does, and a bill made meanwhile is given back. You need not wait for it.`;

export function endedWords(i18n: I18n, row: SubscriptionRow): string {
  const subscription = named(i18n, row);
  return i18n.t(msg`Your ${{ subscription }} has ended, and nothing more is billed for it.`);
}

export function cancelledWords(i18n: I18n, row: SubscriptionRow, isConfirmed: boolean): string {
  const { t } = i18n;
  const subscription = named(i18n, row);
  if (row.cancel_requested === 'now')
    return `${t(msg`Your ${{ subscription }} is cancelled.`)} ${t(TOLD_LATER)}`;
  const end = endOf(row);
  const until = end === null ? t(msg`the end of its billing period`) : dayWords(i18n, end);
  return isConfirmed
    ? t(
        msg`Your ${{ subscription }} ends on ${{ until }}. You keep it until then, and nothing more is billed for it.`,
      )
    : `${t(msg`Your ${{ subscription }} is cancelled for ${{ until }}.`)} ${t(TOLD_LATER)}`;
}

export function keptWords(i18n: I18n, row: SubscriptionRow): string {
  const { t } = i18n;
  const next = row.next_billed_at;
  const kept = t(msg`Your ${{ subscription: named(i18n, row) }} goes on.`);
  return next === null
    ? kept
    : `${kept} ${t(msg`It is billed next on ${{ day: dayWords(i18n, next) }}.`)}`;
}

export function changedWords(
  i18n: I18n,
  { plan_name: plan, billing_cycle: cycle, next_billed_at: next }: SubscriptionRow,
  settle: 'now' | 'next_bill',
): string {
  const { t } = i18n;
  const changed = t(
    msg`You are on the ${{ plan }} plan now, billed ${select({ cycle }, { yearly: 'yearly', other: 'monthly' })}.`,
  );
  if (settle === 'now') return changed;
  const difference =
    next === null
      ? msg`The difference counts at the next bill.`
      : msg`The difference counts at the next bill, on ${{ day: dayWords(i18n, next) }}.`;
  return `${changed} ${t(difference)}`;
}

export const CHANGE_PENDING = msg`Your change is being confirmed by the payment provider. The dashboard shows it as soon as it is; please do not ask for it again.`;
