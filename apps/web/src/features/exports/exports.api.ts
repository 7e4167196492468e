import { type ExportFormat, exportTrades } from '@quorate/contract/trade-export';
import { answerOf } from '../../lib/api-client.ts';
import { type ExportFilter, filterQuery, sortQuery } from './export-filter.ts';

export type TradesFile = { name: string; content: Blob };

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
): Promise<TradesFile> {
  const query = { ...filterQuery(filter, timeZone), ...sortQuery(filter), format };
  return answerOf(
    exportTrades,
    { query },
    async (response) => {
      const parts: BlobPart[] = [];
      let received = 0;
      const reader = response.body?.getReader();
      for (;;) {
        const step = await reader?.read();
        if (!step || step.done) break;
        parts.push(new Uint8Array(step.value));
        received += step.value.byteLength;
        onBytes(received);
      }
      const type = response.headers.get('content-type') ?? '';
      const name = nameIn(response.headers.get('content-disposition'), format);
      return { name, content: new Blob(parts, { type }) };
    },
    { signal },
  );
}

/** The file name without any folder, as a careless service might give one. */
function nameIn(disposition: string | null, format: ExportFormat): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? `trades.${format}`;
}
