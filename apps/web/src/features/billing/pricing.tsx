import { t } from '@lingui/core/macro';
import type { PublicPlan } from '@quorate/contract/billing';
import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { PLANS, type PlanName } from '@quorate/contract/plans';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { useState } from 'react';
import { type Fields, fieldsOf, isNumber, readList } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';
import { useLoad } from '../../lib/use-load.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { CycleToggle } from './cycle-toggle.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import {
  type BillingCycle,
  decisionWords,
  formatDollars,
  monthlyPrice,
  planFacts,
  yearlyPrice,
} from './plan-figures.ts';

/** The plans and the choice between paying by month and by year. */
export function Pricing() {
  const plans = usePlans();
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  return (
    <>
      <CycleToggle value={cycle} onChange={setCycle} />
      <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} cycle={cycle} />
        ))}
      </div>
      <p className="mx-auto mt-5 max-w-prose text-center text-tiny text-muted">{t`Symbols, trades and terminal accounts are counted per trading day, which starts at 00:00 UTC. Tokens are counted per billing cycle. Decisions are an estimate with three language models, asked once per bar.`}</p>
      <PlanComparison plans={plans} />
    </>
  );
}

const POPULAR = 'Pro';

const FOR_WHOM: Readonly<Record<PlanName, string>> = {
  Free: t`To see how it decides, on paper or a demo account.`,
  Starter: t`For one or two pairs on your own account.`,
  Pro: t`For several pairs, or a prop-firm challenge.`,
  Elite: t`For many accounts and short timeframes.`,
};

function PlanCard({ plan, cycle }: { plan: PublicPlan; cycle: BillingCycle }) {
  const free = plan.monthly_cost === 0;
  const popular = plan.name === POPULAR;
  return (
    <article
      aria-labelledby={`plan-${plan.id}`}
      className={classNames(
        'flex flex-col rounded-card border bg-surface p-6 shadow-card',
        popular ? 'border-brand outline-1 outline-brand' : 'border-line',
      )}
    >
      <h2
        id={`plan-${plan.id}`}
        className="flex min-h-6 flex-wrap items-center gap-2 text-body font-semibold"
      >
        {plan.name} {popular && <Badge tone="brand">{t`Most Popular`}</Badge>}
      </h2>
      <p className="mt-1 text-small text-muted sm:min-h-[4.5em]">{FOR_WHOM[plan.name]}</p>
      <p className="mt-3">
        <span className="font-serif text-title leading-none font-medium tabular-nums lining-nums">
          {formatDollars(monthlyPrice(plan.monthly_cost, cycle))}
        </span>{' '}
        <span className="text-small text-muted">{t`/ month`}</span>
      </p>
      <p className="mt-2 min-h-10 text-tiny text-muted">{priceNote(plan.monthly_cost, cycle)}</p>
      <LinkButton
        to={free ? '/signup' : `/checkout?plan=${plan.name}&billing=${cycle}`}
        // The checkout alone may load from the payment provider, which a policy allows by document.
        reloadDocument={!free}
        {...(free && { onClick: forgetOtherPlan })}
        variant={popular ? 'primary' : 'secondary'}
        className="mt-3"
      >
        {free ? t`Start for Free` : t`Choose ${plan.name}`}
      </LinkButton>
      <p className="mt-4 text-tiny text-muted sm:min-h-[3lh]">{decisionWords(plan)}</p>
      <dl className="mt-3 border-t border-line pt-3 text-small">
        {planFacts(plan).map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1">
            <dt className="text-muted">{name}</dt>
            <dd className="figures text-tiny font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** Not with the page, which is read by many more than press the button. */
function forgetOtherPlan(): void {
  void import('../../lib/chosen-plan.ts').then(({ forgetChosenPlan }) => forgetChosenPlan());
}

function priceNote(monthlyCost: number, cycle: BillingCycle): string {
  if (monthlyCost === 0) return t`No card needed.`;
  if (cycle === 'monthly') return t`Billed monthly.`;
  const year = formatDollars(yearlyPrice(monthlyCost));
  return t`${year} billed annually: two months free.`;
}

/** The service's plans; the built-in ones until it has answered, and when it does not. */
function usePlans(): readonly PublicPlan[] {
  const { data } = useLoad(loadPlans);
  return data && data.length > 0 ? data : LISTED_PLANS;
}

function loadPlans(signal: AbortSignal): Promise<readonly PublicPlan[]> {
  return getJson('/api/saas/plans', readPlans, signal);
}

/** Reads the service's list of plans; null when it is none. */
export function readPlans(content: unknown): readonly PublicPlan[] | null {
  return readList(fieldsOf(content)?.plans, readPlan);
}

function readPlan(plan: Fields): PublicPlan | null {
  const features = fieldsOf(plan.features);
  const name = PLANS.find((known) => known.name === plan.name)?.name;
  const analysis = PLANS.find((known) => known.ai_analysis === features?.ai_analysis);
  const support = PLANS.find((known) => known.support === features?.support);
  if (!features || !name || !analysis || !support) return null;
  const { id, monthly_cost, token_limit, rate_limit_per_minute } = plan;
  const { symbols, daily_trades, terminal_accounts } = features;
  if (!isNumber(id) || !isNumber(monthly_cost) || !isNumber(token_limit)) return null;
  if (!isNumber(rate_limit_per_minute) || !isNumber(symbols)) return null;
  if (!isNumber(daily_trades) || !isNumber(terminal_accounts)) return null;
  return {
    id,
    name,
    monthly_cost,
    token_limit,
    rate_limit_per_minute,
    features: {
      ai_analysis: analysis.ai_analysis,
      symbols,
      support: support.support,
      daily_trades,
      terminal_accounts,
    },
  };
}
