import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCheckoutSettings } from '@quorate/contract/checkout';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { fakeProvider } from '../testing/fake-payments.ts';

describe('whoever has the link of a bill, signed in or not,', () => {
  it('is told how to load the provider, and none of its secrets', async (t) => {
    const provider = { ...fakeProvider(), script: 'http://localhost:8900/paddle/v2/paddle.js' };
    const service = await startTestService(t, { provider });
    assert.deepEqual(await service.call(getCheckoutSettings, {}), {
      success: true,
      settings: {
        environment: 'emulator',
        client_token: 'test_fake',
        script: 'http://localhost:8900/paddle/v2/paddle.js',
      },
    });
  });

  it('is told when nothing is sold', async (t) => {
    const service = await startTestService(t);
    assert.deepEqual(await service.call(getCheckoutSettings, {}), {
      success: true,
      settings: null,
    });
  });
});
