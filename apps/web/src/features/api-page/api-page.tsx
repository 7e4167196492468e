import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SEARCH_MAX } from '@quorate/contract/fields';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { Icon } from '@quorate/ui/icon';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { TextField } from '@quorate/ui/text-field';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../lib/session/use-session.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import {
  type ApiDocument,
  type Call,
  type Failure,
  type Schema,
  useApiDocument,
} from './api-document.ts';
import { fieldsWithin, kindOf, rulesOf } from './schema-words.ts';
import { TryCall } from './try-call.tsx';

/** Every call of the service, from its own document. */
export function ApiPage() {
  const document = useApiDocument();
  const [search, setSearch] = useState('');
  const [token, setToken] = useState('');
  const { user } = useSession();
  if (document.isPending) return <RowsSkeleton loading={t`The calls are being read`} />;
  if (document.isError)
    return (
      <RetryNotice
        error={document.error}
        onRetry={() => void document.refetch()}
        title={t`The list of calls did not come.`}
      />
    );
  const groups = found(document.data, search);
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <div className="space-y-8">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          type="search"
          label={t`Find a call`}
          hint={
            search.trim()
              ? plural(count, { one: '# call', other: '# calls' })
              : t`By its name, its address or what it does`
          }
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <TextField
          type="password"
          label={t`Token of a device`}
          hint={
            user
              ? t`Calls that you try are yours, ${user.username}, unless you paste another token. It is kept in this page alone.`
              : t`Sign in, or paste the token of a device to try calls that need one. It is kept in this page alone.`
          }
          autoComplete="off"
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
      </div>
      {count === 0 && (
        <EmptyState
          title={t`No call has “${search.trim()}” in it`}
        >{t`Try a word of what it does, such as trades.`}</EmptyState>
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

const WHO: Readonly<Record<string, string>> = {
  none: 'anyone',
  optional: 'anyone',
  user: t`signed in`,
  user_or_device: t`signed in, or a device`,
  admin: t`operators`,
};

/** One call: closed it says what it does; open, everything about it, and it can be tried. */
function CallItem({ call, token }: { call: Call; token: string }) {
  const { hash } = useLocation();
  const isMeant = hash === `#${call.name}`;
  const [open, setOpen] = useState(isMeant);
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    if (!isMeant) return;
    setOpen(true);
    document.getElementById(call.name)?.scrollIntoView();
  }, [isMeant, call.name]);
  return (
    <details
      id={call.name}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group scroll-mt-20 border-b border-line first:border-t"
    >
      <summary className="relative flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-sm py-3 pe-9 [&::-webkit-details-marker]:hidden">
        <span className="w-14 shrink-0 font-mono text-tiny font-semibold text-brand">
          {call.method}
        </span>
        <code className="min-w-0 font-mono text-small wrap-anywhere">{call.path}</code>
        <Badge>{WHO[call.auth] ?? call.auth}</Badge>
        <Icon
          name="down"
          className="absolute top-4.5 end-1 size-5 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="basis-full text-small text-muted">{call.summary}</span>
      </summary>
      {open && (
        <div className="grid grid-cols-1 gap-8 pb-8 lg:grid-cols-2">
          <CallFacts call={call} />
          <div>
            <h4 className="mb-3 text-small font-semibold">{t`Try it`}</h4>
            {trying ? (
              <TryCall call={call} token={token} />
            ) : (
              <Button
                variant="secondary"
                size="small"
                onClick={() => setTrying(true)}
              >{t`Try this call`}</Button>
            )}
          </div>
        </div>
      )}
    </details>
  );
}

/** What a call takes, gives, and refuses with. */
function CallFacts({ call }: { call: Call }) {
  return (
    <div className="space-y-5">
      <p className="text-small">{call.description}</p>
      {call.parameters.length > 0 && (
        <Part title={t`Parameters`}>
          <ul className="space-y-2">
            {call.parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`} className="text-small wrap-anywhere">
                <code className="font-mono text-ink">{name}</code>{' '}
                <span className="text-muted">
                  {[
                    place === 'path' ? t`in the path` : t`in the query`,
                    kindOf(schema),
                    ...(required ? [] : [t`may be left out`]),
                    rulesOf(schema),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {call.body !== null && (
        <Part title={t`Body`}>
          {call.body === 'file' ? (
            <p className="text-small text-muted">{t`The file itself, as application/octet-stream.`}</p>
          ) : (
            <SchemaTree schema={call.body} marksOptional />
          )}
        </Part>
      )}
      <Part title={t`Answer`}>
        {call.reply === null ? (
          <p className="text-small text-muted">{t`A file.`}</p>
        ) : (
          <SchemaTree schema={call.reply} />
        )}
        {call.streams && (
          <p className="mt-2 text-small text-muted">
            <Trans>
              Server-sent events where you accept <code>text/event-stream</code>.
            </Trans>
          </p>
        )}
      </Part>
      <Part title={t`Refusals`}>
        <FailureList failures={call.failures} />
      </Part>
    </div>
  );
}

function FailureList({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0)
    return <p className="text-small text-muted">{t`Only those that any call can meet.`}</p>;
  return (
    <ul className="space-y-1.5">
      {failures.map(({ code, status, sentence }) => (
        <li key={code} className="text-small wrap-anywhere">
          <span className="tabular-nums">{status}</span>{' '}
          <code className="font-mono text-ink">{code}</code>{' '}
          <span className="text-muted">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className="mb-2 text-small font-semibold text-ink">{title}</h4>
      {children}
    </section>
  );
}

type SchemaTreeProps = {
  schema: Schema /** Of what is sent; answers have all their fields. */;
  marksOptional?: boolean;
};

/** Deeper than that nobody reads; the document itself has the rest. */
const DEEPEST = 5;

/** The fields of a schema, those within them further in. */
function SchemaTree({ schema, marksOptional = false }: SchemaTreeProps) {
  return <Level schema={schema} marksOptional={marksOptional} depth={0} />;
}

function Level({ schema, marksOptional, depth }: Required<SchemaTreeProps> & { depth: number }) {
  const fields = fieldsWithin(schema);
  if (fields.length === 0)
    return (
      <p className="text-small text-muted">
        {[kindOf(schema), rulesOf(schema)].filter(Boolean).join(', ')}
      </p>
    );
  return (
    <ul className={depth === 0 ? 'space-y-2' : 'mt-2 space-y-2 border-s border-line ps-3'}>
      {fields.map(({ name, required, schema: held }) => (
        <li key={name} className="text-small wrap-anywhere">
          <code className="font-mono text-ink">{name}</code>{' '}
          <span className="text-muted">
            {[
              kindWords(held),
              ...(marksOptional && !required ? [t`may be left out`] : []),
              ...(!marksOptional && !required ? [t`may be absent`] : []),
              rulesOf(held),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          {depth < DEEPEST && fieldsWithin(held).length > 0 && (
            <Level schema={held} marksOptional={marksOptional} depth={depth + 1} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Of an object its fields say more than the word. */
function kindWords(schema: Schema): string {
  return kindOf(schema).replace(/^list of object/, 'list');
}
