import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';

const SYMBOL = 'SECRETPAIR';
/** A figure that nothing else has. */
const ATR = 73_519;
const LOGIN = '99887766';

describe('what the service logs of an analysis', () => {
  it('is neither the snapshot, nor its hash, nor a vote or an account, whether it succeeds or fails', async (t) => {
    const lines: string[] = [];
    let how: 'well' | 'badly' = 'well';
    const panel: Panel = {
      ...offlinePanel,
      ask: async (question, signal) => {
        if (how === 'badly') throw new Error('the panel broke');
        return offlinePanel.ask(question, signal);
      },
    };
    const service = await startTestService(t, { panel, log: (line) => lines.push(line) });
    const { token } = await signedInUser(service);
    const ask = (index: number) =>
      request(bar(index, { symbol: SYMBOL, atr_points: ATR }), {
        account: accountInput({ kind: 'paper', login: LOGIN }),
      });
    const { decision } = await service.call(analyse, ask(0), token);
    how = 'badly';
    await service.fail(analyse, ask(1), token);
    const log = lines.join('\n');
    assert.match(log, /the panel broke/, 'the log is the one that is written to');
    const words = [SYMBOL, String(ATR), LOGIN, decision.snapshot_hash, token];
    for (const vote of decision.votes) words.push(vote.reason);
    for (const word of words) assert.ok(!log.includes(word), `${word} is logged`);
  });
});
