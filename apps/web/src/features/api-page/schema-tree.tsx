import type { Schema } from './api-document.ts';
import { fieldsWithin, kindOf, rulesOf } from './schema-words.ts';

type SchemaTreeProps = {
  schema: Schema /** Of what is sent; answers have all their fields. */;
  marksOptional?: boolean;
};

/** Deeper than that nobody reads; the document itself has the rest. */
const DEEPEST = 5;

/** The fields of a schema, those within them further in. */
export function SchemaTree({ schema, marksOptional = false }: SchemaTreeProps) {
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
