import { downloadLedger as downloadCall, getLedger } from '@quorate/contract/ledger';
import { useQuery } from '@tanstack/react-query';
import { answerOf, callApi } from '../../lib/api-client.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';

const UNNAMED = { name: 'decision-ledger.jsonl', type: 'application/x-ndjson' };

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
): Promise<ReceivedFile> {
  return answerOf(downloadCall, {}, (response) => receiveFile(response, onBytes, UNNAMED), {
    signal,
  });
}
