import { type BadRequest, isOneSegment } from './bad-request.ts';
import { addressOf, type Call, encoded, type Input } from './calls.ts';
import { NASTY_VALUES } from './nasty.ts';
import { withValueAt } from './places.ts';
import { mended, validInputs } from './valid-input.ts';

/** Every field of a call with every value that has broken programs before, one at a time. */
export function everyFieldSpoiled(call: Call): BadRequest[] {
  return everyField(call).flatMap(({ input, path }) =>
    NASTY_VALUES.map((value) => withField(call, withValueAt(input, path, value), path)),
  );
}

type Field = { input: Input; path: readonly (string | number)[] };

/** Of lists only the first item; of optional fields, inputs that have them. */
function everyField(call: Call): Field[] {
  const found = new Map<string, Field>();
  for (const input of validInputs(call, 5)) {
    for (const path of places(input)) found.set(path.join('.'), { input, path });
  }
  return [...found.values()];
}

function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [['0', value[0]] as const] : Object.entries(value);
  const own = path.length > 1 ? [path] : [];
  return [...own, ...entries.flatMap(([key, part]) => places(part, [...path, key]))];
}

function withField(call: Call, spoiled: Input, path: readonly (string | number)[]): BadRequest {
  const input = mended(call, spoiled, path);
  const json = input.body !== undefined;
  return {
    call: call.name,
    routed: Object.values(input.params ?? {}).every((value) => isOneSegment(encoded(value))),
    caller: 'person',
    method: call.endpoint.method,
    url: addressOf(call.endpoint, input),
    headers: json ? { 'content-type': 'application/json' } : {},
    payload: json ? JSON.stringify(input.body) : undefined,
  };
}
