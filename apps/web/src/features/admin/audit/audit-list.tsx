import type { AuditEntry, listAudit } from '@quorate/contract/admin-audit';
import type { Reply } from '@quorate/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { PagedList } from '../../../ui/paged-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Moment } from '../parts/moment.tsx';
import { reasonOf, wordsBetween } from './audit-words.ts';

/** Done to the very account that did it, or to no single thing. */
const WITHOUT_SUBJECT: readonly AuditEntry['action'][] = [
  'role_granted',
  'role_revoked',
  'factors_reset',
  'reconcile_asked',
];

type AuditListProps = {
  query: UseQueryResult<Reply<typeof listAudit>>;
  empty: string;
  onPage: (page: number) => void;
};

/** Lines of the audit log, each a sentence with its reason and the request that did it. */
export function AuditList({ query, empty, onPage }: AuditListProps) {
  return (
    <PagedList query={query} noun="lines" empty={empty} onPage={onPage}>
      {({ entries }) => (
        <ul aria-label="What operators did, newest first">
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

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
