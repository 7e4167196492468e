import fc, { type Arbitrary } from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { addressOf, type Call, encoded, type Input } from './calls.ts';
import {
  CONTENT_TYPES,
  METHODS,
  NASTY_VALUES,
  ODD_HEADERS,
  PATH_ENDS,
  RAW_VALUES,
} from './nasty.ts';
import { validInput } from './valid-input.ts';

export type BadRequest = {
  call: string;
  /** Whether it still reaches the call: neither its path nor its method was touched. */
  routed: boolean;
  caller: 'nobody' | 'person' | 'device';
  method: HTTPMethods;
  url: string;
  headers: Readonly<Record<string, string>>;
  payload?: string | undefined;
};

type Spoil = Partial<BadRequest>;

const MARK = 'here-it-is-spoiled';

/** Requests with one thing wrong that a program or an attacker gets wrong, over every call. */
export function badRequest(calls: readonly Call[]): Arbitrary<BadRequest> {
  const weighed = calls.map((call) => {
    const { params, query, body } = call.endpoint;
    // A call that takes nothing can be spoiled in few ways.
    return { weight: body || query || params ? 5 : 1, arbitrary: badRequestTo(call) };
  });
  return fc.oneof(...weighed);
}

function badRequestTo(call: Call): Arbitrary<BadRequest> {
  const caller = fc.constantFrom('person', 'person', 'person', 'device', 'nobody');
  return validInput(call).chain((input) =>
    fc.record({ caller, spoil: spoilOf(call, input) }).map(({ caller, spoil }): BadRequest => {
      const payload = input.body === undefined ? undefined : JSON.stringify(input.body);
      const json = 'payload' in spoil || payload !== undefined;
      return {
        call: call.name,
        routed: true,
        caller: caller as BadRequest['caller'],
        method: call.endpoint.method,
        url: addressOf(call.endpoint, input),
        payload,
        ...spoil,
        headers: { ...(json && { 'content-type': 'application/json' }), ...spoil.headers },
      };
    }),
  );
}

function spoilOf({ endpoint }: Call, input: Input): Arbitrary<Spoil> {
  const url = addressOf(endpoint, input);
  const body = endpoint.body && {
    weight: 12,
    arbitrary: spoiledJson(input.body).map((payload): Spoil => ({ payload })),
  };
  const query = {
    weight: endpoint.query ? 8 : 1,
    arbitrary: spoiledQuery(input).map((end): Spoil => ({ url: `${url.split('?')[0]}?${end}` })),
  };
  const path = {
    weight: 2,
    arbitrary: fc
      .constantFrom(...PATH_ENDS)
      .map((end): Spoil => ({ url: url + end, routed: false })),
  };
  const params = endpoint.params && {
    weight: 6,
    arbitrary: fc.constantFrom(...NASTY_VALUES).map((value): Spoil => {
      const text = encoded(value);
      return { url: endpoint.path.replace(/:\w+/g, () => text), routed: isOneSegment(text) };
    }),
  };
  const method = {
    weight: 1,
    arbitrary: fc
      .constantFrom(...METHODS)
      .map((each): Spoil => ({ method: each as HTTPMethods, routed: each === endpoint.method })),
  };
  const type = {
    weight: 2,
    arbitrary: fc
      .constantFrom(...CONTENT_TYPES)
      .map((each): Spoil => ({ headers: { 'content-type': each } })),
  };
  const odd = {
    weight: 3,
    arbitrary: fc.constantFrom(...ODD_HEADERS).map((headers): Spoil => ({ headers })),
  };
  const size = {
    weight: 0.2,
    arbitrary: fc
      .constantFrom(64, 256, 1_024)
      .map(
        (kibibytes): Spoil => ({ payload: JSON.stringify({ x: 'x'.repeat(kibibytes * 1_024) }) }),
      ),
  };
  const kinds = [body, query, path, params, method, type, odd, size];
  return fc.oneof(...kinds.filter((kind) => kind !== undefined).map(tenfold));
}

/** Weights are whole numbers there. */
function tenfold<T>({ weight, arbitrary }: { weight: number; arbitrary: Arbitrary<T> }) {
  return { weight: weight * 10, arbitrary };
}

/** The JSON of a value in which one part is something else, or the text is cut, or no JSON at all. */
function spoiledJson(value: unknown): Arbitrary<string> {
  const place = fc.nat(countParts(value) - 1);
  const put = (part: string, at: number) => withPart(value, at, part);
  const values = fc.oneof(fc.constantFrom(...NASTY_VALUES), fc.jsonValue({ maxDepth: 3 }));
  const raw = fc.constantFrom(...RAW_VALUES);
  const text = JSON.stringify(value);
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.tuple(values, place).map(([part, at]) => put(JSON.stringify(part), at)),
    },
    { weight: 4, arbitrary: fc.tuple(raw, place).map(([part, at]) => put(part, at)) },
    { weight: 2, arbitrary: place.map((at) => withoutPart(value, at)) },
    { weight: 1, arbitrary: fc.nat(text.length).map((end) => text.slice(0, end)) },
    {
      weight: 1,
      arbitrary: fc.nat(text.length).map((at) => `${text.slice(0, at)}\u0000${text.slice(at)}`),
    },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: fc.constantFrom(`\ufeff${text}`, `${text}${text}`, `[${text}]`) },
  );
}

function spoiledQuery(input: Input): Arbitrary<string> {
  const entries = Object.entries(input.query ?? { page: 1 });
  const names = fc.constantFrom(...entries.map(([name]) => name), 'user_id', '__proto__', 'page[]');
  const values = fc.constantFrom(...NASTY_VALUES).map(encoded);
  return fc.tuple(names, values, fc.boolean()).map(([name, value, twice]) => {
    const kept = entries.filter(([each]) => twice || each !== name);
    const texts = kept.map(([each, part]) => `${each}=${encoded(part)}`);
    return [...texts, `${encoded(name)}=${value}`].join('&');
  });
}

/** Whether a text in an address still leads to the call: the service takes up to 200 bytes of it. */
export function isOneSegment(text: string): boolean {
  return /^[\w%-]{1,200}$/.test(text) && !/%(?![0-9a-f]{2})/i.test(text);
}

function countParts(value: unknown): number {
  let parts = 0;
  JSON.stringify(value, (_key, part: unknown) => {
    parts += 1;
    return part;
  });
  return parts;
}

function withPart(value: unknown, at: number, part: string): string {
  return marked(value, at).replace(JSON.stringify(MARK), () => part);
}

function withoutPart(value: unknown, at: number): string {
  return (
    JSON.stringify(JSON.parse(marked(value, at)), (_key, part: unknown) =>
      part === MARK ? undefined : part,
    ) ?? ''
  );
}

/** The JSON of a value with a mark in the place of its n-th part, counted from the whole. */
function marked(value: unknown, at: number): string {
  let seen = -1;
  return JSON.stringify(value, (_key, part: unknown) => {
    seen += 1;
    return seen === at ? MARK : part;
  });
}
