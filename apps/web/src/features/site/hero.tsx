import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { type ReactNode, useState } from 'react';
import { SITE } from '../../lib/site.ts';
import { LinkButton } from '../../ui/link-button.tsx';

type HeroProps = {
  /** Stands beside the words. */
  card: ReactNode;
  /** What Watch Demo opens. */
  demo: (close: () => void) => ReactNode;
};

export function Hero({ card, demo }: HeroProps) {
  const [watching, setWatching] = useState(false);
  return (
    <section className="wrap grid items-center gap-x-16 gap-y-12 pt-8 pb-16 md:pt-14 lg:grid-cols-[1.02fr_0.98fr]">
      <div>
        <h1 className="font-serif text-display font-medium">{SITE.tagline}</h1>
        <p className="mt-5 max-w-[33em] text-body text-muted">{t`Several language models read the market beside your MetaTrader 5. A quorum decides, a risk desk made of plain rules sizes the trade or refuses it, and every step is on record for you to check.`}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <LinkButton to="/signup">{t`Start for Free`}</LinkButton>
          <Button
            variant="secondary"
            className="noscript:hidden"
            onClick={() => setWatching(true)}
          >{t`Watch Demo`}</Button>
          {/* The built page stands for services with and without a demo: styles hide it where there is none. */}
          <LinkButton
            to="/demo"
            variant="secondary"
            data-demo={SITE.demo}
          >{t`Open the live demo`}</LinkButton>
        </div>
        <p className="mt-5 text-tiny text-muted">{t`Free plan, no card. Demo accounts first. Trading carries risk of loss.`}</p>
      </div>
      <div className="min-w-0">{card}</div>
      {watching && demo(() => setWatching(false))}
    </section>
  );
}
