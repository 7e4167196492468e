import { type ExportFormat, exportTrades } from '@quorate/contract/trade-export';
import { answerOf } from '../../lib/api-client.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';
import { type ExportFilter, filterQuery, sortQuery } from './export-filter.ts';

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
  const query = { ...filterQuery(filter, timeZone), ...sortQuery(filter), format };
  const unnamed = { name: `trades.${format}`, type: '' };
  return answerOf(exportTrades, { query }, (response) => receiveFile(response, onBytes, unnamed), {
    signal,
  });
}
