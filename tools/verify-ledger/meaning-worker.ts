import { parentPort, workerData } from 'node:worker_threads';
import { readRecordFile } from './record-file.ts';

// What entries say is checked here while the main thread checks their hashes and signatures.
const { file } = workerData as { file: string };
const verdict = await readRecordFile(file, { half: 'meaning' }, () => {});
parentPort?.postMessage(verdict);
