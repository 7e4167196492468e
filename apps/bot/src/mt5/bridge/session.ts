import type { Timers } from '../../timers.ts';
import type { Connection } from './connection.ts';
import type { Frame } from './frames.ts';
import { EVENTS, type EventMessage, type EventName } from './messages.ts';
import { createRequestsInFlight, type RequestsInFlight } from './requests-in-flight.ts';
import { wrongField } from './wrong-field.ts';

/** What was heard and led to nothing. */
export type LinkCounts = {
  /** Answers that nobody waited for any more. */
  lateAnswers: number;
  /** Answers that did not fit. */
  badAnswers: number;
  /** Events that did not fit, or that nobody knows. */
  droppedEvents: number;
  /** Connections that did not get through the handshake. */
  turnedAway: number;
};

/** What is said over a connection once both ends have proved themselves. */
export type Session = Pick<RequestsInFlight, 'put' | 'abandon'> &
  Readonly<{ take(frame: Frame): void }>;

export function createSession(
  deps: Readonly<{
    connection: Pick<Connection, 'send'>;
    timers: Timers;
    counts: LinkCounts;
    notify(line: string): void;
    onEvent(event: EventMessage): void;
  }>,
): Session {
  const { counts, notify } = deps;
  const requests = createRequestsInFlight({
    connection: deps.connection,
    timers: deps.timers,
    onBadAnswer(line) {
      counts.badAnswers += 1;
      notify(line);
    },
  });

  function event({ head, body }: Frame): void {
    if (!isEventName(head.t)) {
      // An expert that is newer than the bot may tell more.
      counts.droppedEvents += 1;
      return;
    }
    const parsed = EVENTS[head.t].safeParse(body);
    if (parsed.success) {
      // One table holds the schema of each name; the compiler cannot follow it through a union.
      deps.onEvent({ name: head.t, body: parsed.data } as EventMessage);
      return;
    }
    counts.droppedEvents += 1;
    notify(`an event '${head.t}' of the terminal has no right '${wrongField(parsed.error)}'`);
  }

  return {
    put: requests.put,
    abandon: requests.abandon,
    take(frame) {
      if (frame.head.re === undefined) event(frame);
      else if (!requests.answer(frame)) counts.lateAnswers += 1;
    },
  };
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
