import { deleteAccount as deleteCall, exportMyData } from '@quorate/contract/my-data';
import { answerOf, callApi } from '../../lib/api-client.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';

const UNNAMED = { name: 'account-data.json', type: 'application/json' };

/**
 * Everything the service holds about the user, as a file.
 *
 * @param onBytes told how much has arrived so far
 * @throws ApiError when the service refuses, or the file ends before it is whole
 */
export function downloadMyData(
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  return answerOf(
    exportMyData,
    {},
    async (response) => {
      const file = await receiveFile(response, onBytes, UNNAMED);
      // An answer is sent while it is read: one that broke off must not pass for all of the data.
      JSON.parse(await file.content.text());
      return file;
    },
    { signal },
  );
}

/** @param username typed by the user */
export async function deleteAccount(username: string): Promise<void> {
  await callApi(deleteCall, { body: { username: username.trim() } });
}
