import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CHECK_ITEMS,
  type CheckName,
  type Finding,
  fail,
  ok,
  skip,
  warn,
} from '@quorate/bot/doctor/finding';
import { setupView } from './setup-items.ts';

const CHECKS = Object.keys(CHECK_ITEMS) as CheckName[];
const RIGHT = CHECKS.map((check) => ok(check, 'it is right'));
const greenIn = ({ items }: ReturnType<typeof setupView>) =>
  items.filter(({ status }) => status === 'green').length;
const greenOf = (findings: readonly Finding[]) => greenIn(setupView(findings, null));
const with1 = (wrong: Finding) => RIGHT.map((each) => (each.check === wrong.check ? wrong : each));

describe('the six items', () => {
  it('are never all green beside something that failed, whatever the doctor has found', () => {
    assert.equal(greenOf(RIGHT), 6);
    let state = 29;
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
    const kinds = [ok, ok, ok, ok, warn, fail, skip];
    let failed = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const made = CHECKS.filter(() => random() < 0.95).map((check) => {
        const kind = kinds[Math.floor(random() * kinds.length)] ?? ok;
        return random() < 0.2 ? kind(check, 'as it is') : ok(check, 'it is right');
      });
      for (const waitingFor of [null, 'the terminal']) {
        const view = setupView(made, waitingFor);
        for (const { check, status } of view.findings) {
          if (status !== 'fail') continue;
          failed += 1;
          const item = view.items.find(({ id }) => id === CHECK_ITEMS[check]);
          assert.equal(item?.status, 'red', `${check} of ${JSON.stringify(made)}`);
        }
      }
    }
    assert.ok(failed > 1_000);
  });

  it('are one fewer for each thing that fails alone', () => {
    for (const check of CHECKS) {
      // One that dials in is installed, and its finding says so, too.
      const expected = check === 'terminal' ? 6 : 5;
      assert.equal(greenOf(with1(fail(check, 'it is wrong'))), expected, check);
    }
  });

  it('are never all green where something was not looked at', () => {
    const needed = [
      ...(['terminal', 'connection', 'account', 'permissions', 'service', 'sign-in'] as const),
      ...(['profile', 'expert', 'bridge-token', 'risk-settings'] as const),
    ];
    for (const check of needed) {
      assert.equal(greenOf(RIGHT.filter((each) => each.check !== check)), 5, check);
    }
  });

  it('say that one has dialled in where the terminal that is meant cannot be told', () => {
    const found = with1(fail('terminal', 'There are 2 MetaTrader 5 terminals: A, B.'));
    const [installed] = setupView(found, null).items;
    assert.equal(installed?.status, 'green');
    assert.match(installed?.detail ?? '', /^A terminal has dialled in, .*There are 2 MetaTrader 5/);
    const [elsewhere] = setupView(with1(warn('terminal', 'another system')), null).items;
    assert.match(elsewhere?.detail ?? '', /in no folder of this computer/);
  });
});
