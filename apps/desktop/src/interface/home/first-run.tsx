import { t } from '@lingui/core/macro';
import { Skeleton } from '@quorate/ui/skeleton';
import { type ReactNode, useId } from 'react';
import { DEMO_TRADES_NEEDED } from '../../contract/real-money.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState } from '../lib/contexts.tsx';
import { AddConfiguration } from './add-configuration.tsx';
import { PaperBody, type usePaper } from './paper-section.tsx';
import { SystemLimits } from './system-limits.tsx';

type FirstRunProps = { paper: ReturnType<typeof usePaper>; timeZone: string };

/** Before the first configuration: paper first, a demo terminal next, real money last. */
export function FirstRun({ paper, timeZone }: FirstRunProps) {
  const isLoading = paper.list.isPending;
  const hasPaper = isLoading || paper.isShown;
  return (
    <>
      <ScreenHead title={paper.hasAccounts ? t`Configurations` : t`Get started`}>
        {hasPaper && !paper.hasAccounts
          ? t`No real money is touched unless you decide so later.`
          : t`No configuration yet. Each is one MetaTrader 5 account with its own bot.`}
      </ScreenHead>
      <ol aria-label={t`What you can do now`} className="grid gap-4 lg:grid-cols-2">
        {hasPaper && (
          <Step isLead title={t`Paper trading`}>
            {isLoading ? (
              <div role="status" className="space-y-3">
                <span className="sr-only">{t`Loading your paper accounts`}</span>
                <Skeleton className="h-12 max-w-prose" />
                <Skeleton className="h-11 w-44" />
              </div>
            ) : (
              <PaperBody paper={paper} timeZone={timeZone} isFirst />
            )}
          </Step>
        )}
        <DemoStep isLead={!hasPaper} />
        <Step title={t`Real money`}>
          <p className="max-w-prose text-small text-muted">{t`Last, and only if you decide so. Each configuration begins as Demo. To switch, you need a passed setup check and ${DEMO_TRADES_NEEDED} demo trades, or your word that you accept fewer. You type the account number twice.`}</p>
        </Step>
      </ol>
      <div className="mt-6">
        <SystemLimits />
      </div>
    </>
  );
}

/** A configuration for a demo account. */
function DemoStep({ isLead }: { isLead: boolean }) {
  const { app } = useAppState();
  return (
    <Step isLead={isLead} title={t`MetaTrader 5 demo account`}>
      <p className="max-w-prose text-small text-muted">
        {app.platform === 'win32'
          ? t`The bot trades your broker’s demo account through your own terminal. The app finds the terminal automatically. Most people only enter a password.`
          : t`The bot trades your broker’s demo account through MetaTrader 5. The app finds and starts it on Windows only.`}
      </p>
      <div className="mt-4">
        <AddConfiguration isLead={isLead} />
      </div>
    </Step>
  );
}

type StepProps = { title: string; isLead?: boolean; children: ReactNode };

function Step({ title, isLead = false, children }: StepProps) {
  const heading = useId();
  return (
    <li className={isLead ? 'lg:col-span-2' : 'grid'}>
      <section
        aria-labelledby={heading}
        className={
          isLead
            ? 'rounded-card border border-brand/45 bg-surface p-5 shadow-card'
            : 'rounded-card border border-line p-5'
        }
      >
        <h2 id={heading} className="mb-1 text-body font-semibold">
          {title}
        </h2>
        {children}
      </section>
    </li>
  );
}
