import { useState } from 'react';
import { useAudit } from './audit.api.ts';
import { AuditList } from './audit-list.tsx';

const PER_PAGE = 10;

/** The audit log's lines about one account. */
export function AuditOf({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const audit = useAudit({ subject_id: userId, page, per_page: PER_PAGE });
  return <AuditList query={audit} empty="Nothing so far." onPage={setPage} />;
}
