import { CHECKLIST_ITEMS, type Checklist, saveChecklist } from '@quorate/contract/checklist';

/** A service that is ready, knows the token, and keeps a checklist. */
export type ChecklistService = {
  fetch: typeof fetch;
  checklist: Checklist;
  /** Calls of the checklist, in their order. */
  readonly calls: string[];
  isAway: boolean;
  /** Refuses the token. */
  isSignedOut: boolean;
};

export function checklistService(): ChecklistService {
  const service: ChecklistService = {
    checklist: Object.fromEntries(CHECKLIST_ITEMS.map(({ id }) => [id, false])),
    calls: [],
    isAway: false,
    isSignedOut: false,
    fetch: (async (url: unknown, init?: RequestInit) => {
      if (service.isAway) throw new TypeError('fetch failed');
      const { pathname } = new URL(String(url));
      const method = init?.method ?? 'GET';
      switch (pathname) {
        case '/healthz':
          return answer(200, { status: 'ok', version: '1' });
        case '/readyz':
          return answer(200, { status: 'ready', database: 'embedded' });
      }
      if (service.isSignedOut) {
        const message = 'Please sign in.';
        return answer(401, { success: false, code: 'unauthorized', message, error: message });
      }
      if (pathname !== '/api/user/checklist') return answer(200, ENTITLEMENTS);
      service.calls.push(method);
      if (method === 'POST') {
        const body = typeof init?.body === 'string' ? init.body : '';
        const { checklist } = saveChecklist.body.parse(JSON.parse(body));
        service.checklist = { ...service.checklist, ...checklist };
      }
      return answer(200, { success: true, checklist: service.checklist });
    }) as typeof fetch,
  };
  return service;
}

const ENTITLEMENTS = {
  success: true,
  plan_name: 'Starter',
  symbols: 2,
  daily_trades: 10,
  rate_limit_per_minute: 60,
  terminal_accounts: 1,
  usage: {
    token_limit: 3_000,
    tokens_used: 0,
    tokens_remaining: 3_000,
    period_start: '2026-11-01T00:00:00.000Z',
    period_end: '2026-12-01T00:00:00.000Z',
  },
};

function answer(status: number, document: unknown): Response {
  return new Response(JSON.stringify(document), {
    status,
    headers: { date: new Date().toUTCString() },
  });
}
