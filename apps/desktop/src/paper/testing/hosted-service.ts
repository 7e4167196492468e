import type { SavedToken } from '@quorate/bot/service/saved-sign-in';
import { createHostedAccount, type HostedAccount } from '@quorate/contract/hosted-accounts';
import { buildHosted, buildHostedList } from '@quorate/ui/testing/hosted';
import { createPaper } from '../create-paper.ts';

type Call = { method: string; path: string; body: unknown };

const TOKEN: SavedToken = {
  token: 'secret',
  user: {
    id: '0199aaaa-0000-7000-8000-00000000000a',
    username: 'mira',
    email: 'm@mail.example',
    role: 'user',
  },
};

/** The app's part over a service that keeps what is begun, refuses and loses answers when it is told to. */
export function setUpHosted(offer: Parameters<typeof buildHostedList>[1] = {}) {
  const accounts: HostedAccount[] = [];
  const calls: Call[] = [];
  let refusal: Response | null = null;
  let losesNext = false;
  const account = {
    refreshed: 0,
    token: (): SavedToken | null => TOKEN,
    service: () => 'https://quorate.example',
    refresh: async () => {
      account.refreshed += 1;
    },
  };
  const served: typeof fetch = async (input, init = {}) => {
    const { pathname: path } = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({ method, path, body });
    if (refusal) return refusal.clone();
    if (path.endsWith('/commands')) return Response.json({ success: true, command: COMMAND });
    if (method === 'GET') return Response.json(buildHostedList([...accounts], offer));
    const { hosted_id } = createHostedAccount.body.parse(body);
    const begun = buildHosted({ hosted_id });
    accounts.push(begun);
    if (losesNext) {
      losesNext = false;
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    }
    return Response.json({ success: true, account: begun });
  };
  return {
    paper: createPaper({ fetch: served }, account),
    account,
    accounts,
    calls,
    bodies: (method: string) =>
      calls.filter((call) => call.method === method).map((one) => one.body),
    refuse: (status: number, code: string, message: string) => {
      refusal = Response.json({ success: false, code, message, error: message }, { status });
    },
    /** The next account is begun, and the answer never arrives. */
    lose: () => {
      losesNext = true;
    },
  };
}

const COMMAND = {
  command_id: '0199aaaa-0000-7000-8000-00000000000b',
  kind: 'entries_off',
  asked_at: '2026-11-20T12:00:00.000Z',
  received_at: null,
  done_at: null,
  result: null,
};
