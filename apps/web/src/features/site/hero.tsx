import { t } from '@lingui/core/macro';
import type { MouseEvent } from 'react';
import { SITE } from '../../lib/site.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { DeskPicture } from './desk-picture.tsx';

/** Not by the router: a step of its takes away what stands below as HTML alone until its code is there. */
function scrollToDecision(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('decision')?.scrollIntoView();
}

export function Hero() {
  return (
    <section className="wrap pt-8 pb-12 text-center md:pt-14 md:pb-14">
      <h1 className="mx-auto max-w-[12em] font-serif text-display font-medium text-balance">
        {SITE.tagline}
      </h1>
      <p className="mx-auto mt-5 max-w-[36em] text-body text-pretty text-muted">{t`Several AI models analyse the market alongside your MetaTrader 5. Fixed risk rules set every trade’s size or block it. You can check each step, including the trades it refused.`}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <LinkButton to="/signup">{t`Start for Free`}</LinkButton>
        {/* The built page stands for services with and without a demo: styles show the one link or the other. */}
        <LinkButton
          to="/demo"
          variant="secondary"
          data-demo={SITE.demo}
        >{t`Watch Demo`}</LinkButton>
        <LinkButton
          to="#decision"
          onClick={scrollToDecision}
          variant="secondary"
          className="[[data-demo=on]+&]:hidden"
        >{t`Watch Demo`}</LinkButton>
      </div>
      <p className="mt-4 text-tiny text-muted">{t`Paper trading in your browser in 3 minutes. No card, nothing to install. Trading carries risk of loss.`}</p>
      <DeskPicture />
    </section>
  );
}
