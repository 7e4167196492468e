/** An answer that was broken off because it went on for too long. */
class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor(limitBytes: number) {
    super(`the answer is larger than ${limitBytes} bytes`);
  }
}

/**
 * Reads the body of an answer as text.
 *
 * @throws TooLargeError past the limit, with the connection closed
 */
export async function readBody(response: Response, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Left by a throw, the loop cancels the stream.
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > limitBytes) throw new TooLargeError(limitBytes);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
