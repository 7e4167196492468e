import type { ReactNode } from 'react';
import type { Call, Failure, Schema } from './api-document.ts';
import { fieldsWithin, kindOf, rulesOf } from './schema-words.ts';

/** What a call takes, gives, and refuses with. */
export function CallFacts({ call }: { call: Call }) {
  return (
    <div className="space-y-5">
      <p className="text-small">{call.description}</p>
      {call.parameters.length > 0 && (
        <Part title="Parameters">
          <ul className="space-y-2">
            {call.parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`} className="text-small wrap-anywhere">
                <code className="font-mono text-ink">{name}</code>{' '}
                <span className="text-muted">
                  {[
                    place === 'path' ? 'in the path' : 'in the query',
                    kindOf(schema),
                    ...(required ? [] : ['may be left out']),
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
        <Part title="Body">
          {call.body === 'file' ? (
            <p className="text-small text-muted">The file itself, as application/octet-stream.</p>
          ) : (
            <SchemaTree schema={call.body} marksOptional />
          )}
        </Part>
      )}
      <Part title="Answer">
        {call.reply === null ? (
          <p className="text-small text-muted">A file.</p>
        ) : (
          <SchemaTree schema={call.reply} />
        )}
        {call.streams && (
          <p className="mt-2 text-small text-muted">
            Server-sent events where you accept <code>text/event-stream</code>.
          </p>
        )}
      </Part>
      <Part title="Refusals">
        <FailureList failures={call.failures} />
      </Part>
    </div>
  );
}

function FailureList({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0)
    return <p className="text-small text-muted">Only those that any call can meet.</p>;
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
    <ul className={depth === 0 ? 'space-y-2' : 'mt-2 space-y-2 border-l border-line pl-3'}>
      {fields.map(({ name, required, schema: held }) => (
        <li key={name} className="text-small wrap-anywhere">
          <code className="font-mono text-ink">{name}</code>{' '}
          <span className="text-muted">
            {[
              kindWords(held),
              ...(marksOptional && !required ? ['may be left out'] : []),
              ...(!marksOptional && !required ? ['may be absent'] : []),
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
