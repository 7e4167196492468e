/**
 * What a client of the service knows, outside of it: what was answered, and what was sent and never
 * answered. Whoever is judged by it has no part in keeping it.
 */
export type Acknowledged = {
  /** Tickets of trades. */
  tickets: Set<string>;
  /** Bars of decisions, by the id that was answered. */
  decisions: Map<string, string>;
  events: Set<string>;
  /** Addresses of people who signed up. */
  signUps: Set<string>;
  /** Of the newest review that was answered, and the newest that was sent: its text counts up. */
  review: { answered: number; sent: number };
  heartbeat: { answered: number; sent: number };
  /** Tokens that answers said were spent. */
  tokens: number;
  /** Answers that were neither a success nor cut off by a kill. */
  faults: string[];
  writes: number;
};

export function nothingYet(): Acknowledged {
  return {
    tickets: new Set(),
    decisions: new Map(),
    events: new Set(),
    signUps: new Set(),
    review: { answered: 0, sent: 0 },
    heartbeat: { answered: 0, sent: 0 },
    tokens: 0,
    faults: [],
    writes: 0,
  };
}
