import type { BotCommand, BotReply } from '@quorate/contract/live';
import { buildHosted } from '@quorate/ui/testing/hosted';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { freshChecklist, overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, serve } from '../testing/handlers.ts';
import { hostedAnswer } from '../testing/hosted.ts';
import { buildKnown, buildPanelRecord } from '../testing/panel.ts';
import { renderApp } from '../testing/render-app.tsx';

const BOT: BotReply = {
  bot_id: '0197a0c0-0000-7000-8000-0000000000b1',
  account: { server: 'Demo-1', login: '50012', account_type: 'demo', currency: 'USD' },
  state: 'active',
  equity: 10_012.34,
  balance: 10_000,
  open_positions: 2,
  version: '0.1.0',
  last_heartbeat_at: new Date(Date.now() - 4_000).toISOString(),
  ended_at: null,
  silent_since: null,
  commands: [],
};

const WAITING: BotCommand = {
  command_id: '0197a0c0-0000-7000-8000-0000000000c1',
  kind: 'close_all',
  asked_at: '2026-11-20T10:02:11.000Z',
  received_at: null,
  done_at: null,
  result: null,
};

function botsAnswer(...bots: BotReply[]): Answer {
  const pagination = { page: 1, per_page: 10, total: bots.length, total_pages: 1 };
  return { body: { success: true, now: new Date().toISOString(), bots, pagination } };
}

async function openBots(...bots: BotReply[]) {
  signInAs();
  const handlers = { ...overview, 'GET /api/user/bots': botsAnswer(...bots) };
  const calls = serve(handlers);
  await renderApp('/dashboard');
  const panel = screen.getByRole('region', { name: 'Bot' });
  return { handlers, calls, panel };
}

/** Answers the live call with a stream that the test writes to. */
function stubStream() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const asked: (string | null)[] = [];
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address !== '/api/user/live') return others(address, init);
    asked.push(new Headers(init.headers).get('last-event-id'));
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const tell = (id: string, changed: string[]) => {
    const [trades, usage, bots, setup = 0] = id.split('.').map(Number);
    const data = JSON.stringify({ counts: { trades, usage, bots, setup }, changed });
    streams
      .at(-1)
      ?.enqueue(new TextEncoder().encode(`event: changed\nid: ${id}\ndata: ${data}\n\n`));
  };
  return { asked, tell, breakOff: () => streams.at(-1)?.close() };
}

describe('the bot panel', () => {
  test('says that no bot was heard of, and where the guide is', async () => {
    const { panel } = await openBots();
    await within(panel).findByText(/You have no bot yet/);
    const link = within(panel).getByRole('link', { name: 'How to set it up' });
    expect(link.getAttribute('href')).toBe('/guide');
  });

  test('shows how a bot is doing, with what its state means', async () => {
    const { panel } = await openBots(BOT);
    await within(panel).findByText('Active');
    for (const words of [
      'Opens new trades and manages open ones.',
      '$10,012.34',
      /^\d s ago$/,
      '2',
    ])
      within(panel).getByText(words);
  });

  test('calls a bot that the service trades by the name of its account, and marks it', async () => {
    signInAs();
    const hosted = buildHosted({}, { name: 'Bold pairs' });
    serve({
      ...overview,
      'GET /api/user/bots': botsAnswer({ ...BOT, account: hosted.account }),
      'GET /api/user/hosted-accounts': hostedAnswer([hosted]),
    });
    await renderApp('/dashboard');
    const panel = within(screen.getByRole('region', { name: 'Bot' }));
    await panel.findByText('Bold pairs');
    panel.getByText('in paper trading');
    panel.getByText('Practice');
    // No real money is at stake.
    await userEvent.click(panel.getByRole('button', { name: 'Close everything' }));
    const dialog = screen.getByRole('dialog', { name: 'Close everything?' });
    expect(dialog.textContent).toContain('(practice)');
    expect(dialog.textContent).not.toMatch(/real money/i);
  });

  test('says beside a running bot what is known of its market, with the way to the record', async () => {
    signInAs();
    const calls = serve({
      ...overview,
      'GET /api/user/bots': botsAnswer(BOT),
      'GET /api/user/panel-record': { body: buildPanelRecord(buildKnown()) },
    });
    await renderApp('/dashboard');
    const panel = within(screen.getByRole('region', { name: 'Bot' }));
    await panel.findByText('No skill shown on EURUSD H1 so far (312 outcomes).');
    const link = panel.getByRole('link', { name: 'Record of the panel' });
    expect(link.getAttribute('href')).toBe(
      '/dashboard?tab=statistics&section=analysts#panel-record',
    );
    expect(calls.filter(({ path }) => path === '/api/user/panel-record')).toHaveLength(1);
  });

  test('asks for no record of a market where no bot runs', async () => {
    const { calls, panel } = await openBots({ ...BOT, ended_at: BOT.last_heartbeat_at });
    await within(panel).findByText('Not running');
    expect(calls.some(({ path }) => path === '/api/user/panel-record')).toBe(false);
  });

  test('leaves the way to a record that could not be loaded', async () => {
    signInAs();
    serve({
      ...overview,
      'GET /api/user/bots': botsAnswer(BOT),
      'GET /api/user/panel-record': unavailable,
    });
    await renderApp('/dashboard');
    const panel = within(screen.getByRole('region', { name: 'Bot' }));
    await panel.findByText(/What your analysts have shown could not be loaded/);
    panel.getByRole('link', { name: 'Record of the panel' });
  });

  test('warns of a bot that has fallen silent, and not of one that has ended', async () => {
    const longAgo = new Date(Date.now() - 185_000).toISOString();
    const { panel } = await openBots(
      { ...BOT, last_heartbeat_at: longAgo },
      { ...BOT, bot_id: WAITING.command_id, last_heartbeat_at: longAgo, ended_at: longAgo },
    );
    expect(
      await within(panel).findAllByText(/^Offline since \d\d:\d\d:\d\d, 2 positions open$/),
    ).toHaveLength(1);
    within(panel).getByText(/^Offline for 3 min:/);
    within(panel).getByText('Not running');
  });

  test('closes everything after asking, and shows the proof from the terminal', async () => {
    const { handlers, calls, panel } = await openBots({
      ...BOT,
      account: { ...BOT.account, account_type: 'real' },
    });
    await userEvent.click(await within(panel).findByRole('button', { name: 'Close everything' }));
    const dialog = screen.getByRole('dialog', { name: 'Close everything?' });
    expect(dialog.textContent).toContain('Account 50012 at Demo-1');
    expect(dialog.textContent).toContain('Real money is at stake');
    expect(dialog.textContent).toContain('2 open positions');

    const path = `POST /api/user/bots/${BOT.bot_id}/commands`;
    Object.assign(handlers, { [path]: unavailable });
    const act = within(dialog).getByRole('button', { name: 'Close everything' });
    await userEvent.click(act);
    await within(dialog).findByText('Failed to send the command');
    Object.assign(handlers, {
      [path]: { body: { success: true, command: WAITING } },
      'GET /api/user/bots': botsAnswer({ ...BOT, commands: [WAITING] }),
    });
    await userEvent.click(act);
    await within(panel).findByText('Waiting for the bot.');
    within(panel).getByText(/^\d\d:\d\d:11$/);
    const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('lists tickets and prices of what was closed, and offers to resume', async () => {
    const { panel } = await openBots({
      ...BOT,
      state: 'halted',
      open_positions: 0,
      commands: [
        {
          ...WAITING,
          done_at: '2026-11-20T10:02:13.000Z',
          result: {
            entries_off: true,
            at: '2026-11-20T10:02:13.000Z',
            closed: [
              {
                ticket: '4711',
                symbol: 'EURUSD',
                price: 1.1,
                digits: 5,
                at: '2026-11-20T10:02:12.000Z',
              },
            ],
          },
        },
      ],
    });
    const proof = await within(panel).findByRole('list', { name: 'Closed positions' });
    expect(proof.textContent).toContain('EURUSD #4711at 1.10000, 20 Nov 2026, ');
    within(panel).getByText(
      /Confirmed by the terminal 2\.0 s after it was asked: 1 position closed/,
    );
    within(panel).getByRole('button', { name: 'Resume' });
    expect(within(panel).queryByRole('button', { name: 'Close everything' })).toBeNull();
  });

  test('says of a bot that is off that it will obey when it next connects', async () => {
    const longAgo = new Date(Date.now() - 185_000).toISOString();
    const { panel } = await openBots({
      ...BOT,
      last_heartbeat_at: longAgo,
      commands: [{ ...WAITING, kind: 'entries_off' }],
    });
    await within(panel).findByText('Offline');
    within(panel).getByText(/2 positions were open when it was last seen;/);
    within(panel).getByText(
      'The bot is off. It will obey when it next connects, before anything else.',
    );
    await userEvent.click(within(panel).getByRole('button', { name: 'Close everything' }));
    const dialog = screen.getByRole('dialog', { name: 'Close everything?' });
    expect(dialog.textContent).toContain('It will be obeyed when the bot next connects.');
  });

  test('fails alone, with a retry', async () => {
    signInAs();
    serve({ ...overview, 'GET /api/user/bots': unavailable });
    await renderApp('/dashboard');
    await screen.findByText('Failed to load your bots');
    expect(screen.queryByText('Failed to load dashboard data')).toBeNull();
  });
});

describe('the live connection', () => {
  test('brings figures again without reloading, goes on where it broke off, and says how it is', async () => {
    signInAs();
    const calls = serve(overview);
    const stream = stubStream();
    await renderApp('/dashboard');
    await screen.findByText('Up to date');
    const countOf = (path: string) => calls.filter((call) => call.path === path).length;
    const before = countOf('/api/user/bots');
    act(() => stream.tell('0.0.3', []));
    act(() => stream.tell('0.0.4', ['bots']));
    await waitFor(() => expect(countOf('/api/user/bots')).toBe(before + 1));
    expect(countOf('/api/user/dashboard')).toBe(1);

    act(() => stream.breakOff());
    await screen.findByText('Reconnecting');
    await screen.findByText('Up to date');
    expect(stream.asked).toEqual([null, '0.0.4']);
    act(() => stream.tell('0.1.4', ['usage']));
    await waitFor(() => expect(countOf('/api/user/dashboard')).toBe(2), { timeout: 4_000 });
  });

  test('ticks off what the desktop app has found, on the page that is open', async () => {
    signInAs();
    const handlers = { ...overview };
    serve(handlers);
    const stream = stubStream();
    await renderApp('/dashboard');
    await screen.findByText('Up to date');
    await screen.findByText('1 of 6 done');
    const found = { ...freshChecklist, 'mt5-account': true, 'algo-trading': true };
    handlers['GET /api/user/checklist'] = { body: { success: true, checklist: found } };
    act(() => stream.tell('0.0.0.1', ['setup']));
    await screen.findByText('3 of 6 done');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Algo trading enabled/ });
    expect(box.checked).toBe(true);
  });

  test('reads twice what has changed while its first answer was on its way', async () => {
    signInAs();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    serve({
      ...overview,
      'GET /api/user/bots': async () => {
        asked += 1;
        if (asked > 1) return botsAnswer(BOT);
        await held;
        return botsAnswer();
      },
    });
    const stream = stubStream();
    await renderApp('/dashboard');
    await screen.findByText('Up to date');
    await waitFor(() => expect(asked).toBe(1));
    act(() => stream.tell('0.0.1.0', ['bots']));
    release();
    const panel = within(screen.getByRole('region', { name: 'Bot' }));
    await panel.findByText('Active');
  });

  test('that is refused for its session signs out', async () => {
    signInAs();
    serve({ ...overview, 'GET /api/user/live': { status: 401, body: {} } });
    await renderApp('/dashboard');
    await screen.findByRole('heading', { name: /sign in|welcome/i });
  });
});
