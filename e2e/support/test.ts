import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { freePort } from '../../tools/free-port.ts';
import { type RunningService, startService } from '../../tools/service.ts';
import { makeDataDir } from './empty-database.ts';

type WorkerFixtures = {
  /** A real service, started from an empty folder, that journeys share. */
  service: RunningService;
};

type TestFixtures = {
  /** Tells the noise guard which console messages a journey provokes on purpose. */
  allowConsole: (pattern: RegExp) => void;
};

/** Playwright's test with the service, and with console errors and page errors failing the journey. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    async ({ browserName: _ }, use) => {
      await withEmptyService(use);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [
        /^console warning: Service Worker registration blocked by Playwright$/,
        // A machine that is busy with other journeys draws a page seconds after it has loaded.
        /^console warning: The resource \S+\.woff2 was preloaded using link preload but not used within/,
      ];
      const noise: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          noise.push(`console ${message.type()}: ${message.text()}`);
        }
      });
      context.on('weberror', (error) => noise.push(`page error: ${error.error().message}`));
      await use((pattern) => void allowed.push(pattern));
      const unexpected = noise.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});

/** The same with a service of its own for every journey: it starts from nothing. */
export const emptyServiceTest = test.extend<{ ownService: RunningService }>({
  ownService: async ({ browserName: _ }, use, testInfo) => {
    await withEmptyService(async (service) => {
      await use(service);
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('service output', { body: service.output() });
    });
  },
  baseURL: async ({ ownService }, use) => use(ownService.url),
});

export { expect };

/** All journeys come from one address: what a crowd behind it would need, and no limit an account has. */
const ROOM = {
  LIMIT_SIGN_IN_FAILURES_ADDRESS: '10000',
  LIMIT_SIGN_UPS: '10000',
  LIMIT_SIGN_UPS_RANGE: '10000',
  LIMIT_LINK_REQUESTS: '10000',
  LIMIT_LINK_TRIES: '10000',
  LIMIT_CODE_TRIES: '10000',
  LIMIT_CONTACT_MESSAGES: '10000',
  LIMIT_CHAT_ADDRESS: '10000',
};

/** Starts a service on an empty folder, lends it out, and leaves nothing behind. */
export async function withEmptyService(
  use: (service: RunningService) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-e2e-'));
  try {
    const service = await startService({
      port: await freePort(),
      dataDir: makeDataDir(join(folder, 'data')),
      env: { ...ROOM, ...env },
    });
    try {
      await use(service);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
