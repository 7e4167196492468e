import { judgeModules } from './imports/faults.ts';
import { readModule } from './imports/read-module.ts';
import { readSourceFiles } from './imports/source-files.ts';
import { ROOT } from './root.ts';

const modules = readSourceFiles(process.argv[2] ?? ROOT).map(readModule);
const faults = judgeModules(modules);

for (const { path, line, message } of faults) process.stdout.write(`${path}:${line} ${message}\n`);
process.stdout.write(`${modules.length} files, ${faults.length} faults\n`);
// No file at all means a wrong folder, not a clean house.
process.exitCode = faults.length > 0 || modules.length === 0 ? 1 : 0;
