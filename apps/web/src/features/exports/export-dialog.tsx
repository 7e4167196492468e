import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type ExportFormat,
  exportTrades,
  SORTED_TRADES_MAX,
  XLSX_TRADES_MAX,
} from '@quorate/contract/trade-export';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { formatCount, formatList } from '@quorate/ui/format';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../lib/api-client.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { usePractice } from '../../lib/query/hosted-accounts.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { selectionQuery, sortQuery } from '../../lib/trade-selection.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { accountWords, type ExportFilter, otherWords, periodWords } from './export-filter.ts';

const FORMATS: ReadonlyArray<{ format: ExportFormat; name: string; note: string }> = [
  { format: 'csv', name: 'CSV', note: t`For Excel and other tables, any number of trades` },
  {
    format: 'xlsx',
    name: t`Excel`,
    note: t`A workbook of up to ${formatCount(XLSX_TRADES_MAX)} trades`,
  },
  { format: 'json', name: 'JSON', note: t`For programs, any number of trades` },
];

type ExportDialogProps = {
  userId: string;
  filter: ExportFilter;
  timeZone: string;
  statement: string;
  onClose: () => void;
};

/** The trades of the filter as a file, told of while it arrives, or as a page to print. */
export function ExportDialog({ userId, filter, timeZone, statement, onClose }: ExportDialogProps) {
  const practice = usePractice(userId);
  const others = otherWords(filter);
  const shown = [accountWords(filter, practice), periodWords(filter), ...(others ? [others] : [])];
  const leave = useRef<AbortController>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async (format: ExportFormat) => {
    const ending = new AbortController();
    leave.current = ending;
    setDone(null);
    setReceived(0);
    try {
      const file = await downloadTrades({ filter, format, timeZone }, setReceived, ending.signal);
      saveFile(file.name, file.content);
      setDone(t`${file.name} (${formatBytes(file.content.size)}) is in your downloads.`);
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setDone(t`The export is cancelled. Nothing was saved.`);
    } finally {
      setReceived(null);
    }
  });
  useEffect(() => () => leave.current?.abort(), []);
  return (
    <Dialog title={t`Export trades`} onClose={onClose}>
      <div className="space-y-4 text-small">
        <p>
          {t`What the filter shows: ${formatList(shown, 'unit')}.`}{' '}
          {t`Times in UTC and in ${timeZone}.`}
        </p>
        <FailureNotice title={t`The trades could not be exported`} error={error} />
        <DoneNotice>{done}</DoneNotice>
        {received !== null && (
          <p role="status" className="flex flex-wrap items-center gap-3">
            <progress aria-label={t`Export`} className="h-1.5 w-32 accent-brand" />
            <span>
              <Trans>
                <span className="figures text-small">{formatBytes(received)}</span> so far
              </Trans>
            </span>
            <Button
              variant="secondary"
              size="small"
              onClick={() => leave.current?.abort()}
            >{t`Cancel`}</Button>
          </p>
        )}
        <ul className="border-t border-line">
          {FORMATS.map(({ format, name, note }) => (
            <li
              key={format}
              className="flex items-center justify-between gap-4 border-b border-line py-3"
            >
              <div className="min-w-0">
                <p className="font-medium">{name}</p>
                <p className="text-tiny text-muted">{note}</p>
              </div>
              <Button
                variant="secondary"
                size="small"
                disabled={busy}
                onClick={() => submit(format)}
                aria-label={t`Download ${name}`}
              >{t`Download`}</Button>
            </li>
          ))}
          <li className="flex items-center justify-between gap-4 border-b border-line py-3">
            <div className="min-w-0">
              <p className="font-medium">{t`Statement`}</p>
              <p className="text-tiny text-muted">{t`A page to print or to save as PDF`}</p>
            </div>
            <LinkButton
              to={statement}
              variant="secondary"
              size="small"
              aria-label={t`Open statement`}
            >{t`Open`}</LinkButton>
          </li>
        </ul>
        {filter.sort !== 'time' && (
          <p className="text-tiny text-muted">{t`Files sorted by a column other than time take up to ${formatCount(SORTED_TRADES_MAX)} trades; sorted by time there is no limit.`}</p>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The trades of a filter as a file. The token travels in a header, so that a plain link would not do.
 *
 * @param onBytes told how much has arrived so far
 * @throws ApiError when the service refuses, or the file ends before it is whole
 */
export function downloadTrades(
  { filter, format, timeZone }: { filter: ExportFilter; format: ExportFormat; timeZone: string },
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const query = { ...selectionQuery(filter, timeZone), ...sortQuery(filter), format };
  const unnamed = { name: `trades.${format}`, type: '' };
  return answerOf(exportTrades, { query }, (response) => receiveFile(response, onBytes, unnamed), {
    signal,
  });
}
