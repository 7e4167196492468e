import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// One second is too short where both cores are busy.
configure({ asyncUtilTimeout: 5_000 });

const METHODS = ['error', 'warn', 'info', 'log'] as const;

let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  // A test that expects output replaces the method itself.
  for (const method of METHODS) {
    console[method] = (...words: unknown[]) => {
      unexpected.push(`console.${method}: ${words.map(String).join(' ')}`);
    };
  }
  // What jsdom lacks of a browser.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  expect(unexpected).toEqual([]);
});
