import { sendChatMessage } from '@quorate/contract/chat';
import type { Route } from '../../http/endpoint.ts';
import { answerStream } from './answer-stream.ts';
import { answer, type ChatDeps, countMessage } from './chat.service.ts';

export function registerChat(route: Route, deps: ChatDeps): void {
  route(sendChatMessage, async ({ body }, { request, reply, user, gone }) => {
    await countMessage(deps, { userId: user?.id, address: request.ip });
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
      return { success: true, message: await answer(deps, body, user?.id, { gone }) };
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // nginx would keep events until its buffer is full.
      .header('x-accel-buffering', 'no');
    return answerStream((say) =>
      answer(deps, body, user?.id, { gone, say }).catch((error: unknown) => {
        request.log.error({ err: error }, 'An answer of the assistant failed');
        throw error;
      }),
    );
  });
}
