import { t } from '@lingui/core/macro';
import { Card } from '@quorate/ui/card';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/text-link.tsx';
import { PRESET_FIRMS } from './preset-firms.ts';

const POINTS: ReadonlyArray<{ title: string; text: string; more: ReactNode }> = [
  {
    title: t`Prop-firm rules`,
    text: t`Choose your programme once. Before every order, all open risk and slippage count against its daily and total limit. Ask your firm first whether it allows bots.`,
    more: (
      <ul aria-label={t`Firms with rules that are built in`} className="flex flex-wrap gap-2">
        {PRESET_FIRMS.map((firm) => (
          <li key={firm} className="rounded-full border border-line px-3 py-0.5 text-small">
            {firm}
          </li>
        ))}
        <li className="rounded-full border border-line px-3 py-0.5 text-small">{t`Your own limits`}</li>
      </ul>
    ),
  },
  {
    title: t`No edge? It says so.`,
    text: t`Analysts are measured against what price did next. Where yours have shown no skill, a real account opens nothing, and you see how many results are still needed.`,
    more: <TextLink to="/pricing#proven">{t`Is it proven to work?`}</TextLink>,
  },
  {
    title: t`Your broker, your money`,
    text: t`Any broker with MetaTrader 5 works, demo or real. Orders go through your own terminal, never twice and never without a stop loss.`,
    more: <TextLink to="/guide#terminal">{t`Set up MetaTrader 5`}</TextLink>,
  },
  {
    title: t`A record you can check`,
    text: t`Every decision and result is chained to the one before and signed. Any change, deletion or reordering breaks the chain. Download your record and verify it yourself.`,
    more: <TextLink to="/guide#read-decision">{t`Read a decision`}</TextLink>,
  },
  {
    title: t`Security`,
    text: t`Your terminal password stays on your computer and never reaches us. Sign in with a passkey or a second step, and end any session from anywhere.`,
    more: <TextLink to="/privacy#security">{t`How we protect your data`}</TextLink>,
  },
  {
    title: t`Paper first`,
    text: t`Paper trading runs on our servers and in your browser. A demo account comes next, real money last, and only after you switch it on yourself.`,
    more: <TextLink to="/pricing#try">{t`Can I try it without installing anything?`}</TextLink>,
  },
];

/** What a buyer with an account of their own wants to know before anything else. */
export function Reliance() {
  return (
    <section
      aria-label={t`Limits, brokers, record and security`}
      className="wrap grid gap-5 pb-14 sm:grid-cols-2 md:pb-20 lg:grid-cols-3"
    >
      {POINTS.map(({ title, text, more }) => (
        <Card key={title} className="flex flex-col p-6">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-1.5 text-small text-muted">{text}</p>
          <div className="mt-auto pt-4 text-small [&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center">
            {more}
          </div>
        </Card>
      ))}
    </section>
  );
}
