import type { ImportResult } from '@quorate/contract/trade-import';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { countOf } from '@quorate/ui/format';

type ImportOutcomeProps = {
  result: ImportResult;
  onAnother: () => void;
  onRemove: (importId: string) => void;
  onClose: () => void;
};

export function ImportOutcome({ result, onAnother, onRemove, onClose }: ImportOutcomeProps) {
  const { import_id: importId, created, updated } = result;
  return (
    <div className="space-y-4 text-small">
      <DoneNotice tone={created + updated > 0 ? 'success' : 'info'}>{outcome(result)}</DoneNotice>
      {importId !== null && (
        <p className="text-muted">
          Your history and statistics hold them from now on. If something is wrong, such as the
          clock, take this import back, now or later under Import.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onClose}>Close</Button>
        <Button variant="secondary" onClick={onAnother}>
          Import another report
        </Button>
        {importId !== null && (
          <Button variant="quiet" onClick={() => onRemove(importId)}>
            Remove these trades
          </Button>
        )}
      </div>
    </div>
  );
}

function outcome({ created, updated, unchanged, faults }: ImportResult): string {
  const parts = [
    created > 0 ? `${countOf(created, 'trade')} imported.` : 'No new trade was in this report.',
    updated > 0 ? `${countOf(updated, 'trade')} updated.` : '',
    unchanged > 0 ? `${countOf(unchanged, 'trade')} stood here already, unchanged.` : '',
    faults > 0 ? `${countOf(faults, 'row')} left out.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
