import {
  type CallOutcome,
  callEndpoint,
  type ServiceRefusal,
  type Unreachable,
} from '@quorate/bot/service/call-endpoint';
import { t } from '@quorate/bot/words';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import { createHostedAccount, listHostedAccounts } from '@quorate/contract/hosted-accounts';
import { defaultHosted, firstSource } from '@quorate/contract/hosted-defaults';
import { commandBot } from '@quorate/contract/live';
import type { z } from 'zod';
import { serviceFault } from '../account/service-fault.ts';
import type { commandPaper, startPaper } from '../contract/paper.ts';
import { LocalFault } from '../local-fault.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Account, DesktopDeps } from '../parts.ts';

export type Paper = ReturnType<typeof createPaper>;

/** As many as are asked for at once; no plan allows as many. */
const ACCOUNTS_SHOWN = 50;
/** The interface waits for 10 s in all. */
const ASK_MS = 6_000;

/** Paper accounts, which the service trades: the same on every system, with no terminal. */
export function createPaper(
  { fetch }: Pick<DesktopDeps, 'fetch'>,
  account: Pick<Account, 'token' | 'service' | 'refresh'>,
) {
  const inTurn = oneAtATime();

  async function ask<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
  ): Promise<CallOutcome<Reply<E>>> {
    const token = account.token();
    if (token === null)
      throw new LocalFault('conflict', t`Nobody is signed in.`, { code: 'signed_out' });
    const http = { fetch, service: account.service(), timeoutMs: ASK_MS };
    const outcome = await callEndpoint(http, endpoint, input, token.token);
    // Whoever was signed out is told so, and why.
    if (outcome.kind === 'refused' && outcome.status === 401) void account.refresh();
    return outcome;
  }
  const failed = (outcome: ServiceRefusal | Unreachable) =>
    serviceFault(account.service(), outcome);

  async function list(): Promise<Reply<typeof listHostedAccounts> | null> {
    const outcome = await ask(listHostedAccounts, { query: { per_page: ACCOUNTS_SHOWN } });
    if (outcome.kind === 'ok') return outcome.reply;
    // A service of before trades nobody's account.
    if (outcome.kind === 'refused' && outcome.code === 'not_found') return null;
    throw failed(outcome);
  }
  return {
    list,
    /** @throws LocalFault with the service's sentence, and where it offers no prices */
    start: ({ hosted_id: id, currency }: z.output<typeof startPaper.body>): Promise<void> =>
      inTurn(async () => {
        const known = await list();
        // Another window was first, or the answer to this call was lost.
        if (known && known.accounts.length > 0) return;
        const offered = firstSource(known?.sources ?? []);
        if (offered === undefined)
          throw new LocalFault(
            'conflict',
            t`No prices for paper accounts at ${{ service: account.service() }}.`,
          );
        const outcome = await ask(createHostedAccount, {
          body: defaultHosted(id, offered, currency),
        });
        if (outcome.kind !== 'ok') throw failed(outcome);
      }),
    /** @throws LocalFault with the service's sentence */
    async command(botId: string, command: z.output<typeof commandPaper.body>): Promise<void> {
      const outcome = await ask(commandBot, { params: { bot_id: botId }, body: command });
      if (outcome.kind !== 'ok') throw failed(outcome);
    },
  };
}
