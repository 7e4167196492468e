/**
 * Reads a body to its end, unless it is larger than any of ours: whoever answers must not fill the memory of
 * a program that trades.
 *
 * @param max bytes, unpacked
 * @throws Error when there is more, or the connection breaks
 */
export async function boundedText(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    // Leaving the loop ends the connection.
    if (size > max) throw new Error(`it sends more than ${max / 1_000_000} MB`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
