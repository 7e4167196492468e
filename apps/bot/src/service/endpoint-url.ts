/** What may stand in an address; anything else would be written as [object Object]. */
export type Part = string | number | boolean | undefined;

/**
 * The address of a call: `:name` parts filled in, the query attached. A service below a path keeps it.
 *
 * @throws Error when the path names a parameter that is not given
 * @example endpointUrl('http://localhost:3000', '/api/user/decisions/:decision_id', { decision_id: 'a' }, {})
 */
export function endpointUrl(
  service: string,
  path: string,
  params: Readonly<Record<string, Part>>,
  query: Readonly<Record<string, Part>>,
): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the call ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const url = new URL(service.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}
