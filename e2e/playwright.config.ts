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
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...browserLaunch(),
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    // A step that hangs fails by its own name, not the whole journey by its length.
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
  },
});
