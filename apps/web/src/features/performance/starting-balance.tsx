import { t } from '@lingui/core/macro';
import type { PerformanceReply } from '@quorate/contract/performance';
import { Button } from '@quorate/ui/button';
import { formatMoney } from '@quorate/ui/format';
import { TextField } from '@quorate/ui/text-field';
import { currencyDigits, currencyOf, moneyFromDecimal } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { type FormEvent, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../lib/browser-storage.ts';

type StartingBalanceProps = {
  currency: string;
  /** As it was entered; null for not. */
  balance: string | null;
  onChange: (balance: string | null) => void;
  /** Undefined while it is loading. */
  reply: PerformanceReply | undefined;
};

/** The balance that measures begin with: as a bot has reported it, else as its owner enters it. One line in each case. */
export function StartingBalance({ currency, balance, onChange, reply }: StartingBalanceProps) {
  if (reply?.balance_source === 'equity' && reply.balance_before !== null)
    return (
      <p className="flex min-h-11 items-center text-small text-muted sm:min-h-6">{t`Starting balance ${formatMoney(reply.balance_before, currency)}, as your bot reported it.`}</p>
    );
  return (
    <details className="group text-small text-muted">
      <summary className="flex min-h-11 items-center rounded-sm sm:min-h-6">
        <span>
          {reply && balanceWords(reply, currency)}{' '}
          <span className="text-brand underline underline-offset-4">
            {reply && reply.balance_before !== null ? t`Change it` : t`Enter it`}
          </span>
        </span>
      </summary>
      <div className="mt-3">
        <StartingBalanceForm {...{ currency, balance, onChange }} />
      </div>
    </details>
  );
}

function balanceWords(
  { balance_source: source, balance_before: before }: PerformanceReply,
  currency: string,
): string {
  if (before === null) return t`No bot has reported a balance. Some measures need one.`;
  const amount = formatMoney(before, currency);
  return source === 'entered'
    ? t`Starting balance ${amount}, as you entered it.`
    : t`Starting balance ${amount}, from what your bot reported.`;
}

/** Asks for the one thing the record does not hold, and says why. */
function StartingBalanceForm({ currency, balance, onChange }: Omit<StartingBalanceProps, 'reply'>) {
  const [typed, setTyped] = useState(balance ?? '');
  const [fault, setFault] = useState<string | null>(null);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const plain = plainBalance(typed, currency);
    setFault(plain === null ? balanceFault(currency) : null);
    if (plain !== null) onChange(plain);
  };
  const clear = () => {
    setTyped('');
    setFault(null);
    onChange(null);
  };

  return (
    <form onSubmit={save} noValidate className="grid gap-x-8 gap-y-3 md:grid-cols-[28rem_1fr]">
      <div className="flex flex-col gap-2 xs:flex-row xs:items-start">
        <div className="min-w-0 flex-1">
          <TextField
            label={t`Starting balance in ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            placeholder="10000.00"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={fault}
          />
        </div>
        <div className="flex gap-1 xs:pt-[1.8125rem]">
          <Button type="submit" variant="secondary">{t`Set balance`}</Button>
          {balance !== null && <Button variant="quiet" onClick={clear}>{t`Clear`}</Button>}
        </div>
      </div>
      <p className="max-w-prose self-center text-tiny text-muted">{t`The balance before your first trade. Returns, Sharpe, Calmar and the risk of ruin are shares of it. It stays in this browser.`}</p>
    </form>
  );
}

/**
 * The balance before the first trade, where its owner has entered it. It stays in this browser, for each user and
 * currency.
 */
export function useStartingBalance(
  userId: string,
  currency: string | null,
): [balance: string | null, change: (balance: string | null) => void] {
  const [changed, setChanged] = useState<Readonly<Record<string, string | null>>>({});
  if (currency === null) return [null, () => undefined];
  const key = `starting-balance:${userId}:${currency}`;
  const stored = changed[key] === undefined ? readStored(key) : changed[key];
  const change = (balance: string | null) => {
    if (balance === null) removeStored(key);
    else writeStored(key, balance);
    setChanged((now) => ({ ...now, [key]: balance }));
  };
  return [stored === null ? null : plainBalance(stored, currency), change];
}

/**
 * An amount as the service takes it, from one as people type it.
 *
 * @returns null for what is no amount above 0 of this currency
 * @example plainBalance('10,000.50', 'USD') // '10000.50'
 */
export function plainBalance(typed: string, currency: string): string | null {
  const text = typed.replace(/[,\s]/g, '');
  if (!/^\d{1,11}(\.\d+)?$/.test(text)) return null;
  try {
    return moneyFromDecimal(text, currencyOf(currency)).minor > 0 ? text : null;
  } catch (error) {
    if (error instanceof ValueError) return null;
    throw error;
  }
}

/** What is wrong with an amount, as a sentence. */
function balanceFault(currency: string): string {
  const digits = currencyDigits(currencyOf(currency));
  return t`Enter an amount above 0 with at most ${digits} decimals.`;
}
