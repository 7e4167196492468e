import { createHash } from 'node:crypto';
import type { SnapshotDocument } from '@quorate/contract/decisions';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { CallFault } from '../../../src/models/ask-model.ts';
import { createModelPanel } from '../../../src/models/model-panel.ts';
import type { Panel, Question } from '../../../src/models/panel.ts';
import type { ModelSetting, VoterSetting } from '../../../src/models/voter-setting.ts';
import { type Clock, systemClock } from '../../../src/process/clock.ts';
import { snapshotDocument } from '../snapshot-document.ts';
import type { FakeModels } from './fake-models.ts';
import type { Format } from './formats.ts';

const MODELS: Readonly<Record<Format, string>> = {
  'openai-compatible': 'llama3.1:8b',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
};

/** The key of every model of the fake; a test looks for it where it must not be. */
export const FAKE_KEY = 'sk-secret-of-the-fake';

/** A model of the fake server, named after its format: 1 dollar for a million tokens read, 4 written. */
export function aModel(
  fake: Pick<FakeModels, 'baseUrl'>,
  format: Format,
  changes: Partial<ModelSetting> = {},
): ModelSetting {
  return {
    name: format,
    provider: format,
    model: MODELS[format],
    family: format,
    baseUrl: fake.baseUrl(format),
    apiKey: FAKE_KEY,
    inputUsd: 1,
    outputUsd: 4,
    rounds: 2,
    maxOutputTokens: 700,
    effort: undefined,
    limitField: 'max_tokens',
    ...changes,
  };
}

/** A panel of these voters that keeps what it would log. */
export function aPanel(
  voters: readonly VoterSetting[],
  { deadlineMs = 5_000, clock = systemClock }: { deadlineMs?: number; clock?: Clock } = {},
): { panel: Panel; faults: CallFault[] } {
  const faults: CallFault[] = [];
  const onFault = (fault: CallFault) => void faults.push(fault);
  return { panel: createModelPanel({ clock, onFault }, { voters, deadlineMs }), faults };
}

/** A question about a rising market. */
export function aQuestion(
  changes: Partial<Question> = {},
  document: Partial<SnapshotDocument> = {},
): Question {
  const snapshot = snapshotDocument(document);
  const snapshotHash = createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
  return { snapshot, snapshotHash, depth: 'basic', ...changes };
}

/** Nobody takes the question back. */
export function nobodyLeaves(): AbortSignal {
  return new AbortController().signal;
}
