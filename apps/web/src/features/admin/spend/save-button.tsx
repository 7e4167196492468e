import { Button } from '@quorate/ui/button';
import { useSubmission } from '../../../lib/use-submission.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { saveSpend } from './spend.api.ts';
import type { SpendDays } from './spend-days.ts';

type SaveButtonProps = { days: SpendDays; what: 'periods' | 'models' | 'users' };

/** The table beside it as a file. */
export function SaveButton({ days, what }: SaveButtonProps) {
  const { busy, error, submit } = useSubmission(() => saveSpend(days, what));
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        aria-label={`Save ${what} as CSV`}
        onClick={() => submit(undefined)}
      >
        CSV
      </Button>
      <FailureNotice title="Failed to save the file" error={error} className="mt-2" />
    </div>
  );
}
