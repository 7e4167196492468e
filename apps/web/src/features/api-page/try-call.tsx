import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Notice } from '@quorate/ui/notice';
import { TextArea } from '@quorate/ui/text-area';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { getSession } from '../../lib/session/session.ts';
import type { Call, Schema } from './api-document.ts';
import { optionsOf } from './schema-words.ts';

type TryCallProps = {
  call: Call;
  /** Pasted by the reader; empty: the session’s own is used. */
  token: string;
};

/** Sends a call to this very service and shows what comes back. */
export function TryCall({ call, token }: TryCallProps) {
  const [typed, setTyped] = useState(() => typedFor(call));
  const [file, setFile] = useState<File | null>(null);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | string | null>(null);
  const changes = call.method !== 'GET';

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (changes && !asked) {
      setAsked(true);
      return;
    }
    setAsked(false);
    setBusy(true);
    try {
      setAnswer(await sendCall(call, typed, { token, file }));
    } catch {
      setAnswer(t`There was no answer. Check the connection, and send it again.`);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void send(event)} className="space-y-4" noValidate>
      {call.parameters.map(({ name, in: place, required }) => (
        <TextField
          key={`${place} ${name}`}
          label={<code className="font-mono">{name}</code>}
          hint={required ? undefined : t`May be left empty`}
          value={typed.parameters[name] ?? ''}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) =>
            setTyped({ ...typed, parameters: { ...typed.parameters, [name]: target.value } })
          }
        />
      ))}
      {call.body === 'file' && (
        <label className="block text-small font-medium">
          <Trans>
            File
            <input
              type="file"
              className="mt-1 block w-full text-small"
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          </Trans>
        </label>
      )}
      {call.body !== null && call.body !== 'file' && (
        <TextArea
          label={t`Body`}
          rows={Math.min(16, typed.body.split('\n').length + 1)}
          value={typed.body}
          spellCheck={false}
          mono
          onChange={({ target }) => setTyped({ ...typed, body: target.value })}
        />
      )}
      {asked && (
        <Notice
          tone="warning"
          live
          title={t`This is no rehearsal`}
        >{t`${call.method} ${call.path} changes what is stored here. Send it once more to do it.`}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" busy={busy}>
          {asked ? t`Send it now` : t`Send`}
        </Button>
        <CopyButton label={t`Copy for curl`} text={curlOf(call, typed, window.location.origin)} />
        <CopyButton label={t`Copy for the client`} text={clientCallOf(call, typed)} />
      </div>
      {answer !== null && <AnswerView answer={answer} />}
    </form>
  );
}

/** What a tried call was answered, or why it was not. */
function AnswerView({ answer }: { answer: Answer | string }) {
  if (typeof answer === 'string')
    return (
      <Notice tone="error" live>
        {answer}
      </Notice>
    );
  const { status, ms, headers, text } = answer;
  return (
    <section aria-label={t`Answer`} aria-live="polite" className="space-y-2">
      <p className="text-small">
        <Badge tone={status < 300 ? 'gain' : status < 500 ? 'warn' : 'loss'}>{status}</Badge>{' '}
        <span className="text-muted">{t`${Math.round(ms)} ms`}</span>
      </p>
      <ul className="text-tiny text-muted">
        {headers.map(([name, value]) => (
          <li key={name} className="wrap-anywhere">
            {name}: {value}
          </li>
        ))}
      </ul>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer is scrolled by the keyboard, too
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3 text-tiny"
      >
        {text || t`An empty answer.`}
      </pre>
    </section>
  );
}

/** What came back, as it came. */
type Answer = Readonly<{
  status: number;
  ms: number;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  text: string;
}>;

/** More than anybody reads. */
const SHOWN_CHARACTERS = 100_000;
/** An installer has hundreds of megabytes, and a page has to live with what it reads. */
const READ_BYTES = 2_000_000;
const TIMEOUT_MS = 60_000;

/**
 * Sends a call as it was typed: with the pasted token, else with that of the session. A refusal is an
 * answer here, and ends no session.
 *
 * @throws Error when there is no answer
 */
export async function sendCall(
  call: Call,
  typed: Typed,
  { token, file }: { token: string; file: File | null },
): Promise<Answer> {
  const bearer = token.trim() || getSession().token;
  const body = call.body === 'file' ? file : call.body === null ? null : typed.body;
  const startedAt = performance.now();
  const response = await fetch(addressOf(call, typed), {
    method: call.method,
    headers: {
      Accept: 'application/json',
      ...(call.auth === 'none' || !bearer ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(call.body === null
        ? {}
        : {
            'Content-Type': call.body === 'file' ? 'application/octet-stream' : 'application/json',
          }),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await beginningOf(response);
  return {
    status: response.status,
    ms: performance.now() - startedAt,
    headers: [...response.headers].filter(([name]) =>
      /^(content-type|content-disposition|retry-after|x-request-id)$/.test(name),
    ),
    text: readable(text).slice(0, SHOWN_CHARACTERS),
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader && bytes < READ_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What a reader has typed to try a call. */
type Typed = Readonly<{ parameters: Readonly<Record<string, string>>; body: string }>;

export function typedFor({ parameters, body }: Call): Typed {
  return {
    parameters: Object.fromEntries(
      parameters
        .filter(({ required }) => required)
        .map(({ name, schema }) => [name, String(exampleOf(schema))]),
    ),
    body: body === null || body === 'file' ? '' : JSON.stringify(exampleOf(body), null, 2),
  };
}

/** The address of a call as typed; what is empty is left out of the query. */
export function addressOf(call: Call, { parameters }: Typed): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const { name, in: place } of call.parameters) {
    const value = parameters[name];
    if (place === 'query' && value) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The same call for a shell, with a place for the token. */
export function curlOf(call: Call, typed: Typed, origin: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl -X ${call.method} ${quoted(origin + addressOf(call, typed))}`,
    ...(call.auth === 'none' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(call.body === 'file'
      ? ["-H 'Content-Type: application/octet-stream'", '--data-binary @FILE']
      : call.body === null
        ? []
        : ["-H 'Content-Type: application/json'", `-d ${quoted(compact(typed.body))}`]),
  ].join(' \\\n  ');
}

/** The same call with the typed client. */
export function clientCallOf(call: Call, typed: Typed): string {
  const of = (place: 'path' | 'query') =>
    Object.fromEntries(
      call.parameters
        .filter((each) => each.in === place && typed.parameters[each.name])
        .map(({ name }) => [name, typed.parameters[name]]),
    );
  const [params, query] = [of('path'), of('query')];
  const parts = [
    ...(Object.keys(params).length > 0 ? [`params: ${JSON.stringify(params)}`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${JSON.stringify(query)}`] : []),
    ...(call.body === null ? [] : [`body: ${call.body === 'file' ? 'file' : compact(typed.body)}`]),
  ];
  return `await client.${call.name}(${parts.length > 0 ? `{ ${parts.join(', ')} }` : ''});`;
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  'date-time': '2026-01-02T14:00:00.000Z',
  date: '2026-01-02',
  email: 'you@example.com',
  uri: 'https://example.com',
};

/** A value that the schema takes, as far as its words say; required fields alone. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [option] = optionsOf(schema);
  if (option) return exampleOf(option);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return textFor(schema);
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? schema.exclusiveMinimum ?? 1), 0) || 1;
    case 'boolean':
      return true;
    case 'array':
      return schema.minItems ? [exampleOf((schema.items ?? {}) as Schema)] : [];
    case 'object': {
      const required = (schema.required ?? []) as readonly string[];
      const properties = (schema.properties ?? {}) as Record<string, Schema>;
      return Object.fromEntries(
        required.map((name) => [name, exampleOf(properties[name] ?? {})] as const),
      );
    }
    default:
      return null;
  }
}

function textFor({ format, pattern, minLength }: Schema): string {
  const known = FORMATS[String(format)];
  if (known !== undefined) return known;
  if (pattern === '^[A-Z]{3}$') return 'USD';
  if (typeof pattern === 'string' && pattern.startsWith('^[A-Za-z0-9]')) return 'EURUSD';
  return 'text'
    .padEnd(Number(minLength ?? 0), ' text')
    .slice(0, Math.max(4, Number(minLength ?? 0)));
}
