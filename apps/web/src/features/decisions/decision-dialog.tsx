import { Dialog } from '../../ui/dialog.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DecisionDetail } from './decision-detail.tsx';
import { useDecision } from './decisions.api.ts';

type DecisionDialogProps = {
  userId: string;
  decisionId: string;
  /** Viewer's IANA zone. */
  timeZone: string;
  onClose: () => void;
};

/** Why a trade was made: its votes with their reasons, and the rules with their figures. */
export function DecisionDialog({ userId, decisionId, timeZone, onClose }: DecisionDialogProps) {
  const decision = useDecision(userId, decisionId);
  return (
    <Dialog title="The decision behind this trade" onClose={onClose} wide>
      <div className="min-h-[24rem]">
        {decision.data ? (
          <DecisionDetail
            decision={decision.data.decision}
            snapshot={decision.data.snapshot}
            timeZone={timeZone}
          />
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
