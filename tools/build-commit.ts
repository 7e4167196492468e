import { ROOT } from './root.ts';
import { run } from './run.ts';

/**
 * Which commit the checkout is of, eight letters, and `.changed` where files differ from it. COMMIT stands in
 * for it where there is no git.
 */
export async function commitOf(root = ROOT): Promise<string> {
  const git = (...args: string[]) => run('git', args, { cwd: root, output: 'keep' });
  const head = await git('rev-parse', '--short=8', 'HEAD').catch(() => null);
  if (head?.code !== 0) return process.env.COMMIT || 'unknown';
  const { output } = await git('status', '--porcelain', '--untracked-files=no');
  return head.output.trim() + (output.trim() === '' ? '' : '.changed');
}
