import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callAsWindow } from '../testing/call-host.ts';
import { handTimers } from '../testing/hand-timers.ts';
import { hostStage } from '../testing/host-stage.ts';

const ticketIn = (address: string) => new URL(address).hash.replace('#ticket=', '');

describe('the ticket of a window', () => {
  it('is traded for the secret once', async (t) => {
    const { redeem, windowAddress, secret } = await hostStage(t);
    const ticket = ticketIn(windowAddress());
    assert.equal(ticket.length, 43);
    const first = await redeem(ticket);
    assert.deepEqual([first.status, JSON.parse(first.body)], [200, { secret }]);
    const again = await redeem(ticket);
    assert.equal(again.status, 403);
    assert.equal((JSON.parse(again.body) as { code: string }).code, 'ticket_used_up');
  });

  it('is traded once when it comes twenty times at the same moment', async (t) => {
    const { redeem, windowAddress } = await hostStage(t);
    const ticket = ticketIn(windowAddress());
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(ticket)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  it('counts for a minute', async (t) => {
    const timers = handTimers();
    const { redeem, windowAddress } = await hostStage(t, timers);
    const [inTime, late] = [ticketIn(windowAddress()), ticketIn(windowAddress())];
    timers.pass(59_000);
    assert.equal((await redeem(inTime)).status, 200);
    timers.pass(2_000);
    assert.equal((await redeem(late)).status, 403);
  });

  it('is taken from a page of the app alone', async (t) => {
    const { port, windowAddress } = await hostStage(t);
    const ticket = ticketIn(windowAddress());
    const sent = (headers: Record<string, string>) =>
      callAsWindow(port, null, { method: 'POST', path: '/session', body: { ticket }, headers });
    assert.equal((await sent({ origin: 'https://evil.example' })).status, 403);
    assert.equal((await sent({ 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await sent({ host: 'evil.example' })).status, 403);
    assert.equal((await sent({})).status, 200);
  });

  it('is not guessed by a thousand wrong ones, and they keep no right one out', async (t) => {
    const { redeem, windowAddress, secret, log } = await hostStage(t);
    const ticket = ticketIn(windowAddress());
    for (let tried = 0; tried < 1_000; tried += 1) {
      const { status, body } = await redeem(`${ticket.slice(0, 40)}${tried}`);
      assert.equal(status, 403);
      assert.ok(!body.includes(secret));
    }
    assert.ok(log.length <= 12, `${log.length} lines`);
    assert.equal((await redeem(ticket)).status, 200);
  });

  it('gives way to newer ones where a thousand were made', async (t) => {
    const { redeem, windowAddress } = await hostStage(t);
    const tickets = Array.from({ length: 1_000 }, () => ticketIn(windowAddress()));
    assert.equal(new Set(tickets).size, 1_000);
    assert.equal((await redeem(tickets[0] ?? '')).status, 403);
    assert.equal((await redeem(tickets[999] ?? '')).status, 200);
  });
});
