import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GUIDE } from './guide.ts';
import { blocksOf, expectWords, stepsOf } from './testing/read-document.ts';

describe('the guide', () => {
  // @spec 2.85
  it('has its eight sections in their order', () => {
    assert.deepEqual(
      GUIDE.sections.map(({ title }) => title),
      [
        'Requirements',
        'Terminal setup',
        'Account setup',
        'Bot configuration',
        'First session',
        'Dashboard features',
        'Troubleshooting',
        'Best practices',
      ],
    );
  });

  // @spec 9.31
  it('states every requirement', () => {
    expectWords(GUIDE, 'requirements', [
      'Windows 10 or 11, 64-bit',
      '4 GB of memory; 8 GB recommended',
      'less than 60 MB',
      'about 720 MB free',
      'MetaTrader 5',
    ]);
  });

  // @spec 1.27
  it('says what the plans allow, and what happens at the limit', () => {
    expectWords(GUIDE, 'account', [
      'Free runs 1 terminal account, Premium any number',
      'Add Configuration is disabled',
      'unlimited terminal accounts, higher token limits, advanced analytics and priority support',
    ]);
  });

  // @spec 3.26, 3.28
  it('names every field of a configuration and of the risk', () => {
    expectWords(GUIDE, 'bot', [
      'configuration name',
      'terminal path',
      'account number',
      'password',
      'broker server from the list',
      'account type, Demo or Real',
      'Risk per trade:',
      'Maximum daily trades:',
      'Daily loss limit:',
      'Weekly profit limit:',
      'Weekly loss limit:',
      'Currency pairs:',
      'Risk-reward ratio:',
    ]);
  });

  // @spec 9.32, 9.34
  it('names the limits that a trader should keep', () => {
    expectWords(GUIDE, 'bot', [
      '1-2% is recommended, never above 2%',
      '3-5 are recommended',
      'at least 1:1.5',
      'ensures at least 1:1 when it sets the take profit',
      'A stop loss is required on all trades',
    ]);
  });

  // @spec 4.34
  it('leads from configuring over starting the bot to monitoring, in this order', () => {
    const titles = stepsOf(GUIDE, 'first-session').map(({ title }) => title);
    assert.deepEqual(
      titles.slice(0, 3).map((title) => title.split(':')[0]),
      ['Configure', 'Start the bot', 'Monitor'],
    );
    expectWords(GUIDE, 'first-session', [
      'auto-syncs in every cycle of the bot',
      'closed trades of the last 30 days',
    ]);
  });

  // @spec 2.88
  it('describes the three tabs, the checklist and the token bar', () => {
    expectWords(GUIDE, 'dashboard', [
      'Overview, Statistics and Trade History',
      '6 items, of which 4 are critical',
      'Setup Complete!',
      'green up to 70% of your tokens, yellow over 70% and red over 90%',
      '10, 25, 50, 100, 200 or 500 rows a page; 50 is the default',
      'All Time, Today, Last 7 Days, Last 30 Days, or a Custom Period',
      'All, Demo, Real',
      'Sync MT5 History',
      'syncs automatically when the bot starts',
    ]);
    for (const metric of ['total trades', 'profit factor', 'average win', 'largest win'])
      expectWords(GUIDE, 'dashboard', [metric]);
  });

  it('says once where the Windows app comes from, and how to run the bot without it', () => {
    const notices = blocksOf(GUIDE).filter(
      (block) =>
        block.kind === 'notice' &&
        /offers the desktop app as soon as a release of it is published/.test(block.text),
    );
    assert.equal(notices.length, 1);
    const paper = stepsOf(GUIDE, 'first-session').find(({ id }) => id === 'paper-bot');
    assert.match(
      paper?.text ?? '',
      /`npm run bot -- paper --candles \S+ --symbol EURUSD --user NAME/,
    );
  });

  it('says that a real account takes a step of its own, after the demo', () => {
    expectWords(GUIDE, 'bot', ['a passed setup check and for trades on a demo account']);
    expectWords(GUIDE, 'requirements', ['every configuration of the app begins as Demo']);
  });

  it('has notices of all four kinds', () => {
    const tones = blocksOf(GUIDE).flatMap((block) => (block.kind === 'notice' ? [block.tone] : []));
    assert.deepEqual(new Set(tones), new Set(['info', 'success', 'warning', 'error']));
  });
});
