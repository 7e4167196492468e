import { Dialog } from '@quorate/ui/dialog';
import { Spinner } from '@quorate/ui/spinner';
import type { ReactNode } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { DecisionDetail } from './decision-detail.tsx';
import { useExplanation } from './decisions.api.ts';
import type { DrawnTrade } from './drawn-trade.ts';
import { ExitTrialForm } from './exit-trial/exit-trial.tsx';
import { StorySection } from './story-section.tsx';
import { WhatIf } from './what-if/what-if.tsx';

type DecisionDialogProps = {
  userId: string;
  decisionId: string;
  /** Viewer's IANA zone. */
  timeZone: string;
  /** Draws the trade on its candles; by default as a plain picture. */
  chart?: ((drawn: DrawnTrade) => ReactNode) | undefined;
  onClose: () => void;
};

/** Why a trade was made or refused, from what the analysts saw to what became of it. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { userId, decisionId, timeZone, chart, onClose } = props;
  const isDemo = useIsDemo();
  const decision = useExplanation(userId, decisionId);
  return (
    <Dialog title="The story of this decision" onClose={onClose} wide>
      <div className="min-h-[24rem]">
        {decision.data ? (
          <DecisionDetail explanation={decision.data} timeZone={timeZone} chart={chart}>
            <WhatIf userId={userId} decision={decision.data.decision} />
            {decision.data.trade?.status === 'CLOSED' && !isDemo && (
              <StorySection step={8} title="Other exits">
                <ExitTrialForm decisionId={decisionId} />
              </StorySection>
            )}
          </DecisionDetail>
        ) : decision.isError ? (
          <RetryNotice
            title="Failed to load the decision"
            error={decision.error}
            onRetry={() => void decision.refetch()}
            busy={decision.isFetching}
          />
        ) : (
          <div className="grid min-h-[24rem] place-items-center">
            <Spinner label="Loading the decision" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
