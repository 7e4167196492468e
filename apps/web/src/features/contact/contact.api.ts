import { type ContactInput, sendContactMessage } from '@quorate/contract/contact';
import { callApi } from '../../lib/api-client.ts';

/** Stores the message and mails it to support. */
export async function sendMessage(message: ContactInput): Promise<void> {
  await callApi(sendContactMessage, { body: message });
}
