import { t } from '@lingui/core/macro';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { Icon } from '@quorate/ui/icon';
import type { ReactNode } from 'react';

const FEATURES: ReadonlyArray<{ icon: ReactNode; title: string; text: string }> = [
  {
    icon: <ConvergingLines className="size-7" />,
    title: t`Multi-LLM analysis`,
    text: t`Independent models vote on the same snapshot. No quorum, no trade.`,
  },
  {
    icon: <Icon name="trade" className="size-7" />,
    title: t`Automated execution`,
    text: t`Orders go through your own MT5 terminal, once, and never without a stop.`,
  },
  {
    icon: <Icon name="shield" className="size-7" />,
    title: t`Risk management`,
    text: t`Stop loss, take profit and position size by rules you set and can read.`,
  },
  {
    icon: <Icon name="chart" className="size-7" />,
    title: t`Real-time analytics`,
    text: t`Results with their sample size, after costs, as trades close.`,
  },
];

export function FeatureGrid() {
  return (
    <section
      aria-label={t`Features`}
      className="wrap grid gap-x-7 gap-y-9 pb-14 xs:grid-cols-2 md:pb-20 lg:grid-cols-4"
    >
      {FEATURES.map(({ icon, title, text }) => (
        <div key={title}>
          <span className="text-brand">{icon}</span>
          <h2 className="mt-3 text-body font-semibold">{title}</h2>
          <p className="mt-1.5 text-small text-muted">{text}</p>
        </div>
      ))}
    </section>
  );
}
