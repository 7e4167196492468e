import { ConvergingLines } from '@quorate/ui/converging-lines';
import type { ReactNode } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { RealMoneyBar } from './real-money-bar.tsx';

type WholePageProps = {
  title: string;
  /** As they were known last: real money is named even here. */
  configurations?: readonly ConfigurationSummary[];
  children?: ReactNode;
  action?: ReactNode;
};

/** The calm middle of a window that can show nothing else. */
export function WholePage({ title, configurations = [], children, action }: WholePageProps) {
  return (
    <>
      <RealMoneyBar configurations={configurations} />
      <main className="grid min-h-dvh place-items-center px-4 py-10">
        <div role="alert" className="max-w-[30rem] text-center">
          <ConvergingLines className="mx-auto size-9 text-brand" />
          <h1 className="mt-4 font-serif text-title font-medium">{title}</h1>
          <div className="mt-3 space-y-2 text-small text-muted">{children}</div>
          {action && <div className="mt-6">{action}</div>}
        </div>
      </main>
    </>
  );
}
