import { setImmediate as turn } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';

/**
 * Lets the event loop turn after every statement. The embedded database answers on that very loop, without a
 * wait for anything outside: whoever runs statement after statement would hold up all other calls until the
 * last one.
 */
export const turnLoop: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await turn();
    return result;
  },
};
