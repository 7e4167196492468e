import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

const STEPS: ReadonlyArray<{ picture: ReactNode; title: string; text: string }> = [
  {
    picture: <MarketPicture />,
    title: t`1. A bar closes`,
    text: t`Your bot sends prices, spread, events and open risk. Never your password.`,
  },
  {
    picture: <VotesPicture />,
    title: t`2. Models vote`,
    text: t`Each gives a direction, a probability and its evidence. Its track record decides how much it counts.`,
  },
  {
    picture: <DeskPicture />,
    title: t`3. The risk desk decides`,
    text: t`Plain code, never a model. It makes trades smaller or refuses them, so that your limit isn’t crossed.`,
  },
  {
    picture: <RecordPicture />,
    title: t`4. Everything is recorded`,
    text: t`Votes, checks and results go into a log that you can verify. We can’t rewrite it unseen.`,
  },
];

/** From the market to the record, in four pictures. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="wrap pt-14 md:pt-20">
      <h2
        id="how-it-works"
        className="scroll-mt-24 font-serif text-title font-medium"
      >{t`How it works`}</h2>
      <ol className="mt-7 grid gap-x-7 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(({ picture, title, text }) => (
          <li key={title}>
            <div
              aria-hidden="true"
              className="grid h-28 place-items-center rounded-card border border-line bg-surface"
            >
              {picture}
            </div>
            <h3 className="mt-3.5 font-semibold">{title}</h3>
            <p className="mt-1 text-small text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function MarketPicture() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 60"
      fill="none"
      strokeWidth="2"
      className="h-14 stroke-ink"
    >
      <path d="M12 46v-6m0-14v-6M8 40h8V26H8zM36 50v-8m0-20v-6M32 42h8V22h-8zM60 40v-8m0-18V8M56 32h8V14h-8zM84 46v-8m0-12v-8M80 38h8V26h-8z" />
      <path d="M108 34v-8m0-14V6M104 26h8V12h-8z" className="fill-brand/20 stroke-brand" />
    </svg>
  );
}

function VotesPicture() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 150 70"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      className="h-16 stroke-gain"
    >
      <path d="M8 10c50 0 60 25 100 25M8 35h100" />
      <path d="M8 60c45 0 50-14 76-18" strokeDasharray="2 6" className="stroke-hold" />
      <path d="M108 35h34" strokeWidth="5" />
    </svg>
  );
}

function DeskPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 150 46" className="h-11">
      <rect y="18" width="150" height="10" rx="5" className="fill-line" />
      <rect y="18" width="62" height="10" rx="5" className="fill-brand" />
      <rect x="58" y="18" width="34" height="10" rx="5" className="fill-brand/45" />
      <path d="M132 6v34" strokeWidth="3" className="stroke-loss" />
    </svg>
  );
}

function RecordPicture() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 150 46"
      fill="none"
      strokeWidth="2"
      className="h-11 stroke-line-strong"
    >
      <path d="M42 23h12M96 23h12" className="stroke-brand" />
      {[2, 56, 110].map((x) => (
        <g key={x}>
          <rect x={x} y="6" width="38" height="34" rx="6" />
          <path d={`M${x + 9} 18h20M${x + 9} 27h12`} className="stroke-muted" />
        </g>
      ))}
    </svg>
  );
}
