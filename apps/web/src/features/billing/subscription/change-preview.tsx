import type { Reply } from '@quorate/contract/endpoint';
import type { previewPlanChange } from '@quorate/contract/subscription';
import { formatMoney } from '@quorate/ui/format';
import { formatDay } from '@quorate/ui/time-format';

type ChangePreviewProps = { preview: Reply<typeof previewPlanChange>; timeZone: string };

/** What a change costs, now and later. */
export function ChangePreview({ preview, timeZone }: ChangePreviewProps) {
  const { due_now, credit, next_amount, next_billing_date, currency } = preview;
  const lines: [name: string, amount: number][] = [
    ['Due now', due_now],
    ...(credit > 0 ? ([['Credit for later bills', credit]] as [string, number][]) : []),
    [`Next bill on ${formatDay(next_billing_date, timeZone)}`, next_amount],
  ];
  return (
    <>
      <dl>
        {lines.map(([name, amount]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
            <dt className="text-muted">{name}</dt>
            <dd className="figures text-[0.875rem] font-medium">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-tiny text-muted">
        With tax. What is left of the period you have paid for is taken into account, to the minute.
      </p>
    </>
  );
}
