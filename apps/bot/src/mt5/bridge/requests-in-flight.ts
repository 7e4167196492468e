import type { Timers } from '../../timers.ts';
import type { Connection } from './connection.ts';
import type { Frame } from './frames.ts';
import { errorBody, REQUESTS, type RequestBody, type RequestName } from './messages.ts';
import type { RequestOutcome } from './terminal-link.ts';
import { wrongField } from './wrong-field.ts';

/** More than this many at once are a fault of the bot; the terminal answers a few in each of its turns. */
const IN_FLIGHT_MAX = 256;

/** Requests of one session that wait for their answers. */
export type RequestsInFlight = Readonly<{
  put<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
    timeoutMs: number,
  ): Promise<RequestOutcome<Name>>;
  /** @returns false when nobody waits for it any more */
  answer(frame: Frame): boolean;
  /** Nobody will answer: the session has ended. */
  abandon(reason: string): void;
}>;

type Settled =
  | Readonly<{ kind: 'answer'; body: object }>
  | Exclude<RequestOutcome<RequestName>, Readonly<{ kind: 'ok' }>>;

type Waiting = { parts: Parts; settle(outcome: Settled): void };

export function createRequestsInFlight(
  deps: Readonly<{
    connection: Pick<Connection, 'send'>;
    timers: Timers;
    /** An answer that does not fit its schema; the line holds no secret. */
    onBadAnswer(line: string): void;
  }>,
): RequestsInFlight {
  const { connection, timers } = deps;
  const waiting = new Map<string, Waiting>();

  function wait(id: string, name: RequestName, timeoutMs: number): Promise<Settled> {
    return new Promise((resolve) => {
      const settle = (outcome: Settled) => {
        stopTimer();
        waiting.delete(id);
        resolve(outcome);
      };
      const stopTimer = timers.after(timeoutMs, () =>
        settle({ kind: 'unknown', reason: `no answer to ${name} within ${timeoutMs / 1_000} s` }),
      );
      waiting.set(id, { parts: createParts(), settle });
    });
  }

  function badAnswer(name: RequestName, what: string): Settled & { kind: 'error' } {
    const message = `the answer to ${name} ${what}`;
    deps.onBadAnswer(message);
    return { kind: 'error', code: 'bad_answer', message };
  }

  return {
    async put(name, body, timeoutMs) {
      if (waiting.size >= IN_FLIGHT_MAX)
        return { kind: 'not-sent', reason: `${IN_FLIGHT_MAX} requests are on their way already` };
      const id = connection.send(name, body);
      if (id === null) return { kind: 'not-sent', reason: `${name} is longer than a line may be` };
      const settled = await wait(id, name, timeoutMs);
      if (settled.kind === 'error' && settled.code === 'bad_answer')
        return badAnswer(name, settled.message);
      if (settled.kind !== 'answer') return settled;
      const { answer: schema } = REQUESTS[name];
      const parsed = schema.safeParse(settled.body);
      if (!parsed.success) return badAnswer(name, `has no right '${wrongField(parsed.error)}'`);
      // One table holds both schemas of a request; the compiler cannot follow it through a generic name.
      return { kind: 'ok', answer: parsed.data } as RequestOutcome<typeof name>;
    },
    answer(frame) {
      const { head, body } = frame;
      const found = waiting.get(head.re ?? '');
      if (!found) return false;
      if (head.t === 'ok') {
        const whole = found.parts.add(frame);
        if (whole === 'too-long')
          found.settle({ kind: 'error', code: 'bad_answer', message: 'is too long' });
        else if (whole) found.settle({ kind: 'answer', body: whole });
        return true;
      }
      const error = head.t === 'error' ? errorBody.safeParse(body) : null;
      if (error?.success) found.settle({ kind: 'error', ...error.data });
      else found.settle({ kind: 'error', code: 'bad_answer', message: 'is neither ok nor error' });
      return true;
    },
    abandon(reason) {
      for (const request of waiting.values()) request.settle({ kind: 'unknown', reason });
    },
  };
}

/** Fields and entries of arrays in all parts of one answer, far above the longest history of names. */
const ENTRIES_MAX = 200_000;

/** Joins the parts of one answer: arrays are put together, of everything else the last part's counts. */
type Parts = Readonly<{
  /** @returns the whole answer with its last part, null before, `too-long` for more than anybody asked for */
  add(frame: Frame): object | null | 'too-long';
}>;

function createParts(): Parts {
  // A map: a field may be called like something that every object has.
  const joined = new Map<string, unknown>();
  let entries = 0;
  return {
    add({ head, body }) {
      for (const [name, value] of Object.entries(body)) {
        const before = joined.get(name);
        entries += Array.isArray(value) ? value.length : 1;
        if (Array.isArray(before) && Array.isArray(value)) before.push(...value);
        else joined.set(name, value);
      }
      if (entries > ENTRIES_MAX) return 'too-long';
      return head.more ? null : Object.fromEntries(joined);
    },
  };
}
