import { sendContactMessage as sendContactMessageCall } from '@quorate/contract/contact';
import type { Route } from '../../http/endpoint.ts';
import { type ContactDeps, sendContactMessage } from './contact.service.ts';

export function registerContact(route: Route, deps: ContactDeps): void {
  route(sendContactMessageCall, async ({ body }, { request }) => {
    await sendContactMessage(deps, body, request.ip);
    return { success: true, message: 'Thank you! Your message has been sent successfully.' };
  });
}
