/** As .dockerignore means it: from the root, `*` within a name, a leading folder of two stars at any depth. */
export function globToPattern(glob: string): RegExp {
  const anywhere = glob.startsWith('**/');
  const text = RegExp.escape(anywhere ? glob.slice(3) : glob).replaceAll('\\*', '[^/]*');
  return new RegExp(`^${anywhere ? '(.*/)?' : ''}${text}$`);
}
