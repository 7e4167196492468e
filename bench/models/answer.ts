import { startFakeModels } from '../../apps/api/test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../apps/api/test/helpers/fake-models/formats.ts';

/** Like a provider's, and known beforehand: counting would be the provider's time. */
const USAGE = { input: 1_250, output: 110 };

// A process of its own, so that what the providers do takes no time of the service's.
const fake = await startFakeModels({ after: () => {} });
fake.behave = () => ({ kind: 'vote', usage: USAGE });
process.on('message', () => {
  process.send?.(fake.tookMs.splice(0));
  fake.asked.length = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.(FORMATS.map((format) => fake.baseUrl(format)));
