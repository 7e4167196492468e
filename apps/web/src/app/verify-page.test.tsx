import { Blob as NodeBlob } from 'node:buffer';
import { makeRecord, newSigner } from '@quorate/record/testing/made-record';
import { verifierKeyText } from '@quorate/tlog/note';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type CheckRequest, checkFile } from '../features/verify/check-file.ts';
import { type Answer, serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const KEY_CALL = 'GET /.well-known/log-key';
const made = makeRecord(60);
const KEY = verifierKeyText(made.log.key);
const text = made.file.toString();

/** Files whose bytes jsdom cannot give in pieces: a worker in a test reads them by their names. */
const contents = new Map<string, string>();

function file(content: string, name = 'record.jsonl'): File {
  contents.set(name, content);
  return new File([content], name);
}

/** A worker as the page knows it, on the page's own thread. */
class FakeWorker extends EventTarget {
  static code: 'there' | 'missing' | 'slow' = 'there';
  static ended = 0;
  #ended = false;

  terminate() {
    this.#ended = true;
    FakeWorker.ended += 1;
  }

  postMessage({ file: { name }, key, authority }: CheckRequest & { file: File }) {
    const say = (data: unknown) => {
      if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
    };
    if (FakeWorker.code === 'missing')
      queueMicrotask(() => this.dispatchEvent(new Event('error', { cancelable: true })));
    else if (FakeWorker.code === 'slow')
      queueMicrotask(() => say({ kind: 'progress', read: 20, entries: 3 }));
    else {
      const bytes = new NodeBlob([contents.get(name) ?? '']) as unknown as Blob;
      void checkFile({ file: bytes, key, authority }, say).then(say);
    }
  }
}

beforeEach(() => {
  FakeWorker.code = 'there';
  FakeWorker.ended = 0;
  contents.clear();
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('Worker', FakeWorker);
});

async function openPage(key: Answer | (() => Promise<Answer>) = { body: `${KEY}\n` }) {
  serve({ [KEY_CALL]: key });
  await renderApp('/verify');
}

const keyField = () => screen.getByLabelText<HTMLTextAreaElement>('Key of the log');
const choose = async (chosen: File) => {
  const field = await screen.findByLabelText(/^Choose (a|another) file$/);
  fireEvent.change(field, { target: { files: [chosen] } });
};
const result = async (title: string) => {
  await screen.findByRole('heading', { name: title });
  return within(screen.getByRole('region', { name: 'Result' }));
};

describe('a record on the page', () => {
  test('that this site’s log has signed is verified, with what it holds', async () => {
    await openPage();
    await waitFor(() => expect(keyField().value).toBe(KEY));
    expect(screen.getByText(/^The key of this site\./)).toBeTruthy();
    await choose(file(text));
    const found = await result('Verified');
    expect(found.getByText(/the log of this site signed it/)).toBeTruthy();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'record.jsonl is verified.',
    );
    const facts = within(screen.getByRole('region', { name: 'What is in it' }));
    expect(facts.getByText('quorate.example/log')).toBeTruthy();
    expect(facts.getByText(/^\d+ results against their prices, because/)).toBeTruthy();
    const kinds = within(facts.getByRole('table', { name: 'Entries by kind' }));
    expect(kinds.getByRole('row', { name: 'beginning of an account 2' })).toBeTruthy();
    const accounts = within(facts.getByRole('table', { name: 'Accounts' }));
    expect(accounts.getAllByRole('row')).toHaveLength(3);
  });

  test('is never called verified without a key, and is once its key is put in', async () => {
    await openPage({ status: 503, body: '' });
    await screen.findByText(/^The key of this site could not be read\./);
    await choose(file(text));
    await result('Consistent in itself, who signed it is not known');
    await userEvent.type(keyField(), ` ${KEY.slice(0, 30)}\n${KEY.slice(30)} `);
    await userEvent.click(screen.getByRole('button', { name: 'Verify again with this key' }));
    expect((await result('Verified')).getByText(/signed with your key/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Verify again with this key' })).toBeNull();
  });

  test('that was changed is broken, with line, entry and rule', async () => {
    await openPage();
    await waitFor(() => expect(keyField().value).toBe(KEY));
    await choose(file(text.replace('"reason":"', '"reason":"x')));
    const found = await result('Broken');
    expect(found.getByText(/^What the entry says \(body\) is not what its hash/)).toBeTruthy();
    expect(found.getByText(/of its stream: decision$/)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'What is in it' })).toBeNull();
  });

  test('of another log names both logs, and can be checked without a key', async () => {
    await openPage({ body: verifierKeyText(newSigner('this.example/log').key) });
    await waitFor(() => expect(keyField().value).toMatch(/^this\.example/));
    await choose(file(text));
    const found = await result('Broken');
    expect(
      found.getByText(/^The file is of the log quorate\.example\/log, the key is of the log this/),
    ).toBeTruthy();
    await userEvent.click(found.getByRole('button', { name: 'Check it without a key' }));
    await result('Consistent in itself, who signed it is not known');
    await userEvent.click(screen.getByRole('button', { name: 'Use the key of this site' }));
    expect(keyField().value).toMatch(/^this\.example/);
  });

  test('is not read with half a key', async () => {
    await openPage();
    await waitFor(() => expect(keyField().value).toBe(KEY));
    await userEvent.clear(keyField());
    await userEvent.type(keyField(), 'quorate.example/log');
    expect(screen.getByText(/^This is no key of a log\./)).toBeTruthy();
    await choose(file(text));
    await result('The key is not whole');
  });

  test.each([
    ['', 'The file is empty'],
    ['{"keys":[],"kind":"ledger"}\n', 'A decision ledger'],
    ['Dear trader,', 'Not a record'],
  ])('is something else: %s', async (content, title) => {
    await openPage();
    await choose(file(content));
    await result(title);
  });

  test('can be dropped anywhere, one at a time', async () => {
    await openPage();
    await screen.findByLabelText('Choose a file');
    const dataTransfer = { types: ['Files'], files: [file(text, 'a'), file(text, 'b')] };
    fireEvent.dragOver(document.body, { dataTransfer });
    fireEvent.drop(document.body, { dataTransfer });
    await result('Several files');
    fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } });
    expect(screen.getByRole('heading', { name: 'Several files' })).toBeTruthy();
  });

  test('shows how far its check is, and the check can be cancelled', async () => {
    FakeWorker.code = 'slow';
    await openPage();
    await choose(file('x'.repeat(40)));
    const progress = await screen.findByRole('progressbar', { name: 'Progress' });
    await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('50'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(FakeWorker.ended).toBe(1);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('Cancelled. Nothing was verified.')).toBeTruthy();
  });

  test('is not checked where the code of the check does not come', async () => {
    FakeWorker.code = 'missing';
    await openPage();
    await choose(file(text));
    await result('The check could not start');
  });
});

describe('the key of this site', () => {
  test('is kept for a time without a network, and says when it was read', async () => {
    localStorage.setItem('log-key', JSON.stringify({ key: KEY, at: '2026-11-20T12:00:00.000Z' }));
    await openPage(new TypeError('no network'));
    await screen.findByText(/^The key of this site, as read on 20 Nov 2026/);
    expect(keyField().value).toBe(KEY);
  });

  test.each(['{', '{"key":"x","at":"2026-11-20T12:00:00.000Z"}', '[]'])(
    'is none where something else was kept: %s',
    async (kept) => {
      localStorage.setItem('log-key', kept);
      await openPage(new TypeError('no network'));
      await screen.findByText(/^The key of this site could not be read\./);
      expect(keyField().value).toBe('');
    },
  );

  test('does not take the place of one that was typed meanwhile', async () => {
    let answer: (value: Answer) => void = () => undefined;
    await openPage(() => new Promise((resolve) => (answer = resolve)));
    await userEvent.type(keyField(), 'mine');
    answer({ body: KEY });
    await screen.findByRole('button', { name: 'Use the key of this site' });
    expect(keyField().value).toBe('mine');
  });
});

test('while the key is on its way, the page says so', async () => {
  await openPage(silence);
  expect(screen.getByText('Reading the key of this site')).toBeTruthy();
});
