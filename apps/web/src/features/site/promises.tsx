import { t } from '@lingui/core/macro';

const NEVERS = [
  {
    title: t`Promise a profit`,
    text: t`Markets owe nobody anything. What we show is what happened, with the number of trades it happened in.`,
  },
  {
    title: t`Hold your money`,
    text: t`It stays at your broker, in your name. The bot can open and close trades there; it cannot pay anything out.`,
  },
  {
    title: t`Hide a loss`,
    text: t`Every closed trade comes back and stays, with the votes that led to it. Nothing is taken out of a statistic.`,
  },
  {
    title: t`Let a model have the last word`,
    text: t`Models propose. Rules that anyone can read decide on size and limits, and they can only make a trade smaller or refuse it.`,
  },
] as const;

export function Promises() {
  return (
    <section aria-labelledby="promises" className="mt-16">
      <h2
        id="promises"
        className="font-serif text-title font-medium"
      >{t`What we will never do`}</h2>
      <dl className="mt-6 border-t border-line">
        {NEVERS.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-10 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_2fr]"
          >
            <dt className="font-semibold">{title}</dt>
            <dd className="text-small text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
