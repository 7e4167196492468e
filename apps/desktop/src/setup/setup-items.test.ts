import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Finding, fail, ok, warn } from '@quorate/bot/doctor/finding';
import { setupItems } from './setup-items.ts';

const CHECKS = [
  'data-folder',
  'vault',
  'service',
  'clock',
  'sign-in',
  'plan',
  'profile',
  'risk-settings',
  'terminal',
  'expert',
  'bridge-token',
  'connection',
  'account',
  'permissions',
  'symbols',
  'server-clock',
];
const RIGHT = CHECKS.map((check) => ok(check, 'it is right'));
const greenOf = (findings: readonly Finding[]) =>
  setupItems(findings, null).filter(({ status }) => status === 'green').length;
const with1 = (wrong: Finding) => RIGHT.map((each) => (each.check === wrong.check ? wrong : each));

describe('the six items', () => {
  it('are never all green beside something that failed', () => {
    assert.equal(greenOf(RIGHT), 6);
    for (const check of CHECKS) {
      // A plan is used up for a while, the setup is whole all the same; and one that dials in is installed.
      const expected = ['plan', 'server-clock', 'terminal'].includes(check) ? 6 : 5;
      assert.equal(greenOf(with1(fail(check, 'it is wrong'))), expected, check);
    }
  });

  it('are never all green where something was not looked at', () => {
    const needed = CHECKS.filter(
      (check) =>
        !['data-folder', 'vault', 'clock', 'plan', 'symbols', 'server-clock'].includes(check),
    );
    for (const check of needed) {
      assert.equal(greenOf(RIGHT.filter((each) => each.check !== check)), 5, check);
    }
  });

  it('say that one has dialled in where the terminal that is meant cannot be told', () => {
    const found = with1(fail('terminal', 'There are 2 MetaTrader 5 terminals: A, B.'));
    const [installed] = setupItems(found, null);
    assert.equal(installed?.status, 'green');
    assert.match(installed?.detail ?? '', /^A terminal has dialled in, .*There are 2 MetaTrader 5/);
    const [elsewhere] = setupItems(with1(warn('terminal', 'another system')), null);
    assert.match(elsewhere?.detail ?? '', /in no folder of this computer/);
  });
});
