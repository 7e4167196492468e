import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { queryClient } from '../lib/query/query-client.ts';
import { clearSession } from '../lib/session/session.ts';
import { stubBrowser } from './browser.ts';

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
  stubBrowser();
});

afterEach(() => {
  cleanup();
  clearSession();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  expect(unexpected).toEqual([]);
});
