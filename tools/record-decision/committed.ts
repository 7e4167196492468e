import { RECORDED_DECISION } from '../../apps/web/src/features/decisions/recorded-decision.ts';
import { RECORDED_REPLAY } from '../../apps/web/src/features/decisions/recorded-replay.ts';
import type { Recording } from './recording-of.ts';

/** The recording that the site shows. */
export const COMMITTED: Recording = { decision: RECORDED_DECISION, replay: RECORDED_REPLAY };
