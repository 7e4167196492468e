import { downloadLedger as downloadCall, getLedger } from '@quorate/contract/ledger';
import { useQuery } from '@tanstack/react-query';
import { answerOf, callApi } from '../../lib/api-client.ts';

const DEFAULT_NAME = 'decision-ledger.jsonl';

export type LedgerFile = { name: string; content: Blob };

/** The head of the ledger as it is signed now. */
export function useLedger(userId: string) {
  return useQuery({
    queryKey: ['decisions', userId, 'ledger'],
    queryFn: ({ signal }) => callApi(getLedger, {}, { signal }),
  });
}

/**
 * The whole ledger as a file. The token travels in a header, so that a plain link would not do.
 *
 * @param onBytes told how much has arrived so far
 * @throws ApiError when the service refuses, or the file ends before it is whole
 */
export function downloadLedger(
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<LedgerFile> {
  return answerOf(
    downloadCall,
    {},
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
      const type = response.headers.get('content-type') ?? 'application/x-ndjson';
      const name = nameIn(response.headers.get('content-disposition'));
      return { name, content: new Blob(parts, { type }) };
    },
    { signal },
  );
}

/** The file name without any folder, as a careless service might give one. */
function nameIn(disposition: string | null): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? DEFAULT_NAME;
}
