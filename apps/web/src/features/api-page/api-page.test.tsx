import { openApiDocument } from '@quorate/contract/openapi/document';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { readDocument } from './api-document.ts';
import { kindOf, rulesOf } from './schema-words.ts';
import { addressOf, clientCallOf, curlOf, exampleOf, typedFor } from './try-call.tsx';

const DOCUMENT = openApiDocument({ title: 'T', version: '1.2.3', url: 'http://localhost' });
const CALLS = { 'GET /api/openapi.json': { body: DOCUMENT } };

function callNamed(name: string) {
  const call = readDocument(DOCUMENT)
    ?.groups.flatMap(({ calls }) => calls)
    .find((each) => each.name === name);
  if (!call) throw new Error(`there is no call ${name}`);
  return call;
}

describe('the page of all calls', () => {
  test('finds a call by a word, and says what it takes, gives and refuses', async () => {
    serve(CALLS);
    const user = userEvent.setup();
    await renderApp('/developers');
    await user.type(await screen.findByLabelText('Find a call'), 'write review');
    expect(await screen.findByText('1 call')).toBeTruthy();
    await user.click(screen.getByText('/api/reviews'));
    const call = within(document.getElementById('writeReview') as HTMLElement);
    expect(call.getAllByText('rating').length).toBeGreaterThan(0);
    expect(call.getByText(/at least 10 characters, at most 1000 characters/)).toBeTruthy();
    expect(call.getByText('rate_limited')).toBeTruthy();
    await user.clear(screen.getByLabelText('Find a call'));
    await user.type(screen.getByLabelText('Find a call'), 'xyzzy');
    expect(await screen.findByText('No call has “xyzzy” in it')).toBeTruthy();
  });

  test('opens the call that its address names', async () => {
    serve(CALLS);
    await renderApp('/developers#listReviews');
    const item = await waitFor(() => {
      const found = document.getElementById('listReviews');
      expect(found).toBeInstanceOf(HTMLDetailsElement);
      return found as HTMLDetailsElement;
    });
    expect(item.open).toBe(true);
    expect(within(item).getByRole('heading', { name: 'Answer' })).toBeTruthy();
  });

  test('sends a call that reads at once, with the pasted token, and shows what came', async () => {
    serve({ ...CALLS, 'GET /api/user/voters': refusal(401, 'unauthorized', 'Sign in.') });
    const user = userEvent.setup();
    await renderApp('/developers#listVoters');
    await user.type(await screen.findByLabelText('Token of a device'), 'pasted-token');
    await user.click(screen.getByRole('button', { name: 'Try this call' }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    const answer = within(await screen.findByRole('region', { name: 'Answer' }));
    expect(answer.getByText('401')).toBeTruthy();
    expect(answer.getByText(/"code": "unauthorized"/)).toBeTruthy();
  });

  test('asks before it sends what changes anything', async () => {
    signInAs();
    const sent: string[] = [];
    serve({
      ...CALLS,
      'GET /api/reviews': { body: { success: true, reviews: [], pagination: {} } },
      'POST /api/reviews': () => {
        sent.push('review');
        return refusal(400, 'validation_failed', 'No.');
      },
    });
    const user = userEvent.setup();
    await renderApp('/developers#writeReview');
    await user.click(await screen.findByRole('button', { name: 'Try this call' }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByText('This is no rehearsal')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Send it now' }));
    const answer = within(await screen.findByRole('region', { name: 'Answer' }));
    expect(answer.getByText('400')).toBeTruthy();
    expect(sent).toEqual(['review']);
  });

  test('says that the list did not come, and gets it again', async () => {
    let tries = 0;
    serve({
      'GET /api/openapi.json': () => {
        tries += 1;
        return tries === 1 ? refusal(400, 'malformed_request', 'No.') : { body: DOCUMENT };
      },
    });
    const user = userEvent.setup();
    await renderApp('/developers');
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Reviews, guide, downloads, chat')).toBeTruthy();
  });
});

describe('a call as it is sent', () => {
  test('has an example of everything that it needs', () => {
    const typed = typedFor(callNamed('commandBot'));
    expect(Object.keys(typed.parameters)).toEqual(['bot_id']);
    expect(JSON.parse(typed.body)).toMatchObject({ kind: 'entries_off' });
  });

  test('fills its address, and leaves out of the query what is empty', () => {
    const call = callNamed('getTradeStatistics');
    const typed = { parameters: { user_id: 'a/b', page: '2', symbol: '' }, body: '' };
    expect(addressOf(call, typed)).toBe('/api/bot/trade-statistics/a%2Fb?page=2');
    expect(curlOf(call, typed, 'https://x')).toBe(
      `curl -X GET 'https://x/api/bot/trade-statistics/a%2Fb?page=2' \\\n  -H "Authorization: Bearer $TOKEN"`,
    );
    expect(clientCallOf(call, typed)).toBe(
      'await client.getTradeStatistics({ params: {"user_id":"a/b"}, query: {"page":"2"} });',
    );
  });

  test('is quoted for a shell whatever it holds', () => {
    const call = callNamed('writeReview');
    const typed = { parameters: {}, body: `{ "comment": "it's" }` };
    expect(curlOf(call, typed, 'http://x')).toContain(String.raw`-d '{"comment":"it'\''s"}'`);
  });
});

test.each([
  [{ type: 'integer', minimum: 1, maximum: 5 }, 'integer', 'at least 1, at most 5', 1],
  [{ enum: ['a', 'b'] }, '"a" | "b"', '', 'a'],
  [
    { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
    'string or null',
    '',
    /^0190/,
  ],
  [{ type: 'array', items: { type: 'number' }, minItems: 1 }, 'list of number', 'at least 1', [1]],
  [{ type: 'boolean', default: false }, 'boolean', 'false by default', false],
])('%j reads %s', (schema, kind, rules, example) => {
  expect(kindOf(schema)).toBe(kind);
  expect(rulesOf(schema)).toBe(rules);
  if (example instanceof RegExp) expect(exampleOf(schema)).toMatch(example);
  else expect(exampleOf(schema)).toEqual(example);
});

test('what is no document is none', () => {
  for (const wrong of [null, [], {}, { openapi: '3.1.0', paths: {} }, '<html>'])
    expect(readDocument(wrong)).toBeNull();
});
