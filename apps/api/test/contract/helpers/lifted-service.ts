import type { TestContext } from 'node:test';
import { DEFAULT_LIMITS } from '../../../src/config/limits.ts';
import { fakeProvider } from '../../../src/features/billing/testing/fake-payments.ts';
import { makeBoard } from '../../../src/features/board/make-board.ts';
import { putOnRecord } from '../../../src/features/board/publish-board.ts';
import { publishedRelease } from '../../../src/features/downloads/testing/published-release.ts';
import type { Site } from '../../../src/http/site.ts';
import { startTestService, type TestService } from '../../helpers/test-service.ts';
import { type Call, servedCalls } from './calls.ts';

export type LiftedService = TestService & { calls: readonly Call[] };

const LIFTED = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, 1_000_000]));

/**
 * The service with limits that no test reaches: what lies behind a limit is what is tested here. Its
 * payment provider sells every plan, and nobody has bought one. A desktop app is published, and a board of models.
 */
export async function startLiftedService(
  t: TestContext,
  options: { site?: Site; demo?: boolean; log?: (line: string) => void } = {},
): Promise<LiftedService> {
  const provider = fakeProvider();
  const { releasesDir } = await publishedRelease(t, 'a small installer');
  const service = await startTestService(t, {
    ...options,
    provider,
    limits: LIFTED,
    releasesDir,
  });
  const sums = { shares: [], said: [], latencies: [], clusters: [], results: [] };
  const now = service.clock.now();
  await putOnRecord(service.db, makeBoard(sums, null, now), new Date(now));
  await service.sequenceLog();
  return { ...service, calls: servedCalls(service.app) };
}
