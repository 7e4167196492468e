import { createHash } from 'node:crypto';

/**
 * The content security policy of one page: no inline script or style but those that stand in it, by
 * their hashes, and nothing from any other host. Each page allows its own only, which is stricter than
 * one list for all and shorter to send.
 *
 * @param html the page as it is sent
 * @param https whether the site is reached by HTTPS, so that no part of it may come by HTTP
 */
export function pagePolicy(html: string, { https }: { https: boolean }): string {
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ];
  if (https) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

/** Data in a script element is not run, so that the policy need not allow it. */
function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(
    `<${element}(?![^>]*\\s(?:src=|type="application/))[^>]*>([\\s\\S]*?)</${element}>`,
    'g',
  );
  const hashes = [...html.matchAll(inline)].map(
    ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  );
  return [...new Set(hashes)];
}
