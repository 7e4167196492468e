import { setTheme } from '@quorate/ui/theme';
import { afterEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { HEAD_SCRIPT } from './head-script.ts';
import { LANGUAGE_KEY } from './kept-language.ts';

function runAsPage() {
  const script = document.createElement('script');
  script.textContent = HEAD_SCRIPT;
  document.head.append(script);
  script.remove();
}

afterEach(() => {
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.token;
});

test.each(['light', 'dark'] as const)('a fresh page takes up the chosen %s theme', (theme) => {
  setTheme(theme);
  delete document.documentElement.dataset.theme;
  runAsPage();
  expect(document.documentElement.dataset.theme).toBe(theme);
});

test('a fresh page follows the system when nothing, or nonsense, was chosen', () => {
  setTheme('dark');
  setTheme('system');
  runAsPage();
  expect(document.documentElement.dataset.theme).toBeUndefined();
  localStorage.setItem('theme', '"><script>');
  runAsPage();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

// @spec 10.20
test('a fresh page knows at once whether there is a session', () => {
  runAsPage();
  expect(document.documentElement.dataset.token).toBeUndefined();
  signInAs();
  runAsPage();
  expect(document.documentElement.dataset.token).toBe('');
});

test('who comes from a page in a language to the plain address of one chose English', () => {
  const referrer = vi.spyOn(document, 'referrer', 'get');
  localStorage.setItem(LANGUAGE_KEY, 'es');
  referrer.mockReturnValue(`${window.location.origin}/es/about`);
  runAsPage();
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe('en');
  referrer.mockRestore();
});
