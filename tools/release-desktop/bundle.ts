import { join } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import type { ReleaseFacts } from '../../apps/bot/src/release-facts.ts';
import { licencesOf } from '../licences.ts';

/** Scripts of threads: each is a file of its own beside the program. */
const THREADS = ['replay/sweep/sweep-worker'] as const;

/** Scripts of the program, by their path from the folder of its version. */
export type Scripts = Readonly<{
  /** The program itself. */
  main: string;
  /** Path, with slashes, to content. */
  threads: ReadonlyMap<string, string>;
  /** Of everybody else's code in them. */
  licences: string;
}>;

/**
 * Everything the bot runs, in one script for each thing that Node starts.
 *
 * @throws Error where a module is missing
 */
export async function bundle(root: string, facts: Omit<ReleaseFacts, 'kind'>): Promise<Scripts> {
  const source = join(root, 'apps/bot/src');
  const threads = new Map<string, string>();
  const main = await oneScript(root, join(root, 'apps/desktop/src/main.ts'), facts);
  const made = [main.chunk];
  for (const thread of THREADS) {
    const path = `${thread.split('/').at(-1)}.cjs`;
    const script = await oneScript(root, join(source, `${thread}.ts`), facts);
    made.push(script.chunk);
    threads.set(path, script.code);
  }
  return { main: main.code, threads, licences: licencesOf(made) };
}

async function oneScript(
  root: string,
  input: string,
  facts: Omit<ReleaseFacts, 'kind'>,
): Promise<Readonly<{ code: string; chunk: OutputChunk }>> {
  const problems: string[] = [];
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    transform: {
      // Wine runs an older Node.
      target: 'node22',
      define: {
        QUORATE_RELEASE: JSON.stringify(facts),
        'process.env.NODE_ENV': JSON.stringify('production'),
      },
    },
    // Regions would name the files of this machine.
    experimental: { attachDebugInfo: 'none' },
    onLog(level, log) {
      if (level !== 'warn') return;
      if (log.code !== undefined && HARMLESS.has(log.code)) return;
      problems.push(log.message);
    },
  });
  try {
    const { output } = await build.generate({
      format: 'cjs',
      codeSplitting: false,
      // What stays of a script in memory is all of it; licences are to stay.
      comments: { legal: true, annotation: false, jsdoc: false },
    });
    const [script, ...more] = output;
    if (more.length > 0) {
      throw new Error(`one script was expected, and ${more.length} more came of ${input}`);
    }
    if (problems.length > 0) throw new Error(`${input}:\n${problems.join('\n')}`);
    // Only the first line of a file may begin like this, and here something may come before it.
    return { code: inAscii(script.code.replace(/^#!.*\n/, '')), chunk: script };
  } finally {
    await build.close();
  }
}

/**
 * The same script in ASCII: V8 keeps the source of what runs, and one letter beyond Latin makes it twice as
 * large.
 *
 * @throws Error where an escape would change what the script says
 */
export function inAscii(script: string): string {
  const at = script.search(/\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/);
  if (at !== -1) {
    throw new Error(
      `a letter near here has no escape: ${script.slice(Math.max(0, at - 80), at + 80)}`,
    );
  }
  return script.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Said of modules of others that work as they are. */
const HARMLESS = new Set(['CIRCULAR_DEPENDENCY', 'EVAL', 'COMMONJS_VARIABLE_IN_ESM']);
