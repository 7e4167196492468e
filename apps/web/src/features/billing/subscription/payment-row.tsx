import { openInvoice, type Payment } from '@quorate/contract/subscription';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { formatMoney } from '@quorate/ui/format';
import { formatDay } from '@quorate/ui/time-format';
import { callApi } from '../../../lib/api-client.ts';
import { ProviderPageNotice, useProviderPage } from './provider-page.tsx';
import { PAYMENT_STATUS } from './subscription-words.ts';

type PaymentRowProps = { payment: Payment; timeZone: string };

/** One bill, to the cent. */
export function PaymentRow({ payment, timeZone }: PaymentRowProps) {
  const { transaction_id, at, amount, tax, returned, currency, status, invoice_number } = payment;
  const invoice = useProviderPage(
    async () => (await callApi(openInvoice, { params: { transaction_id } })).url,
  );
  const money = (sum: number) => (
    <span className="figures text-[0.8438rem]">{formatMoney(sum, currency)}</span>
  );
  const { word, tone } = PAYMENT_STATUS[status];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3.5 first:pt-0 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56 text-small">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {nameOf(payment)} <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="mt-0.5 text-tiny text-muted">
          <time dateTime={at}>{formatDay(at, timeZone)}</time>
          {invoice_number !== null && (
            <>
              {' '}
              · Invoice <span className="figures">{invoice_number}</span>
            </>
          )}
        </p>
      </div>
      <div className="text-small xs:text-right">
        <p className="figures text-[0.9063rem] font-medium">{formatMoney(amount, currency)}</p>
        <p className="text-tiny text-muted">of which tax {money(tax)}</p>
        {returned > 0 && <p className="text-tiny text-muted">{money(returned)} returned</p>}
      </div>
      {invoice_number !== null && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Invoice ${invoice_number}`}
          busy={invoice.busy}
          onClick={() => invoice.submit(undefined)}
        >
          Invoice
        </Button>
      )}
      <ProviderPageNotice
        failure={`Failed to open the invoice ${invoice_number}`}
        page={invoice}
        className="basis-full"
      />
    </li>
  );
}

function nameOf({ plan_name, billing_cycle }: Payment): string {
  if (plan_name === null) return 'Payment';
  return billing_cycle === null ? plan_name : `${plan_name}, ${billing_cycle}`;
}
