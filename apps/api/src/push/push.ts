/** A browser that takes notices, as its push service gave it. */
export type PushTarget = Readonly<{
  endpoint: string;
  /** Its point on P-256, in base64url. */
  p256dh: string;
  /** 16 bytes in base64url. */
  auth: string;
}>;

export type PushMessage = Readonly<{
  /** JSON, at most 3 KB: push services take 4,096 bytes sealed. */
  payload: string;
  /** How long the push service keeps it for a browser that is off, in seconds. */
  ttlS: number;
  /** A later one with the same topic takes the place of one that waits; 32 signs of base64url. */
  topic: string;
}>;

/** `gone`: the browser takes no more notices. `failed` and `refused`: tried again, and not. */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string; retryAfterMs: number | null }
  | { kind: 'refused'; reason: string };

/** How notices leave for browsers; tests have a push service of their own. */
export type Push = Readonly<{
  /** The service's public key (RFC 8292), in base64url. */
  publicKey: string;
  /** Whether it is an address at a push service that notices are sent to. */
  allows(endpoint: string): boolean;
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}>;
