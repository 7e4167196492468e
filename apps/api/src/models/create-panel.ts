import type { Clock } from '../process/clock.ts';
import type { CallFault } from './ask-model.ts';
import { offlinePanel } from './offline-panel.ts';
import type { Panel } from './panel.ts';
import { type ModelSettings, OFFLINE_VOTERS } from './voter-setting.ts';

/**
 * Who votes by the operator's settings. A call that brings no vote is a line in the log. What asks models takes
 * 40 MB of memory, and is loaded where one votes.
 */
export async function createPanel(
  { clock, warn }: { clock: Clock; warn: (fields: object, message: string) => void },
  settings: ModelSettings,
): Promise<Panel> {
  if (settings.voters === OFFLINE_VOTERS) return offlinePanel;
  const onFault = ({ model, fault, status, latencyMs }: CallFault) =>
    warn(
      { model, fault, status, latency_ms: latencyMs },
      `a call to ${model} brought no vote: ${fault}`,
    );
  const { createModelPanel } = await import('./model-panel.ts');
  return createModelPanel({ clock, onFault }, settings);
}
