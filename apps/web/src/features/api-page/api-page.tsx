import { SEARCH_MAX } from '@quorate/contract/fields';
import { EmptyState } from '@quorate/ui/empty-state';
import { countOf } from '@quorate/ui/format';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { TextField } from '@quorate/ui/text-field';
import { useState } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { type ApiDocument, useApiDocument } from './api-document.ts';
import { CallItem } from './call-item.tsx';

/** Every call of the service, from its own document. */
export function ApiPage() {
  const document = useApiDocument();
  const [search, setSearch] = useState('');
  const [token, setToken] = useState('');
  const { user } = useSession();
  if (document.isPending) return <RowsSkeleton loading="The calls are being read" />;
  if (document.isError)
    return (
      <RetryNotice
        error={document.error}
        onRetry={() => void document.refetch()}
        title="The list of calls did not come."
      />
    );
  const groups = found(document.data, search);
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <div className="space-y-8">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          type="search"
          label="Find a call"
          hint={search.trim() ? countOf(count, 'call') : 'By its name, its address or what it does'}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <TextField
          type="password"
          label="Token of a device"
          hint={
            user
              ? `Calls that you try are yours, ${user.username}, unless you paste another token. It is kept in this page alone.`
              : 'Sign in, or paste the token of a device to try calls that need one. It is kept in this page alone.'
          }
          autoComplete="off"
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
      </div>
      {count === 0 && (
        <EmptyState title={`No call has “${search.trim()}” in it`}>
          Try a word of what it does, such as trades.
        </EmptyState>
      )}
      {groups.map(({ name, about, calls }) => (
        <section key={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`} className="mb-3 font-serif text-heading">
            {about}
          </h2>
          {calls.map((call) => (
            <CallItem key={call.name} call={call} token={token} />
          ))}
        </section>
      ))}
    </div>
  );
}

function found({ groups }: ApiDocument, search: string): ApiDocument['groups'] {
  const words = search.slice(0, SEARCH_MAX).toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      calls: group.calls.filter(({ name, path, summary, method }) => {
        const text = `${name} ${method} ${path} ${summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ calls }) => calls.length > 0);
}
