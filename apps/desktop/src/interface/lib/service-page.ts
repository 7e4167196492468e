/**
 * Address of a page of the service.
 *
 * @example servicePage('https://quorate.example/', '/pricing') // 'https://quorate.example/pricing'
 */
export function servicePage(service: string, path: `/${string}`): string {
  return `${service.replace(/\/+$/, '')}${path}`;
}
