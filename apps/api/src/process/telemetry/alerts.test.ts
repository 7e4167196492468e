import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALERT_CASES } from './testing/alert-cases.ts';
import { readAlerts, textOf } from './testing/alert-rules.ts';

describe('the alerts', () => {
  it('lead each to what to do: a heading of its own that is there, with words below it', () => {
    const alerts = readAlerts();
    for (const { alert, annotations } of alerts) {
      const [file = '', anchor = ''] = annotations.runbook_url.split('#');
      assert.equal(anchor, alert.toLowerCase());
      const [, below = ''] = textOf(file).split(`\n### ${alert}\n`);
      assert.ok((below.split('\n#')[0] ?? '').trim().length > 80, `${file} has no ${alert}`);
    }
    const told = [
      ...textOf('docs/how-to/operations.md').matchAll(/^### ([A-Z]\w+[a-z][A-Z]\w+)$/gm),
    ];
    assert.deepEqual(
      new Set(told.map(([, name]) => name)),
      new Set(alerts.map(({ alert }) => alert)),
      'and there is none for an alert that is no more',
    );
  });

  it('have each a case in which they ring', () => {
    assert.deepEqual(
      new Set(ALERT_CASES.map(({ alert }) => alert)),
      new Set(readAlerts().map(({ alert }) => alert)),
    );
  });

  it('that wake somebody up cannot be rung by a stranger who posts webhooks', () => {
    for (const { alert, expr, labels } of readAlerts()) {
      if (labels.severity !== 'critical') continue;
      assert.doesNotMatch(expr, /quorate_webhooks_total\{[^}]*(?:wrong|malformed|missing)/, alert);
    }
  });

  it('tell of memory before a copy is ended for it', () => {
    const alert = readAlerts().find((rule) => rule.alert === 'MemoryGrows');
    const bytes = Number(/> (\S+)\s*$/.exec(alert?.expr ?? '')?.[1]);
    const gibibytes = [
      /^MemoryMax=(\d+)G$/m.exec(textOf('deploy/quorate@.service'))?.[1],
      /mem_limit: (\d+)g$/m.exec(textOf('deploy/compose.yaml'))?.[1],
    ];
    for (const most of gibibytes) assert.ok(bytes < 0.9 * Number(most) * 2 ** 30, `${bytes}`);
  });
});
