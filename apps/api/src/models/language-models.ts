import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { observedFetch } from '../process/telemetry/provider-calls.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { loadEncoding } from './tokens.ts';
import type { ModelSetting } from './voter-setting.ts';

// The library writes what a provider does not support to the console; a service logs in its own way.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A language model behind the address and key of its setting; made once and kept. */
export function languageModelOf(setting: ModelSetting, inner: typeof fetch): LanguageModel {
  // At the start, and not while somebody waits for the first answer.
  loadEncoding();
  const { model, baseUrl: baseURL, apiKey = '', limitField } = setting;
  const told = observedFetch(setting.provider, inner, { about: { model: setting.name } });
  const fetch = createProviderFetch(baseURL, told);
  switch (setting.provider) {
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch })(model);
    case 'google':
      return createGoogle({ baseURL, apiKey, fetch })(model);
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        apiKey,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
        transformRequestBody: ({ max_tokens, ...rest }) => ({ ...rest, [limitField]: max_tokens }),
      })(model);
  }
}
