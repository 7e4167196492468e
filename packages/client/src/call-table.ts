/** What a client needs to know of a call to send it. */
export type CallShape = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** How its answer comes. */
  answer: 'json' | 'events' | 'file';
  /** Its body is a file. */
  sendsFile: boolean;
  /** The longest that an answer may take, in milliseconds. */
  timeoutMs: number;
}>;

export type CallTable = Readonly<Record<string, CallShape>>;

/** The parts of a call's input. */
export type Input = Readonly<{
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
}>;

/** The address of a call. Parameters are encoded, and what is undefined is left out of the query. */
export function addressOf(url: string, { path }: CallShape, { params, query }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params?.[name] ?? '');
    // Dots are steps in an address however they are written: it would be the address of another call.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const tail = search.size > 0 ? `?${search}` : '';
  return `${url.replace(/\/+$/, '')}${filled}${tail}`;
}
