import type { Calibration, ReliabilityPoint, VoterRecord } from '@quorate/contract/calibration';
import type { RecordOverview, RecordStream } from '@quorate/contract/record';
import type { VoterReply, Voters } from '@quorate/contract/voters';

export function buildVoter(analyst: string, part: Partial<VoterReply> = {}): VoterReply {
  return {
    analyst,
    provider: 'offline',
    model: analyst,
    family: analyst,
    state: 'ready',
    depths: ['basic', 'advanced', 'premium'],
    ...part,
  };
}

/** The offline analysts alone, as a service without a key has them. */
export function buildVoters(part: Partial<Voters> = {}): Voters {
  return {
    success: true,
    voters: ['trend', 'mean-reversion', 'breakout'].map((name) => buildVoter(name)),
    depth: 'basic',
    depths: [
      { depth: 'basic', voters: 3, rounds: 1 },
      { depth: 'advanced', voters: 3, rounds: 1 },
      { depth: 'premium', voters: 3, rounds: 1 },
    ],
    offline: true,
    ...part,
  };
}

/** Seven voters of which a basic plan asks three. */
export function buildModels(part: Partial<Voters> = {}): Voters {
  const more = { depths: ['premium'] as VoterReply['depths'] };
  return buildVoters({
    voters: [
      buildVoter('gpt', { provider: 'openai-compatible', model: 'gpt-x', family: 'openai' }),
      buildVoter('claude', {
        provider: 'anthropic',
        model: 'claude-x',
        family: 'anthropic',
        state: 'resting',
      }),
      buildVoter('trend'),
      buildVoter('gemini', { provider: 'google', model: 'gemini-x', family: 'google', ...more }),
    ],
    depths: [
      { depth: 'basic', voters: 3, rounds: 1 },
      { depth: 'advanced', voters: 3, rounds: 1 },
      { depth: 'premium', voters: 4, rounds: 2 },
    ],
    offline: false,
    ...part,
  });
}

function buildPoint(from: number, outcomes: number, came: number): ReliabilityPoint {
  return {
    from,
    to: from + 0.1,
    outcomes,
    said: from + 0.05,
    came: { value: came, low: came - 0.08, high: came + 0.08 },
  };
}

export function buildRecord(analyst: string, part: Partial<VoterRecord> = {}): VoterRecord {
  return {
    analyst,
    model: analyst,
    symbol: null,
    outcomes: 140,
    accuracy: { value: 0.58, low: 0.5, high: 0.66 },
    brier: { value: 0.236, low: 0.226, high: 0.246 },
    curve: [buildPoint(0.3, 60, 0.38), buildPoint(0.6, 80, 0.61)],
    proven: false,
    share: 0.4,
    ...part,
  };
}

/** The record of a voter of whom nothing is known. */
export function buildBlankRecord(analyst: string): VoterRecord {
  return buildRecord(analyst, {
    outcomes: 0,
    accuracy: null,
    brier: null,
    curve: [],
    proven: false,
    share: 1 / 3,
  });
}

/** By default nothing is known of anybody. */
export function buildCalibration(part: Partial<Calibration> = {}): Calibration {
  return {
    success: true,
    records: ['trend', 'mean-reversion', 'breakout'].map(buildBlankRecord),
    symbols: [],
    proven_from: 300,
    ...part,
  };
}

/** One account that the service knows, in a log that one witness has cosigned. */
export function buildRecordOverview(part: Partial<RecordOverview> = {}): RecordOverview {
  return {
    success: true,
    streams: [buildStream()],
    pagination: { page: 1, per_page: 200, total: 1, total_pages: 1 },
    log: {
      origin: 'quorate.example/log',
      key: 'quorate.example/log+1a2b3c4d+AQwKCAYEAgABAwUHCQsNDxETFRcZGx0fISMlJykrLS8=',
      size: 120_331,
      signed_at: '2026-11-20T12:00:00.000Z',
      witnesses: ['witness.example/w1'],
    },
    has_ledger: false,
    ...part,
  };
}

export function buildStream(part: Partial<RecordStream> = {}): RecordStream {
  return {
    id: '0123456789abcdef0123456789abcdef',
    account: {
      account_id: '01890000-0000-7000-8000-00000000000a',
      server: 'Broker-Demo',
      login: '7000001',
    },
    entries: 1_204,
    last_at: '2026-11-20T11:59:00.000Z',
    ...part,
  };
}
