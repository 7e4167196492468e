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
    // The worker that shows notices.
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ];
  if (https) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

/** Hosts of the payment provider that the checkout needs, such as `https://cdn.paddle.com`. */
export type CheckoutOrigins = Readonly<
  Record<'script' | 'frame' | 'connect' | 'style' | 'img', readonly string[]>
>;

const PARTS = ['script', 'frame', 'connect', 'style', 'img'] as const;

/** A scheme and a host: anything else could widen a policy by more than one place. */
const ORIGIN = /^https?:\/\/((\*\.)?[\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d+)?$/;

/**
 * A page's policy that also lets the payment provider in. Nothing else of it changes.
 *
 * @throws Error for what is no origin
 */
export function withOrigins(policy: string, origins: CheckoutOrigins): string {
  const directives = policy.split('; ');
  for (const part of PARTS) {
    const bad = origins[part].find((origin) => !ORIGIN.test(origin));
    if (bad !== undefined) throw new Error(`'${bad}' is no origin that a page may load from`);
    if (origins[part].length === 0) continue;
    const start = `${part}-src`;
    const added = origins[part].join(' ');
    const at = directives.findIndex((directive) => directive.startsWith(`${start} `));
    if (at === -1) directives.push(`${start} ${added}`);
    else directives[at] += ` ${added}`;
  }
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
