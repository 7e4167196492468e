import { currencyCode, uuid } from '@quorate/contract/fields';
import { createHostedAccount, listHostedAccounts } from '@quorate/contract/hosted-accounts';
import { commandBot } from '@quorate/contract/live';
import { z } from 'zod';
import { defineLocal, done } from './local-endpoint.ts';

/** Two calls to the service, one after the other. */
const BEGIN_MS = 15_000;

/** The paper accounts that the service trades for whoever is signed in; null: it knows of none such. */
export const listPaper = defineLocal({
  method: 'GET',
  path: '/api/paper',
  reply: z.object({ hosted: listHostedAccounts.reply.nullable() }),
});

/** Begins the account of one button. Where there is one already, also of another window, nothing happens. */
export const startPaper = defineLocal({
  method: 'POST',
  path: '/api/paper',
  body: z.strictObject({
    /** Made by the window, so that it can be sent again. */
    hosted_id: createHostedAccount.body.shape.hosted_id,
    currency: currencyCode,
  }),
  reply: done,
  timeoutMs: BEGIN_MS,
});

/** Pauses a paper account, or lets it go on. */
export const commandPaper = defineLocal({
  method: 'POST',
  path: '/api/paper/:bot_id/commands',
  params: z.object({ bot_id: uuid }),
  body: z.strictObject({
    /** Made by the window, so that it can be sent again. */
    command_id: commandBot.body.shape.command_id,
    kind: z.enum(['entries_off', 'resume']),
  }),
  reply: done,
});
