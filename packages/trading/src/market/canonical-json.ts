/** What JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * JSON with sorted keys and no white space: equal documents give equal bytes, whoever wrote them.
 *
 * @throws TypeError for what JSON would drop or bend: NaN, infinities, undefined, lone surrogates
 * @example canonicalJson({ b: 1, a: [2, 'x'] }) // '{"a":[2,"x"],"b":1}'
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in canonical JSON`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      throw new TypeError('a lone surrogate has no place in canonical JSON');
    return JSON.stringify(value);
  }
  if (typeof value !== 'object')
    throw new TypeError(`${typeof value} has no place in canonical JSON`);
  if (isList(value)) {
    let text = '';
    // A hole of a list is undefined here and is refused.
    for (let index = 0; index < value.length; index += 1)
      text += `${index > 0 ? ',' : ''}${canonicalJson(value[index] as JsonValue)}`;
    return `[${text}]`;
  }
  // A Date or a Map has no keys of its own and would turn into {}.
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== 'Object') throw new TypeError(`${kind} has no place in canonical JSON`);
  let text = '';
  for (const key of Object.keys(value).sort())
    text += `${text && ','}${canonicalJson(key)}:${canonicalJson(value[key] ?? nothing(value, key))}`;
  return `{${text}}`;
}

function nothing(value: { readonly [key: string]: JsonValue }, key: string): null {
  if (value[key] === null) return null;
  throw new TypeError(`undefined (at '${key}') has no place in canonical JSON`);
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
