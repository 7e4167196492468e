import { formatTime } from '@quorate/ui/time-format';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { overview, timeZone, unavailable } from '../testing/dashboard.tsx';
import { catchDownloads } from '../testing/downloads.ts';
import { type Answer, refusal, serve, silence } from '../testing/handlers.ts';
import { hostedAnswer } from '../testing/hosted.ts';
import { buildRecordOverview, buildStream } from '../testing/models.ts';
import { renderApp } from '../testing/render-app.tsx';

const FILE = 'GET /api/user/record/file';
const { log } = buildRecordOverview();
const OTHER = {
  account_id: '01890000-0000-7000-8000-00000000000b',
  server: 'Broker-Live',
  login: '88',
};

async function openRecord(
  part: Parameters<typeof buildRecordOverview>[0],
  handlers: Record<string, Answer | (() => Answer | Promise<Answer>)> = {},
) {
  signInAs();
  const pagination = { page: 1, per_page: 50, total: 0, total_pages: 0 };
  const calls = serve({
    ...overview,
    'GET /api/user/decisions': { body: { success: true, decisions: [], pagination } },
    'GET /api/user/record': { body: buildRecordOverview(part) },
    'GET /api/user/hosted-accounts': hostedAnswer([]),
    'GET /api/user/public-records': { body: { success: true, records: [], pagination } },
    ...handlers,
  });
  await renderApp('/dashboard?tab=history&view=decisions');
  await userEvent.click(await screen.findByRole('button', { name: 'Record' }));
  return { dialog: within(await screen.findByRole('dialog', { name: 'Record' })), calls };
}

describe('the record', () => {
  test('shows what is on record of each account, the log with its key, and two ways to verify', async () => {
    const { dialog } = await openRecord({
      streams: [
        buildStream(),
        buildStream({ id: 'b'.repeat(32), account: OTHER, entries: 3 }),
        buildStream({ id: 'c'.repeat(32), account: null, entries: 2 }),
      ],
    });
    const accounts = within(await dialog.findByRole('table', { name: 'Your accounts' }));
    const rows = accounts.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^7000001 at Broker-Demo.*1,204/),
      expect.stringMatching(/^88 at Broker-Live.*3/),
      expect.stringMatching(/^All accounts, or a deleted one.*2/),
    ]);
    expect(rows[0]?.textContent).toContain(formatTime(buildStream().last_at, timeZone));
    const facts = within(dialog.getByRole('region', { name: 'The log' }));
    expect(facts.getByText('quorate.example/log')).toBeTruthy();
    expect(facts.getByText('120,331')).toBeTruthy();
    expect(facts.getByText(formatTime('2026-11-20T12:00:00.000Z', timeZone))).toBeTruthy();
    expect(facts.getByText('witness.example/w1')).toBeTruthy();
    expect(dialog.getByText(`npm run verify-ledger -- FILE --key ${log.key}`)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Verify a file' }).getAttribute('href')).toBe(
      '/verify',
    );
    expect(dialog.queryByRole('region', { name: 'Ledger of before' })).toBeNull();
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await act(async () => facts.getByRole('button', { name: 'Copy key' }).click());
    expect(writeText).toHaveBeenCalledExactlyOnceWith(log.key);
    expect(facts.getByText('Copied')).toBeTruthy();
  });

  test('that is empty says what will be there, offers a first account, and no file', async () => {
    const { dialog } = await openRecord({
      streams: [],
      log: { ...log, size: 0, signed_at: null, witnesses: [] },
    });
    expect(await dialog.findByText('Nothing is on record yet')).toBeTruthy();
    const start = dialog.getByRole('link', { name: 'Start paper trading' });
    expect(start.getAttribute('href')).toBe('/dashboard#paper-trading');
    const facts = within(dialog.getByRole('region', { name: 'The log' }));
    expect(facts.getByText('not yet')).toBeTruthy();
    expect(facts.getByText('nobody yet')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Download/ })).toBeNull();
  });

  test('is saved under the service’s name, byte for byte, and its command names the file', async () => {
    const downloads = catchDownloads();
    const text = '{"kind":"record"}\n{"end":true}\n';
    const { dialog, calls } = await openRecord(
      {},
      {
        [FILE]: {
          body: text,
          headers: { 'content-disposition': 'attachment; filename="record-2026-11-20.jsonl"' },
        },
      },
    );
    // One account leaves nothing to choose.
    await userEvent.click(await dialog.findByRole('button', { name: 'Download the record' }));
    expect(
      await dialog.findByText('record-2026-11-20.jsonl (31 bytes) is in your downloads.'),
    ).toBeTruthy();
    expect(downloads.map(({ name }) => name)).toEqual(['record-2026-11-20.jsonl']);
    expect(await downloads[0]?.content.text()).toBe(text);
    expect(
      dialog.getByText(`npm run verify-ledger -- record-2026-11-20.jsonl --key ${log.key}`),
    ).toBeTruthy();
    expect(dialog.queryByLabelText('Account')).toBeNull();
    expect(calls.find(({ path }) => path.endsWith('/record/file'))?.query).toEqual({});
  });

  test('of several accounts is saved whole, or of the one that is chosen', async () => {
    catchDownloads();
    const { dialog, calls } = await openRecord(
      { streams: [buildStream(), buildStream({ id: 'b'.repeat(32), account: OTHER })] },
      { [FILE]: { body: '{}\n' } },
    );
    const choice = await dialog.findByLabelText('Account');
    await userEvent.selectOptions(choice, '88 at Broker-Live');
    await userEvent.click(dialog.getByRole('button', { name: 'Download the record' }));
    expect(await dialog.findByText(/^record\.jsonl .* is in your downloads\.$/)).toBeTruthy();
    expect(calls.at(-1)?.query).toEqual({ account_id: OTHER.account_id });
    await userEvent.selectOptions(choice, 'All accounts');
    await userEvent.click(dialog.getByRole('button', { name: 'Download the record' }));
    await waitFor(() => expect(calls.at(-1)?.query).toEqual({}));
  });

  test('can be let go of while it arrives', async () => {
    const downloads = catchDownloads();
    const { dialog } = await openRecord({}, { [FILE]: () => silence() });
    await userEvent.click(await dialog.findByRole('button', { name: 'Download the record' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('The download is cancelled. Nothing was saved.')).toBeTruthy();
    expect(downloads).toEqual([]);
  });

  test('that is refused says why, and what is on record can be asked for again', async () => {
    const { dialog } = await openRecord(
      {},
      { [FILE]: refusal(429, 'rate_limited', 'Too many requests. Try again in a minute.') },
    );
    await userEvent.click(await dialog.findByRole('button', { name: 'Download the record' }));
    await waitFor(() =>
      expect(dialog.getByText('Too many requests. Try again in a minute.')).toBeTruthy(),
    );
  });

  test('that does not come can be asked for again', async () => {
    const { dialog } = await openRecord({}, { 'GET /api/user/record': unavailable });
    expect(await dialog.findByText('Failed to load the record')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Download/ })).toBeNull();
  });

  test('has the ledger of before beside it where there is one', async () => {
    const downloads = catchDownloads();
    const { dialog } = await openRecord(
      { has_ledger: true },
      {
        'GET /api/user/ledger/file': {
          body: '{"kind":"ledger"}\n',
          headers: {
            'content-disposition': 'attachment; filename="decision-ledger-2026-11-20.jsonl"',
          },
        },
      },
    );
    const old = within(await dialog.findByRole('region', { name: 'Ledger of before' }));
    await userEvent.click(old.getByRole('button', { name: 'Download the ledger' }));
    expect(
      await old.findByText('decision-ledger-2026-11-20.jsonl (18 bytes) is in your downloads.'),
    ).toBeTruthy();
    expect(downloads.map(({ name }) => name)).toEqual(['decision-ledger-2026-11-20.jsonl']);
  });
});

describe('the public record', () => {
  const PUBLISHED = {
    account_id: '01890000-0000-7000-8000-00000000000a',
    name: 'Cleo-FX',
    shows_open: false,
    shows_money: false,
    listed: true,
    published_at: '2026-11-20T12:00:00.000Z',
  };
  const page = (records: readonly object[]) => ({
    body: {
      success: true,
      records,
      pagination: { page: 1, per_page: 500, total: records.length, total_pages: 1 },
    },
  });

  test('is off, suggests no name, says what others will see, and is published once', async () => {
    let records: object[] = [];
    const { dialog, calls } = await openRecord(
      {},
      {
        'GET /api/user/public-records': () => page(records),
        'POST /api/user/public-records': () => {
          records = [PUBLISHED];
          return { body: { success: true, record: PUBLISHED } };
        },
      },
    );
    const part = within(await dialog.findByRole('region', { name: 'Public record' }));
    await userEvent.click(await part.findByRole('button', { name: 'Publish a record' }));
    const name = part.getByLabelText('Public name');
    expect((name as HTMLInputElement).value).toBe('');
    for (const wrong of ['ab', '-ab', 'a b']) {
      await userEvent.clear(name);
      await userEvent.type(name, wrong);
      await userEvent.click(part.getByRole('button', { name: 'Continue' }));
      expect(part.getByText(/^The name needs 3 to 30/)).toBeTruthy();
    }
    await userEvent.clear(name);
    await userEvent.type(name, 'Cleo-FX');
    await userEvent.click(part.getByLabelText('Show amounts of money and volumes'));
    await userEvent.click(part.getByRole('button', { name: 'Continue' }));
    expect(part.getByText('What others will see at /record/Cleo-FX')).toBeTruthy();
    expect(part.getByText('Amounts of money and volumes of each trade.')).toBeTruthy();
    expect(part.getByText(/^Never your sign-in name/)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.dblClick(part.getByRole('button', { name: 'Publish the record' }));
    expect(await part.findByText('The record Cleo-FX is public.')).toBeTruthy();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        account_id: PUBLISHED.account_id,
        name: 'Cleo-FX',
        shows_open: false,
        shows_money: true,
        listed: true,
      },
    ]);
    expect(part.getByRole('link', { name: 'Cleo-FX' }).getAttribute('href')).toBe(
      '/record/Cleo-FX',
    );
    expect(part.queryByRole('button', { name: /^Publish/ })).toBeNull();
  });

  test('that others have the name of says so, and keeps what was typed', async () => {
    const taken = refusal(409, 'public_name_taken', 'Another record has the name Cleo-FX.');
    const { dialog } = await openRecord({}, { 'POST /api/user/public-records': taken });
    const part = within(await dialog.findByRole('region', { name: 'Public record' }));
    await userEvent.click(await part.findByRole('button', { name: 'Publish a record' }));
    await userEvent.type(part.getByLabelText('Public name'), 'Cleo-FX');
    await userEvent.click(part.getByRole('button', { name: 'Continue' }));
    await userEvent.click(part.getByRole('button', { name: 'Publish the record' }));
    expect(await part.findByText('Another record has the name Cleo-FX.')).toBeTruthy();
    await userEvent.click(part.getByRole('button', { name: 'Back' }));
    expect((part.getByLabelText('Public name') as HTMLInputElement).value).toBe('Cleo-FX');
  });

  test('is taken back, and stays where that fails', async () => {
    let records = [PUBLISHED];
    let isDown = true;
    const path = `/api/user/public-records/${PUBLISHED.account_id}`;
    const { dialog } = await openRecord(
      {},
      {
        'GET /api/user/public-records': () => page(records),
        [`DELETE ${path}`]: () => {
          if (isDown) return unavailable;
          records = [];
          return { body: { success: true } };
        },
      },
    );
    const part = within(await dialog.findByRole('region', { name: 'Public record' }));
    await userEvent.click(await part.findByRole('button', { name: 'Take it back' }));
    expect(await part.findByText('The record is still public')).toBeTruthy();
    isDown = false;
    await userEvent.click(part.getByRole('button', { name: 'Take it back' }));
    expect(
      await part.findByText('The record Cleo-FX is no longer public. Its page is gone.'),
    ).toBeTruthy();
    expect(part.queryByRole('link', { name: 'Cleo-FX' })).toBeNull();
  });
});
