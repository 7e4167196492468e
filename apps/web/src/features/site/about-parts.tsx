import { t } from '@lingui/core/macro';
import { Badge } from '@quorate/ui/badge';
import { SITE } from '../../lib/site.ts';
import { HypotheticalNote } from './hypothetical-note.tsx';

const VALUES = [
  {
    title: t`Innovation`,
    text: t`Several models that check each other, where others trust one. New ones join when they prove that they add something.`,
  },
  {
    title: t`Security`,
    text: t`Your terminal password stays on your computer, and no trade is sent without a stop.`,
  },
  {
    title: t`Community`,
    text: t`What testers find and ask for decides what is built next. Reviews stand as they were written.`,
  },
  {
    title: t`Excellence`,
    text: t`A result comes with the number of trades behind it, and a claim with its limits.`,
  },
] as const;

const JOURNEY = [
  {
    when: t`The question`,
    what: t`Trading by hand beside a day job, he missed what one pair of eyes misses, and asked a language model for a second opinion. It was fluent, sure of itself, and often wrong.`,
  },
  {
    when: t`The quorum`,
    what: t`Asked the same question, different models failed in different ways. Where they agreed, they were worth hearing. That became the rule: no trade on one unproven voice.`,
  },
  {
    when: t`The risk desk`,
    what: t`A good idea at the wrong size still ruins an account. So plain code, not a model, sizes every trade and may refuse it.`,
  },
  {
    when: t`The beta`,
    what: t`The first testers run it on demo accounts today, with every vote and every refusal on record.`,
  },
] as const;

const CLAIMS = [
  { figure: '94%', name: t`AI confidence` },
  { figure: '0.3 s', name: t`analysis time` },
] as const;

const MODELS = [
  { name: 'GPT', maker: 'OpenAI' },
  { name: t`Claude`, maker: t`Anthropic` },
  { name: t`Gemini`, maker: t`Google` },
] as const;

/** The models are other companies' (specification, section 1). */
export function ThirdPartyModels() {
  return (
    <section aria-labelledby="models" className="mt-16">
      <h2 id="models" className="font-serif text-title font-medium">{t`The models that vote`}</h2>
      <ul className="mt-6 grid gap-x-10 gap-y-4 border-t border-line pt-6 sm:grid-cols-3">
        {MODELS.map(({ name, maker }) => (
          <li key={name}>
            <span className="font-semibold">
              {maker} {name}
            </span>
            <span className="block text-small text-muted">{t`Third-party model, where configured`}</span>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-small text-muted">{t`Offline analysts of our own vote beside them and need no model. OpenAI and GPT, Anthropic and Claude, Google and Gemini are trademarks of their owners, who neither run nor endorse ${SITE.name}.`}</p>
    </section>
  );
}

export function CoreValues() {
  return (
    <section aria-labelledby="values" className="mt-16">
      <h2 id="values" className="font-serif text-title font-medium">{t`Core values`}</h2>
      <dl className="mt-6 grid gap-x-10 gap-y-7 border-t border-line pt-7 sm:grid-cols-2">
        {VALUES.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-small text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function FounderStory() {
  return (
    <section aria-labelledby="story" className="mt-16">
      <h2
        id="story"
        className="font-serif text-title font-medium"
      >{t`The story of ${SITE.founderName}`}</h2>
      <p className="mt-3 text-muted">{t`Founder of ${SITE.name}.`}</p>
      <ol className="mt-6 border-s border-line-strong/60">
        {JOURNEY.map(({ when, what }) => (
          <li key={when} className="relative pb-7 ps-7 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-2 -start-[5px] size-[9px] rounded-full border-2 border-brand bg-paper"
            />
            <h3 className="font-semibold">{when}</h3>
            <p className="mt-1 text-small text-muted">{what}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function BetaClaims() {
  return (
    <section aria-labelledby="analysis" className="mt-16">
      <h2 id="analysis" className="font-serif text-title font-medium">{t`The analysis`}</h2>
      <p className="mt-3 text-muted">{t`The models that vote are third-party language models, beside offline analysts of our own. Each sees the same snapshot of closed bars; none sees the vote of another.`}</p>
      <dl className="mt-6 grid grid-cols-2 border-y border-line">
        {CLAIMS.map(({ figure, name }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end py-5 last:border-s last:border-line last:ps-6"
          >
            <dt className="mt-1 text-small text-muted">
              {name} <Badge className="ms-1">{t`beta`}</Badge>
            </dt>
            <dd className="font-serif text-title leading-tight font-medium tabular-nums lining-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <HypotheticalNote className="mt-3" />
    </section>
  );
}
