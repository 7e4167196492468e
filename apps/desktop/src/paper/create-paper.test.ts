import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createHostedAccount, type HostedAccount } from '@quorate/contract/hosted-accounts';
import { setUpHosted } from './testing/hosted-service.ts';

const press = () => ({ hosted_id: randomUUID(), currency: 'EUR' });

describe('paper accounts in the app', () => {
  it('begin with the defaults of the site, in the currency of the person', async () => {
    const { paper, bodies } = setUpHosted();
    const pressed = press();
    await paper.start(pressed);
    const [body] = bodies('POST');
    assert.deepEqual(createHostedAccount.body.parse(body), {
      hosted_id: pressed.hosted_id,
      source: 'practice',
      pace: 'accelerated',
      currency: 'EUR',
      balance: 10_000,
      settings: {
        name: 'Practice',
        symbols: ['EURUSD.practice'],
        timeframes: ['H1', 'M15'],
        risk_profile: 'standard',
        analysts: 'rules',
        exits: {},
      },
    });
  });

  it('are one, also where two windows press at the same moment', async () => {
    const { paper, accounts } = setUpHosted();
    await Promise.all([paper.start(press()), paper.start(press()), paper.start(press())]);
    assert.equal(accounts.length, 1);
  });

  it('are one, where the answer was lost and the button is pressed again', async () => {
    const { paper, accounts, lose } = setUpHosted();
    const pressed = press();
    lose();
    await assert.rejects(paper.start(pressed), { code: 'service_unreachable' });
    await paper.start(pressed);
    assert.deepEqual(
      accounts.map(({ hosted_id: id }: HostedAccount) => id),
      [pressed.hosted_id],
    );
  });

  it('take what the operator offers where that is no practice market', async () => {
    const file = {
      source: 'file',
      name: 'Past',
      symbols: ['GBPUSD'],
      timeframes: ['H1'],
      paces: ['real_time'],
    } as const;
    const sources = [
      {
        ...file,
        symbols: [...file.symbols],
        timeframes: [...file.timeframes],
        paces: [...file.paces],
      },
    ];
    const { paper, bodies } = setUpHosted({ sources });
    await paper.start({ hosted_id: randomUUID(), currency: 'USD' });
    assert.partialDeepStrictEqual(bodies('POST')[0], {
      source: 'file',
      pace: 'real_time',
      settings: { symbols: ['GBPUSD'] },
    });
  });

  it('are not begun where the operator offers nothing', async () => {
    const { paper, bodies } = setUpHosted({ sources: [] });
    await assert.rejects(paper.start(press()), /No prices for paper accounts at https/);
    assert.deepEqual(bodies('POST'), []);
  });

  it("say a refusal in the service's own sentence and under its code", async () => {
    const { paper, refuse } = setUpHosted();
    refuse(403, 'hosted_accounts_full', 'The Free plan allows 1 paper accounts here; you have 1.');
    await assert.rejects(paper.start(press()), {
      code: 'hosted_accounts_full',
      message: 'The Free plan allows 1 paper accounts here; you have 1.',
    });
  });

  it('are none at a service that does not know of them yet', async () => {
    const { paper, refuse } = setUpHosted();
    refuse(404, 'not_found', 'There is nothing here.');
    assert.equal(await paper.list(), null);
  });

  it('are asked for by nobody who is signed out, and an ended sign-in is looked at', async () => {
    const { paper, account, refuse, calls } = setUpHosted();
    refuse(401, 'unauthorized', 'Please sign in.');
    await assert.rejects(paper.list(), { code: 'unauthorized' });
    assert.equal(account.refreshed, 1);
    account.token = () => null;
    await assert.rejects(paper.list(), { code: 'signed_out' });
    assert.equal(calls.length, 1);
  });

  it('are paused by the command of the window, under its id', async () => {
    const { paper, calls } = setUpHosted();
    const command = { command_id: randomUUID(), kind: 'entries_off' } as const;
    const bot = randomUUID();
    await paper.command(bot, command);
    assert.deepEqual(calls, [
      { method: 'POST', path: `/api/user/bots/${bot}/commands`, body: command },
    ]);
  });
});
