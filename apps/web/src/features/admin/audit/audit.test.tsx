import { OPERATOR_ACTIONS } from '@quorate/contract/admin-audit';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildAuditEntry, pageOf } from '../../../testing/admin.ts';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const CALL = 'GET /api/admin/audit';
const answer = (...entries: ReturnType<typeof buildAuditEntry>[]) => ({
  body: { success: true, entries, pagination: pageOf(entries.length) },
});

describe('the audit log', () => {
  test('has a sentence for each line, with its reason and its request', async () => {
    signInAs({ role: 'admin' });
    serve({
      [CALL]: answer(
        buildAuditEntry({
          action: 'plan_given',
          details: { plan: 'Pro', until: null, was: 'Free', reason: 'asked for by mail' },
        }),
        buildAuditEntry({ action: 'plan_given', details: { plan: 'Free', was: 'Pro' } }),
        buildAuditEntry({ action: 'sessions_ended', details: { sessions: 1 } }),
        buildAuditEntry({ action: 'role_granted', details: { by: 'command line' } }),
        buildAuditEntry({ operator_name: null, subject_name: null, subject_id: 'gone' }),
        buildAuditEntry({
          action: 'webhook_replayed',
          subject_kind: 'webhook',
          subject_id: 'evt_1',
        }),
      ),
    });
    await renderApp('/admin/audit');
    await screen.findByText('Reason: asked for by mail');
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    const expected = [
      'olga gave Pro for good to mira',
      'olga took the given plan Pro back from mira',
      'olga ended 1 session of mira',
      'olga was made an operator by the command line',
      'a deleted account looked at a deleted account (gone)',
      'olga replayed the webhook evt_1',
    ];
    for (const words of expected)
      expect(
        lines.some((line) => line.startsWith(words)),
        words,
      ).toBe(true);
    expect(lines.find((line) => line.startsWith(expected[0] ?? ''))).toContain('request req-1');
  });

  test('has words for everything that operators can do', async () => {
    signInAs({ role: 'admin' });
    serve({ [CALL]: answer(...OPERATOR_ACTIONS.map((action) => buildAuditEntry({ action }))) });
    await renderApp('/admin/audit');
    const links = await screen.findAllByRole('link', { name: 'olga' });
    expect(links).toHaveLength(OPERATOR_ACTIONS.length);
    expect(document.body.textContent).not.toContain('undefined');
  });

  test('is filtered by operator, by what was done and by what it was done to', async () => {
    signInAs({ role: 'admin' });
    const entry = buildAuditEntry();
    const calls = serve({ [CALL]: answer(entry) });
    const router = await renderApp('/admin/audit');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: 'olga' }));
    await user.selectOptions(screen.getByLabelText('Action'), 'plan_given');
    await user.type(screen.getByRole('searchbox'), `${entry.subject_id}{Enter}`);
    expect(calls.at(-1)?.query).toMatchObject({
      operator_id: entry.operator_id,
      action: 'plan_given',
      subject_id: entry.subject_id,
    });
    await user.click(await screen.findByRole('button', { name: 'By olga: show all' }));
    expect(router.state.location.search).not.toContain('operator');
  });
});
