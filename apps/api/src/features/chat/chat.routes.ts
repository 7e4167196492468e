import { sendChatMessage } from '@quorate/contract/chat';
import type { Route } from '../../plugins/endpoint.ts';
import { answer, type ChatDeps } from './chat.service.ts';

export function registerChat(route: Route, deps: ChatDeps): void {
  route(sendChatMessage, async ({ body }, { request, user }) => ({
    success: true,
    message: await answer(deps, body, { userId: user?.id, address: request.ip }),
  }));
}
