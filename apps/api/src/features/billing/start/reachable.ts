/** What listens on every address listens on these. */
const THIS_MACHINE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Where this machine reaches what listens on a host.
 *
 * @example reachable('0.0.0.0', 3000) // 'http://127.0.0.1:3000'
 */
export function reachable(host: string, port: number): string {
  const name = THIS_MACHINE[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
