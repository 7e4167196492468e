import { ensureInterface } from './interface.ts';

// Only the desktop app has an interface; the other commands start without a build.
if (process.argv[2] === 'ui' && !process.argv.includes('--help')) {
  try {
    await ensureInterface((line) => process.stderr.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

// In this process, not in one of its own: signals and exit codes then need no forwarding.
await import('../apps/desktop/src/main.ts');
