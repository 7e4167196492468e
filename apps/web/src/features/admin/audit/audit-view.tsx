import { type AuditEntry, listAudit, OPERATOR_ACTIONS } from '@quorate/contract/admin-audit';
import { Button } from '@quorate/ui/button';
import { isUuid } from '@quorate/values/ids';
import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';
import { actionName, reasonOf, wordsBetween } from './audit-words.ts';

/** What operators did, newest first; no line of it is ever changed. */
export function AuditView() {
  const list = useAdminList({
    endpoint: listAudit,
    filters: {
      subject_id: { address: 'subject', label: 'Id of an account, payment, review …', max: 100 },
      action: {
        label: 'What was done',
        options: optionsOf(OPERATOR_ACTIONS, actionName, 'Everything'),
        className: 'w-52',
      },
      operator_id: { address: 'operator', takes: isUuid },
    },
  });
  const { operator } = list.chosen;
  const entries = list.reply.data?.entries ?? [];
  const name = entries.find(({ operator_id }) => operator_id === operator)?.operator_name;
  return (
    <AdminPage
      title="Audit log"
      lead="What operators did and why. The database refuses to change or delete a line."
    >
      <AuditList list={list} empty="No line is like that.">
        {operator !== '' && (
          <Button variant="secondary" onClick={() => list.change({ operator: '' })}>
            By {name ?? 'one operator'}: show all
          </Button>
        )}
      </AuditList>
    </AdminPage>
  );
}

/** The audit log's lines about one account. */
export function AuditOf({ userId }: { userId: string }) {
  const list = useAdminList({ endpoint: listAudit, query: { subject_id: userId }, perPage: 10 });
  return <AuditList list={list} empty="Nothing so far." />;
}

type AuditListProps = {
  list: ReturnType<typeof useAdminList<typeof listAudit>>;
  empty: string;
  children?: ReactNode;
};

/** Lines of the audit log, each a sentence with its reason and the request that did it. */
function AuditList({ list, empty, children }: AuditListProps) {
  const caption = 'What operators did, newest first';
  return (
    <AdminList
      list={list}
      rows="entries"
      noun="lines"
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
          {entry.operator_name ?? 'a deleted account'}
        </TextLink>{' '}
        {wordsBetween(entry)} {hasSubject && <Subject entry={entry} />}
      </p>
      {reason && <p className="mt-0.5 wrap-anywhere">Reason: {reason}</p>}
      <p className="mt-0.5 text-tiny text-muted">
        <Moment at={entry.at} />, request{' '}
        <span className="figures wrap-anywhere">{entry.request_id}</span>
      </p>
    </li>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { subject_kind: kind, subject_id: id, subject_name: name } = entry;
  if (kind !== 'user') return <span className="figures text-tiny">{id}</span>;
  if (name === null) return <span>a deleted account ({id})</span>;
  return <TextLink to={`/admin/users/${id}`}>{name}</TextLink>;
}
