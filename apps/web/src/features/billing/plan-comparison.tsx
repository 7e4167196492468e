import { t } from '@lingui/core/macro';
import type { PublicPlan } from '@quorate/contract/billing';
import { HeadCell, Table } from '@quorate/ui/table';
import { comparedFacts } from './plan-figures.ts';

/** Every figure of every plan, side by side; on a phone the plans are scrolled sideways. */
export function PlanComparison({ plans }: { plans: readonly PublicPlan[] }) {
  return (
    <section aria-labelledby="compare" className="mt-20">
      <h2
        id="compare"
        className="scroll-mt-24 font-serif text-title font-medium"
      >{t`Compare the plans`}</h2>
      <section
        aria-label={t`Comparison of the plans`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="relative mt-6 overflow-x-auto"
      >
        <div className="min-w-[44rem]">
          <Table
            caption={t`Every figure of every plan`}
            captionHidden
            head={
              <>
                <HeadCell className="sticky start-0 w-[22%] bg-paper ps-0">{t`Plan`}</HeadCell>
                {plans.map(({ id, name }) => (
                  <HeadCell key={id} className="text-small font-semibold text-ink">
                    {name}
                  </HeadCell>
                ))}
              </>
            }
          >
            {comparedFacts(plans).map(([name, values]) => (
              <tr key={name} className="border-b border-line align-baseline">
                <th
                  scope="row"
                  className="sticky start-0 bg-paper py-3 pe-3 text-start font-normal text-muted max-sm:max-w-28"
                >
                  {name}
                </th>
                {values.map((value, at) => (
                  <td key={plans[at]?.id} className="px-3 py-3 tabular-nums">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      </section>
    </section>
  );
}
