import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainDecision, getTradeStory, type StoryRef } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';

const ticketOf = (ref: StoryRef | null) => ref?.position_ticket ?? null;

describe('the story of a trade without a decision', () => {
  it('stands between the trades of its account, ties in the order of their tickets', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const at = (hour: string) => ({
      opened_at: '2026-02-02T07:00:00.000Z',
      closed_at: `2026-02-02T${hour}:00:00.000Z`,
    });
    const body = {
      account: accountInput(),
      trades: [
        tradeInput({ position_ticket: '3', ...at('10') }),
        tradeInput({ position_ticket: '1', ...at('09') }),
        tradeInput({ position_ticket: '2', ...at('09') }),
      ],
    };
    const { account_id } = await service.call(syncTrades, { body }, token);
    const other = { ...accountInput(), login: '999' };
    const elsewhere = [tradeInput({ position_ticket: '4', ...at('09') })];
    await service.call(syncTrades, { body: { account: other, trades: elsewhere } }, token);
    const story = (position_ticket: string) =>
      service.call(getTradeStory, { params: { account_id, position_ticket } }, token);
    const walk = [];
    for (const ticket of ['1', '2', '3']) {
      const { trade, previous, next } = await story(ticket);
      walk.push([ticketOf(previous), trade.position_ticket, ticketOf(next)]);
    }
    assert.deepEqual(walk, [
      [null, '1', '2'],
      ['1', '2', '3'],
      ['2', '3', null],
    ]);
  });

  it('is not found for somebody else, nor where there is none', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const body = { account: accountInput(), trades: [tradeInput({ position_ticket: '1' })] };
    const { account_id } = await service.call(syncTrades, { body }, token);
    const { token: stranger } = await signedInUser(service);
    for (const [position_ticket, who] of [
      ['1', stranger],
      ['2', token],
    ] as const)
      await assert.rejects(
        service.call(getTradeStory, { params: { account_id, position_ticket } }, who),
        /answered 404/,
      );
  });
});

describe('the story of a decision', () => {
  it('stands between the decisions of its account, and among its trades once it led to one', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { plan: 'Elite' });
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      service.clock.advance(60_000);
      const { decision } = await service.call(analyse, request(bar(at)), token);
      ids.push(decision.decision_id);
    }
    const [first = '', middle = '', last = ''] = ids;
    const explain = (decision_id: string) =>
      service.call(explainDecision, { params: { decision_id } }, token);
    const before = await explain(middle);
    assert.deepEqual(
      [before.previous?.decision_id, before.next?.decision_id, ticketOf(before.next)],
      [first, last, null],
    );
    assert.deepEqual([(await explain(first)).previous, (await explain(last)).next], [null, null]);
    const trades = [
      tradeInput({
        position_ticket: '70',
        decision_id: middle,
        opened_at: '2026-02-02T10:00:00.000Z',
        closed_at: '2026-02-02T12:00:00.000Z',
      }),
      tradeInput({
        position_ticket: '71',
        opened_at: '2026-02-02T10:00:00.000Z',
        closed_at: '2026-02-02T13:00:00.000Z',
      }),
    ];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
    const after = await explain(middle);
    assert.deepEqual([after.previous, ticketOf(after.next)], [null, '71']);
  });
});
