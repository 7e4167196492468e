/**
 * Where browsers have their push services. An address comes from a browser, so from whoever likes: nothing
 * is ever sent to any other host.
 */
const KNOWN_HOSTS: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^(updates|[\w-]+\.updates)\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)?web\.push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
];

/**
 * @param origins further ones that the operator trusts, as `https://push.example.com`; those of `http:` and
 * with a port are for tests
 * @example isPushAddress('https://fcm.googleapis.com/fcm/send/abc', []) // true
 */
export function isPushAddress(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username, password, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (origins.includes(origin)) return true;
  return protocol === 'https:' && port === '' && KNOWN_HOSTS.some((host) => host.test(hostname));
}
