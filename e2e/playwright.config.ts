import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: fileURLToPath(new URL('../test-results', import.meta.url)),
  globalSetup: './global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes only sometimes has failed.
  retries: 0,
  // One browser and one service for each core.
  workers: availableParallelism(),
  // Room for a machine whose cores all have a browser: what hangs fails later, and nothing else is slower.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...browserLaunch(),
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a journey answers itself must reach the page; journeys without a network let the worker in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording every journey takes a quarter of the time; set TRACE to look into one that fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // A step that hangs fails by its own name, not the whole journey by its length.
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
  },
});
