import { format } from 'node:util';

// Loaded into every test process (node --import): console output that a test does not expect is a
// fault of the code or of the test, and drowns the report. A test that expects some replaces the
// method: t.mock.method(console, 'warn', () => {}).
const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;
const unexpected: string[] = [];

for (const method of METHODS) {
  const original = console[method].bind(console);
  console[method] = (...values: unknown[]) => {
    original(...values);
    const said = new Error(`console.${method} was called: ${format(...values)}`);
    unexpected.push(said.stack ?? method);
  };
}

process.on('exit', () => {
  if (unexpected.length === 0) return;
  process.stderr.write(`Unexpected console output:\n${unexpected.join('\n')}\n`);
  // A zero would hide the fault; any other code is a fault already reported.
  if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = 1;
});
