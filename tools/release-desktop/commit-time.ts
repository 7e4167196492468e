import { run } from '../run.ts';

/**
 * When the commit that is checked out was made, in seconds since 1970: the one time that a release carries,
 * so that it is the same whenever it is built. SOURCE_DATE_EPOCH stands in for it where there is no git.
 *
 * @throws Error where neither tells
 */
export async function commitTime(root: string, epoch: string | undefined): Promise<number> {
  if (epoch !== undefined && epoch !== '') {
    if (/^\d{1,11}$/.test(epoch)) return Number(epoch);
    throw new Error(`SOURCE_DATE_EPOCH must be seconds since 1970: ${epoch}`);
  }
  const { code, output } = await run('git', ['show', '-s', '--format=%ct', 'HEAD'], {
    cwd: root,
    output: 'keep',
  });
  const seconds = output.trim();
  if (code === 0 && /^\d+$/.test(seconds)) return Number(seconds);
  throw new Error('This is no checkout of git; set SOURCE_DATE_EPOCH to when the sources are of.');
}
