/** One connection as bytes: a socket, a named pipe, or two ends in memory. */
export type Wire = Readonly<{
  /** Never tells `closed` before it returns. Whoever does not read what is sent is cut off. */
  send(bytes: Uint8Array): void;
  close(): void;
  /** Called once by whoever takes the connection over; what comes before is kept. */
  listen(hear: { bytes(chunk: Uint8Array): void; closed(reason: string | null): void }): void;
}>;

/** Where terminals dial in. */
export type WireListener = Readonly<{
  /** Where it listens, for people: `127.0.0.1:7420`. */
  address: string;
  onWire(take: (wire: Wire) => void): void;
  close(): Promise<void>;
}>;
