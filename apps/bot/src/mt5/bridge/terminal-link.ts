import type { AnswerOf, EventMessage, Hello, RequestBody, RequestName } from './messages.ts';

/**
 * What came of a request. `unknown`: it was sent and nothing says what became of it; whoever sent an order
 * asks `order.query` and never sends it again. `not-sent`: it surely had no effect.
 */
export type RequestOutcome<Name extends RequestName> =
  | Readonly<{ kind: 'ok'; answer: AnswerOf<Name> }>
  | Readonly<{ kind: 'error'; code: string; message: string }>
  | Readonly<{ kind: 'unknown'; reason: string }>
  | Readonly<{ kind: 'not-sent'; reason: string }>;

/** Whether a terminal is there. `reason`: why the last one went, or was sent away. */
export type LinkState =
  | Readonly<{ kind: 'waiting'; reason: string | null }>
  | Readonly<{ kind: 'connected'; session: string; hello: Hello }>;

/** The bot's end of the bridge. One terminal at a time; a new session begins with each connection. */
export type TerminalLink = Readonly<{
  state(): LinkState;
  /**
   * Puts one request and joins the parts of its answer.
   *
   * @param timeoutMs 5 s unless told, 10 s for orders
   */
  request<Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
    options?: Readonly<{ timeoutMs?: number }>,
  ): Promise<RequestOutcome<Name>>;
  /** Events of the terminal, in order; the returned function ends it. */
  onEvent(hear: (event: EventMessage) => void): () => void;
  /** A terminal came or went; the returned function ends it. */
  onState(hear: (state: LinkState) => void): () => void;
  close(): Promise<void>;
}>;
