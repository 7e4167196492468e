import type { TestContext } from 'node:test';
import {
  finishProviderSignIn,
  type Provider,
  startProviderSignIn,
} from '@quorate/contract/providers';
import { type FakePerson, type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { startTestService, type TestService } from './test-service.ts';

type Stage = { fake: FakeProvider; service: TestService };

export const AMINA: FakePerson = {
  subject: '1001',
  email: 'amina@example.com',
  verified: true,
  name: 'Amina Karimi',
};

/** A service that Google and GitHub sign people in to, and the two of them. */
export async function providerStage(t: TestContext): Promise<Stage> {
  const fake = await startFakeProvider(t);
  const service = await startTestService(t, { providers: fake.settings });
  return { fake, service };
}

/** Goes to the provider as somebody, and comes back with what the page sends on. */
export async function begin({ fake, service }: Stage, provider: Provider, person: FakePerson) {
  const { url } = await service.call(startProviderSignIn, { params: { provider } });
  return fake.authorize(url, person);
}

/** Signs in as somebody. */
export async function enter(at: Stage, provider: Provider, person: FakePerson) {
  return at.service.call(finishProviderSignIn, { body: await begin(at, provider, person) });
}
