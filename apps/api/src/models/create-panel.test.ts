import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  aModel,
  aQuestion,
  FAKE_KEY,
  nobodyLeaves,
} from '../../test/helpers/fake-models/a-panel.ts';
import { startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { systemClock } from '../process/clock.ts';
import { createPanel } from './create-panel.ts';
import { offlinePanel } from './offline-panel.ts';
import { OFFLINE_VOTERS } from './voter-setting.ts';

const clock = systemClock;

it('lets the offline analysts vote where no model is set up', async () => {
  const warn = () => assert.fail('nothing to warn of');
  const panel = await createPanel({ clock, warn }, { voters: OFFLINE_VOTERS, deadlineMs: 45_000 });
  assert.equal(panel, offlinePanel);
});

it('logs a call that brought no vote by name, fault, status and time, and nothing else of it', async (t) => {
  const fake = await startFakeModels(t);
  fake.behave = ({ format }) =>
    format === 'google'
      ? { kind: 'status', status: 401 }
      : { kind: 'vote', fields: { snapshot_hash: 'of another day', reason: 'A private thought.' } };
  const lines: [object, string][] = [];
  const panel = await createPanel(
    { clock, warn: (...line) => void lines.push(line) },
    { voters: [aModel(fake, 'google'), aModel(fake, 'anthropic')], deadlineMs: 5_000 },
  );
  await panel.ask(aQuestion(), nobodyLeaves());
  const byModel = lines.toSorted(([, a], [, b]) => b.localeCompare(a));
  const latencies = byModel.map(([fields]) => ('latency_ms' in fields ? fields.latency_ms : null));
  assert.deepEqual(byModel, [
    [
      { model: 'google', fault: 'provider_refused', status: 401, latency_ms: latencies[0] },
      'a call to google brought no vote: provider_refused',
    ],
    [
      { model: 'anthropic', fault: 'stale', status: 200, latency_ms: latencies[1] },
      'a call to anthropic brought no vote: stale',
    ],
  ]);
  assert.ok(latencies.every(Number.isInteger));
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${FAKE_KEY}|private|snapshot`));
});
