import { type CheckProgress, type CheckRequest, checkFile, type Outcome } from './check-file.ts';

// Verifies away from the page, which stays at hand meanwhile. One file, one worker: to cancel is to end it.

const answer = (message: Outcome | CheckProgress) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  checkFile(data, answer).then(answer, () => answer({ kind: 'fault' }));
});
