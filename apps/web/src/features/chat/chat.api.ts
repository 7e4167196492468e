import { CHAT_LIMITS, sendChatMessage } from '@quorate/contract/chat';
import { callApi } from '../../lib/api-client.ts';
import type { ChatMessage } from './chat-history.ts';

/**
 * Asks the assistant.
 *
 * @param before the conversation so far; its last 10 messages go along
 * @throws ApiError when there is no reply
 */
export async function askAssistant(
  message: string,
  before: readonly ChatMessage[],
): Promise<string> {
  const history = before.slice(-CHAT_LIMITS.history).map(({ role, content }) => ({
    role,
    content: content.slice(0, CHAT_LIMITS.historyContent),
  }));
  const reply = await callApi(sendChatMessage, { body: { message, history } });
  return reply.message;
}
