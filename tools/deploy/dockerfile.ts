export type Instruction = Readonly<{ name: string; rest: string }>;

/** The instructions of a Dockerfile in order, with lines that go on put together. */
export function readDockerfile(text: string): Instruction[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map(([, name = '', rest = '']) => ({ name, rest }));
}

/** What an instruction takes from the checkout; nothing for what comes from another stage. */
export function copiedSources({ name, rest }: Instruction): string[] {
  if (name !== 'COPY' || rest.startsWith('--from=')) return [];
  return rest.split(/\s+/).slice(0, -1);
}

/** Whether a path of the checkout, or a folder above it, is left out by a .dockerignore. */
export function ignoredBy(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(globToPattern);
  return (path) => {
    const parts = path.split('/');
    const above = parts.map((_, count) => parts.slice(0, count + 1).join('/'));
    return above.some((each) => patterns.some((pattern) => pattern.test(each)));
  };
}

/** As .dockerignore means it: from the root, `*` within a name, a leading folder of two stars at any depth. */
function globToPattern(glob: string): RegExp {
  const anywhere = glob.startsWith('**/');
  const text = RegExp.escape(anywhere ? glob.slice(3) : glob).replaceAll('\\*', '[^/]*');
  return new RegExp(`^${anywhere ? '(.*/)?' : ''}${text}$`);
}
