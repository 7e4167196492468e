import { t } from '@lingui/core/macro';

const NEVERS = [
  {
    title: t`Take money out`,
    text: t`Your money stays at your broker, in your name. The bot opens and closes trades there. It can withdraw nothing, and neither can we.`,
  },
  {
    title: t`Trade without a stop loss`,
    text: t`Every order carries one. An order without it is never sent.`,
  },
  {
    title: t`Double up after a loss`,
    text: t`No martingale, no grid. The size follows from your risk per trade, at most 2% of the account.`,
  },
  {
    title: t`Let a model have the last word`,
    text: t`Models propose. Rules that you can read set size and limits, and can only make a trade smaller or refuse it.`,
  },
  {
    title: t`Promise a profit`,
    text: t`Nobody can. You can lose money, and we show every losing trade beside the winning ones.`,
  },
] as const;

export function WillNotDo() {
  return (
    <section
      aria-labelledby="will-not-do"
      className="wrap grid gap-x-16 gap-y-6 pb-14 md:pb-20 lg:grid-cols-[1fr_2fr]"
    >
      <h2
        id="will-not-do"
        className="scroll-mt-24 font-serif text-title font-medium"
      >{t`What it will not do`}</h2>
      <dl className="border-t border-line">
        {NEVERS.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_2fr]"
          >
            <dt className="font-semibold">{title}</dt>
            <dd className="text-small text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
