import { posix } from 'node:path';

/** Where a file lives: 'packages/values', 'apps/api', 'tools' or 'e2e'. */
export function roomOf(path: string): string {
  const parts = path.split('/');
  return parts[0] === 'packages' || parts[0] === 'apps'
    ? parts.slice(0, 2).join('/')
    : (parts[0] ?? '');
}

/** The feature a file belongs to, as 'apps/api/src/features/reviews'; null outside of features. */
export function featureOf(path: string): string | null {
  return /^apps\/[^/]+\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

/** Tests and what serves them only; they may do what product code may not. */
export function isTestCode(path: string): boolean {
  return /\.(test|spec|bench)\.tsx?$|\/testing\/|^apps\/[^/]+\/test\/|^e2e\//.test(path);
}

/**
 * The file or room a specifier leads to.
 *
 * @returns a path inside the checkout, a package's or Node module's name, or null when it leaves the checkout
 */
export function resolveSpecifier(
  from: string,
  specifier: string,
): { kind: 'inside'; path: string } | { kind: 'outside'; name: string } | null {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier);
    return path.startsWith('../') ? null : { kind: 'inside', path };
  }
  const own = /^@quorate\/([^/]+)\/(.+)$/.exec(specifier);
  if (own)
    return {
      kind: 'inside',
      path: `${own[1] === 'bot' ? 'apps' : 'packages'}/${own[1]}/src/${own[2]}.ts`,
    };
  if (specifier.startsWith('node:')) return { kind: 'outside', name: specifier };
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  return { kind: 'outside', name };
}
