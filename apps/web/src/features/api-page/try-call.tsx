import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Notice } from '@quorate/ui/notice';
import { TextArea } from '@quorate/ui/text-area';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { getSession } from '../../lib/session/session.ts';
import type { Call } from './api-document.ts';
import { addressOf, clientCallOf, curlOf, type Typed, typedFor } from './request.ts';

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
      setAnswer('There was no answer. Check the connection, and send it again.');
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
          hint={required ? undefined : 'May be left empty'}
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
          File
          <input
            type="file"
            className="mt-1 block w-full text-small"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </label>
      )}
      {call.body !== null && call.body !== 'file' && (
        <TextArea
          label="Body"
          rows={Math.min(16, typed.body.split('\n').length + 1)}
          value={typed.body}
          spellCheck={false}
          mono
          onChange={({ target }) => setTyped({ ...typed, body: target.value })}
        />
      )}
      {asked && (
        <Notice tone="warning" live title="This is no rehearsal">
          {call.method} {call.path} changes what is stored here. Send it once more to do it.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" busy={busy}>
          {asked ? 'Send it now' : 'Send'}
        </Button>
        <CopyButton label="Copy for curl" text={curlOf(call, typed, window.location.origin)} />
        <CopyButton label="Copy for the client" text={clientCallOf(call, typed)} />
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
    <section aria-label="Answer" aria-live="polite" className="space-y-2">
      <p className="text-small">
        <Badge tone={status < 300 ? 'gain' : status < 500 ? 'warn' : 'loss'}>{status}</Badge>{' '}
        <span className="text-muted">{Math.round(ms)} ms</span>
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
        {text || 'An empty answer.'}
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
