import { CHAT_LIMITS, chatEvent, sendChatMessage } from '@quorate/contract/chat';
import { createEventReader } from '@quorate/contract/event-stream';
import { answerOf } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { ChatMessage } from './chat-history.ts';

type Listener = Readonly<{
  signal: AbortSignal;
  /** Gets each piece of an answer that is sent as it is written. */
  onText: (text: string) => void;
}>;

/**
 * Asks the assistant.
 *
 * @param before the conversation so far; its last 10 messages go along
 * @returns the whole reply, which replaces whatever came of it before
 * @throws ApiError when there is no reply; the signal's reason when it was stopped
 */
export async function askAssistant(
  message: string,
  before: readonly ChatMessage[],
  { signal, onText }: Listener,
): Promise<string> {
  const history = before.slice(-CHAT_LIMITS.history).map(({ role, content }) => ({
    role,
    content: content.slice(0, CHAT_LIMITS.historyContent),
  }));
  return answerOf(
    sendChatMessage,
    { body: { message, history } },
    (response) =>
      /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')
        ? readEvents(response, onText)
        : readWhole(response),
    { signal, accept: 'text/event-stream, application/json' },
  );
}

async function readWhole(response: Response): Promise<string> {
  const content: unknown = await response.json().catch(() => null);
  const reply = sendChatMessage.reply.safeParse(content);
  if (reply.success) return reply.data.message;
  throw new ApiError({ code: 'bad_reply', status: response.status }, { cause: reply.error });
}

async function readEvents(response: Response, onText: (text: string) => void): Promise<string> {
  let whole: string | null = null;
  let ended = false;
  const read = createEventReader(({ name, data }) => {
    const event = chatEvent.safeParse({ event: name, data: parse(data) });
    // What a newer service adds is skipped.
    if (!event.success || ended) return;
    if (event.data.event === 'delta') return onText(event.data.data.text);
    ended = true;
    if (event.data.event === 'done') whole = event.data.data.message;
  });
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const piece = await pieces?.read();
    if (!piece || piece.done) break;
    read(piece.value);
    if (ended) break;
  }
  // What becomes of the connection now does not matter.
  void pieces?.cancel().catch(() => undefined);
  if (whole === null) throw new ApiError({ code: 'bad_reply', status: response.status });
  return whole;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
