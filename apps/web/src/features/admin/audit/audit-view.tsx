import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type AuditEntry,
  listAudit,
  OPERATOR_ACTIONS,
  type OperatorAction,
} from '@quorate/contract/admin-audit';
import { Button } from '@quorate/ui/button';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { isUuid } from '@quorate/values/ids';
import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';

/** What operators did, newest first; no line of it is ever changed. */
export function AuditView() {
  const list = useAdminList({
    endpoint: listAudit,
    filters: {
      subject_id: { address: 'subject', label: t`ID of an account, payment, review …`, max: 100 },
      action: {
        label: t`Action`,
        options: optionsOf(OPERATOR_ACTIONS, actionName, t`All actions`),
        className: 'sm:w-52',
      },
      operator_id: { address: 'operator', takes: isUuid },
    },
  });
  const { operator } = list.chosen;
  const entries = list.reply.data?.entries ?? [];
  const name = entries.find(({ operator_id }) => operator_id === operator)?.operator_name;
  return (
    <AdminPage
      title={t`Audit log`}
      lead={t`What operators did and why. The database refuses to change or delete a line.`}
    >
      <AuditList list={list} empty={t`No line matches. Try another ID or action.`}>
        {operator !== '' && (
          <Button variant="secondary" onClick={() => list.change({ operator: '' })}>
            {name == null ? t`By one operator: show all` : t`By ${name}: show all`}
          </Button>
        )}
      </AuditList>
    </AdminPage>
  );
}

/** The audit log's lines about one account. */
export function AuditOf({ userId }: { userId: string }) {
  const list = useAdminList({ endpoint: listAudit, query: { subject_id: userId }, perPage: 10 });
  return <AuditList list={list} empty={t`Operators have done nothing here yet.`} />;
}

type AuditListProps = {
  list: ReturnType<typeof useAdminList<typeof listAudit>>;
  empty: string;
  children?: ReactNode;
};

/** Lines of the audit log, each a sentence with its reason and the request that did it. */
function AuditList({ list, empty, children }: AuditListProps) {
  const caption = t`What operators did, newest first`;
  return (
    <AdminList
      list={list}
      rows="entries"
      noun={t`lines`}
      caption={caption}
      empty={empty}
      show={({ entries }) => (
        <ul aria-label={caption}>
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    >
      {children}
    </AdminList>
  );
}

/** Done to the very account that did it, or to no single thing. */
const WITHOUT_SUBJECT: readonly AuditEntry['action'][] = [
  'role_granted',
  'role_revoked',
  'factors_reset',
  'reconcile_asked',
];

function AuditLine({ entry }: { entry: AuditEntry }) {
  const reason = reasonOf(entry);
  const hasSubject = !WITHOUT_SUBJECT.includes(entry.action);
  return (
    <li className="border-b border-line py-3 text-small last:border-b-0">
      <p className="wrap-anywhere">
        <TextLink to={`/admin/audit?operator=${entry.operator_id}`}>
          {entry.operator_name ?? t`a deleted account`}
        </TextLink>{' '}
        {wordsBetween(entry)} {hasSubject && <Subject entry={entry} />}
      </p>
      {reason && <p className="mt-0.5 wrap-anywhere">{t`Reason: ${reason}`}</p>}
      <p className="mt-0.5 text-tiny text-muted">
        <Trans>
          <Moment at={entry.at} />, request{' '}
          <span className="figures wrap-anywhere">{entry.request_id}</span>
        </Trans>
      </p>
    </li>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { subject_kind: kind, subject_id: id, subject_name: name } = entry;
  if (kind !== 'user') return <span className="figures text-tiny">{id}</span>;
  if (name === null) return <span>{t`a deleted account (${id})`}</span>;
  return <TextLink to={`/admin/users/${id}`}>{name}</TextLink>;
}

type Details = AuditEntry['details'];

/** What each action is called where one is chosen, and the words between who did it and what it was done to. */
const WORDS: Readonly<
  Record<OperatorAction, [name: string, between: string | ((details: Details) => string)]>
> = {
  role_granted: [t`Role given`, t`was made an operator by the command line`],
  role_revoked: [t`Role taken back`, t`was made a user again by the command line`],
  plan_given: [t`Plan given`, planWords],
  sessions_ended: [
    t`Sessions ended`,
    ({ sessions }) =>
      t`ended ${plural(typeof sessions === 'number' ? sessions : 0, { one: '# session', other: '# sessions' })} of`,
  ],
  verification_resent: [t`Verification mailed`, t`had the verification link mailed to`],
  account_looked_at: [t`Account looked at`, t`looked at`],
  refund_asked: [t`Refund asked for`, t`asked for a refund of`],
  payment_looked_up: [t`Payment looked up`, t`looked up the payment`],
  webhook_replayed: [t`Webhook replayed`, t`replayed the webhook`],
  task_retried: [t`Task retried`, t`had a task tried again:`],
  review_hidden: [t`Review hidden`, t`hid the review`],
  review_shown: [t`Review shown`, t`showed again the review`],
  message_handled: [t`Message handled`, t`handled the message`],
  message_reopened: [t`Message reopened`, t`reopened the message`],
  release_withdrawn: [t`Release withdrawn`, t`withdrew the release`],
  runner_drained: [t`Runner drained`, t`drained the runner`],
  runner_undrained: [t`Runner used again`, t`had accounts given again to the runner`],
  factors_reset: [t`Second factors reset`, t`lost the second factors by the command line`],
  act_refused: [
    t`Act refused`,
    ({ code, call }) => t`was refused (${textOf(code)}: ${textOf(call)}) on`,
  ],
  reconcile_asked: [
    t`Comparison with the provider asked for`,
    t`asked for a comparison with the payment provider`,
  ],
};

function actionName(action: OperatorAction): string {
  return WORDS[action][0];
}

/**
 * What was done, as the words between who did it and what it was done to.
 *
 * @example wordsBetween(entry) // 'gave Pro until 5 Mar 2026, 10:00 to'
 */
function wordsBetween({ action, details }: AuditEntry): string {
  const [, between] = WORDS[action];
  return typeof between === 'string' ? between : between(details);
}

function planWords({ plan, until, was }: Details): string {
  if (plan === 'Free') return t`took the given plan ${textOf(was)} back from`;
  return typeof until === 'string'
    ? t`gave ${textOf(plan)} until ${formatTime(until, viewerTimeZone())} to`
    : t`gave ${textOf(plan)} for good to`;
}

/** The reason that was typed; null where none is asked for. */
function reasonOf({ details }: AuditEntry): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
