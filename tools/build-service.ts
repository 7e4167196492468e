import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { commitOf } from './build-commit.ts';
import { LICENCES, licencesOf } from './licences.ts';
import { inAscii } from './release-desktop/bundle.ts';
import { ROOT } from './root.ts';
import { BUILT_PACKAGES, PROGRAMS, SERVICE } from './service-build.ts';

/**
 * Puts the service and its commands into a few files: a start reads those instead of 2,000, and takes 40 MB of
 * memory less.
 */
const output = join(ROOT, SERVICE.output, '..');
/** Said of modules of others that work as they are. */
const HARMLESS = new Set(['CIRCULAR_DEPENDENCY', 'EVAL', 'COMMONJS_VARIABLE_IN_ESM']);

const problems: string[] = [];
const build = await rolldown({
  cwd: ROOT,
  input: PROGRAMS,
  platform: 'node',
  external: [new RegExp(`^(${BUILT_PACKAGES.join('|')})(/|$)`), 'pg-native'],
  plugins: [places(), ascii()],
  transform: {
    define: {
      'process.env.NODE_ENV': JSON.stringify('production'),
      QUORATE_COMMIT: JSON.stringify(await commitOf()),
    },
  },
  // Regions would name the files of this machine.
  experimental: { attachDebugInfo: 'none' },
  onLog(level, log) {
    if (level === 'warn' && !HARMLESS.has(log.code ?? '')) problems.push(log.message);
  },
});
rmSync(output, { recursive: true, force: true });
const { output: made } = await build.write({
  dir: output,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
  // What stays of a script in memory is all of it; licences are to stay.
  comments: { legal: true, annotation: false, jsdoc: false },
});
await build.close();
writeFileSync(join(output, LICENCES), licencesOf(made));
for (const name of readdirSync(output)) if (name.endsWith('.map')) shorten(join(output, name));
if (problems.length > 0) {
  rmSync(output, { recursive: true });
  throw new Error(problems.join('\n'));
}

/** Places are enough: a map that holds the sources, too, is three times as long. */
function shorten(file: string): void {
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8')) as {
    sourcesContent: unknown;
  };
  writeFileSync(file, JSON.stringify({ ...map, names: [] }));
}

/** A module finds other files by its own place, which stays that of its source. */
function places(): Plugin {
  return {
    name: 'places',
    transform(code, id) {
      if (!code.includes('import.meta')) return null;
      // What a thread, a process or a late call loads becomes a script of its own beside the others.
      const scripts = code.replace(
        /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
        (_, name: string) => {
          this.emitFile({
            type: 'chunk',
            id: join(dirname(id), `${name}.ts`),
            fileName: `${name}.js`,
          });
          return `new URL('./${name}.js', import.meta['url'])`;
        },
      );
      const source = relative(output, id).replaceAll('\\', '/');
      const url = `new URL(${JSON.stringify(source)}, import.meta['url'])`;
      const text = scripts
        .replaceAll('import.meta.url', `${url}.href`)
        .replaceAll(
          'import.meta.dirname',
          `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`,
        )
        .replaceAll("import.meta['url']", 'import.meta.url');
      // Lines stay where they are, which is all that a stack needs.
      return { code: text, map: null };
    },
  };
}

function ascii(): Plugin {
  return { name: 'ascii', renderChunk: (code) => ({ code: inAscii(code), map: null }) };
}
