import { render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ChatText } from './chat-log.tsx';

/** Where the links of a reply lead. */
function linksIn(text: string): (string | null)[] {
  const Page = createRoutesStub([
    { path: '*', Component: () => <ChatText text={text} onFollow={() => undefined} /> },
  ]);
  render(<Page />);
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
}

test.each([
  ['See /guide#install-mt5.', ['/guide#install-mt5']],
  ['Prices (/pricing) and questions: /pricing#cancel', ['/pricing', '/pricing#cancel']],
  ['/contact', ['/contact']],
  ['Your trades: /dashboard?tab=history, in the list', ['/dashboard?tab=history']],
])('an address of the site in "%s" is a link', (text, targets) => {
  expect(linksIn(text)).toEqual(targets);
});

test.each([
  'https://evil.example/guide',
  '//evil.example/pricing',
  'evil.example/pricing',
  'javascript:alert(1)',
  '/etc/passwd and /api/logout',
  '/guide/../api',
  '/pricingx',
  'win/loss, and/or',
  '<a href="/pricing">x</a>',
  '[guide](https://evil.example)',
])('"%s" stays text', (text) => {
  expect(linksIn(text)).toEqual([]);
  expect(document.body.textContent).toBe(text);
});

test('markup is shown as it is written, not run', () => {
  expect(linksIn('<img src=x onerror=alert(1)> <b>bold</b>')).toEqual([]);
  expect(document.querySelector('img, b')).toBeNull();
  expect(document.body.textContent).toBe('<img src=x onerror=alert(1)> <b>bold</b>');
});
