import { t } from '@lingui/core/macro';
import { TextLink } from '../../ui/text-link.tsx';

const COSTS = [
  {
    title: t`Language models`,
    cost: t`Included`,
    text: t`Your plan pays for them in tokens. You need no key and no account with a model’s maker. Our rule analysts vote too, and take almost no tokens.`,
  },
  {
    title: t`Your broker`,
    cost: t`Spread, commission, swap`,
    text: t`Your broker charges them on every trade, as it does when you trade by hand. We take nothing from them, and no part of your profit.`,
  },
  {
    title: t`A computer`,
    cost: t`Yours, or a VPS`,
    text: t`A broker account needs a Windows computer that stays on, or a rented Windows VPS. Paper trading runs on our servers and needs neither.`,
  },
  {
    title: t`A prop-firm challenge`,
    cost: t`The firm’s price`,
    text: t`You buy it from the firm. Ask it first whether it allows bots.`,
  },
] as const;

export function WhatElse() {
  return (
    <section aria-labelledby="what-else" className="mt-20">
      <h2
        id="what-else"
        className="scroll-mt-24 font-serif text-title font-medium"
      >{t`What else it costs`}</h2>
      <dl className="mt-6 border-t border-line">
        {COSTS.map(({ title, cost, text }) => (
          <div
            key={title}
            className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_1fr_2fr]"
          >
            <dt className="font-semibold">{title}</dt>
            <dd>{cost}</dd>
            <dd className="text-small text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The guarantee, beside the plans and not only among the questions. */
export function Guarantee() {
  return (
    <section
      aria-labelledby="guarantee"
      className="mt-14 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-3 rounded-card border border-line bg-surface p-6"
    >
      <div className="max-w-prose">
        <h2 id="guarantee" className="font-serif text-heading font-medium">
          {t`30-day money-back guarantee`}
        </h2>
        <p className="mt-2 text-small text-muted">{t`It holds for every paid plan. Write to us within 30 days of your payment, and name the address of your account. It covers the price of the plan, not losses in the market.`}</p>
      </div>
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        <TextLink
          to="/contact"
          className="inline-flex min-h-11 items-center"
        >{t`Ask for your money back`}</TextLink>
        <TextLink
          to="/refund"
          className="inline-flex min-h-11 items-center"
        >{t`Read the refund policy`}</TextLink>
      </p>
    </section>
  );
}
