import type { ImportRecord } from '@quorate/contract/import-records';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Notice } from '@quorate/ui/notice';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FileDrop } from './file-drop.tsx';
import { ImportList } from './import-list.tsx';

type ImportChooseProps = {
  userId: string;
  timeZone: string;
  /** Why the last report could not be read; null: it could, or there was none. */
  error: unknown;
  /** A file that was not even sent. */
  tooLarge: { name: string; limit: string } | null;
  /** What was just done. */
  done: string | null;
  onFile: (file: File) => void;
  onRemove: (record: ImportRecord) => void;
};

/** The window's first step: a report is chosen, or an earlier one taken back. */
export function ImportChoose(props: ImportChooseProps) {
  const { userId, timeZone, error, tooLarge, done, onFile, onRemove } = props;
  return (
    <div className="space-y-4 text-small">
      <DoneNotice>{done}</DoneNotice>
      <FailureNotice title="The report could not be read" error={error} />
      {tooLarge && (
        <Notice tone="error" live title="The report could not be read">
          {tooLarge.name} is larger than {tooLarge.limit}. Save it for a shorter period, in parts.
        </Notice>
      )}
      <FileDrop onFile={onFile} />
      <p className="text-muted">
        In MetaTrader 5, open <strong className="font-medium text-ink">History</strong>,
        right-click, and choose <strong className="font-medium text-ink">Report</strong>: HTML or
        Open XML. A table saved as CSV works, too. Nothing is stored before you have seen it, and
        trades that are here already are not stored twice.
      </p>
      <ImportList userId={userId} timeZone={timeZone} onRemove={onRemove} />
    </div>
  );
}
