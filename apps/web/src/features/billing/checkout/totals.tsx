import { formatMoney } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import type { Prices } from './provider-events.ts';

/** What the provider will charge, in its own figures; it knows the tax once it knows the country. */
export function Totals({ prices }: { prices: Prices | null }) {
  const money = (amount: number) => prices && formatMoney(amount, prices.currency);
  return (
    <dl className="mt-3 border-t border-line pt-3 text-small">
      <Line name="Subtotal" value={prices && money(prices.subtotal)} />
      <Line name="Tax" value={prices && money(prices.tax)} />
      {prices && prices.credit > 0 && <Line name="Your credit" value={money(-prices.credit)} />}
      <Line name="Total today" value={prices && money(prices.due)} strong />
      {(prices === null || prices.renewal) && (
        <Line
          name="Renews at"
          value={prices?.renewal && `${money(prices.renewal.amount)} ${prices.renewal.every}`}
        />
      )}
    </dl>
  );
}

type LineProps = { name: string; value: string | null | undefined; strong?: boolean };

function Line({ name, value, strong = false }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
      <dt className={strong ? 'font-medium' : 'text-muted'}>{name}</dt>
      <dd className={strong ? 'figures font-semibold' : 'figures text-[0.8438rem] font-medium'}>
        {value ?? (
          <>
            <span className="sr-only">not known yet</span>
            <Skeleton className="h-[1lh] w-20" />
          </>
        )}
      </dd>
    </div>
  );
}
