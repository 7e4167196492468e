import { OPERATOR_ACTIONS } from '@quorate/contract/admin-audit';
import { Button } from '@quorate/ui/button';
import { SelectField } from '@quorate/ui/select-field';
import { isUuid } from '@quorate/values/ids';
import { AdminPage } from '../parts/admin-page.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { useAudit } from './audit.api.ts';
import { AuditList } from './audit-list.tsx';
import { ACTION_WORDS } from './audit-words.ts';

const CHOICES = {
  action: ['all', ...OPERATOR_ACTIONS],
  operator: 'text',
  subject: 'text',
} as const;
const ACTIONS = CHOICES.action.map((value) => ({
  value,
  label: value === 'all' ? 'Everything' : ACTION_WORDS[value],
}));
const PER_PAGE = 25;

/** What operators did, newest first; no line of it is ever changed. */
export function AuditView() {
  const [{ action, operator, subject, page }, change] = useAddressFilter(CHOICES);
  const audit = useAudit({
    page,
    per_page: PER_PAGE,
    ...(action !== 'all' && { action }),
    ...(isUuid(operator) && { operator_id: operator }),
    ...(subject !== '' && { subject_id: subject.slice(0, 100) }),
  });
  const name = audit.data?.entries.find((entry) => entry.operator_id === operator)?.operator_name;
  return (
    <AdminPage
      title="Audit log"
      lead="What operators did and why. The database refuses to change or delete a line."
    >
      <FilterBar label="Which lines">
        <SearchField
          label="Id of an account, payment, review …"
          value={subject}
          onSearch={(text) => change({ subject: text })}
          max={100}
        />
        <SelectField
          label="What was done"
          value={action}
          options={ACTIONS}
          onChange={(next) => change({ action: next })}
          className="w-52"
        />
        {operator !== '' && (
          <Button variant="secondary" onClick={() => change({ operator: '' })}>
            By {name ?? 'one operator'}: show all
          </Button>
        )}
      </FilterBar>
      <AuditList
        query={audit}
        empty="No line is like that."
        onPage={(next) => change({ page: next })}
      />
    </AdminPage>
  );
}
