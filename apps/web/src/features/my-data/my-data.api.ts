import { deleteAccount as deleteCall, exportMyData } from '@quorate/contract/my-data';
import { answerOf, callApi } from '../../lib/api-client.ts';

const DEFAULT_NAME = 'account-data.json';

export type ExportedFile = { name: string; content: Blob };

/**
 * Everything the service holds about the user, as a file.
 *
 * @param onBytes told how much has arrived so far
 * @throws ApiError when the service refuses, or the file ends before it is whole
 */
export function downloadMyData(
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  return answerOf(
    exportMyData,
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
      const content = new Blob(parts, { type: 'application/json' });
      // An answer is sent while it is read: one that broke off must not pass for all of the data.
      JSON.parse(await content.text());
      return { name: nameIn(response.headers.get('content-disposition')), content };
    },
    { signal },
  );
}

/** @param username typed by the user */
export async function deleteAccount(username: string): Promise<void> {
  await callApi(deleteCall, { body: { username: username.trim() } });
}

/** The file name without any folder, as a careless service might give one. */
function nameIn(disposition: string | null): string {
  const name = /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1];
  return name ?? DEFAULT_NAME;
}
