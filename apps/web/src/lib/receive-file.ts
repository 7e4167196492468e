export type ReceivedFile = { name: string; content: Blob };

/**
 * The body of an answer as a file, under the name that the service gives it.
 *
 * @param onBytes told how much has arrived so far
 * @param otherwise name and media type where the answer names none
 */
export async function receiveFile(
  response: Response,
  onBytes: (received: number) => void,
  otherwise: Readonly<{ name: string; type: string }>,
): Promise<ReceivedFile> {
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
  const type = response.headers.get('content-type') ?? otherwise.type;
  const name = nameIn(response.headers.get('content-disposition')) ?? otherwise.name;
  return { name, content: new Blob(parts, { type }) };
}

/** The file name without any folder, as a careless service might give one. */
function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1];
}
