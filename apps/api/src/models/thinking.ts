import type { ModelSetting } from './voter-setting.ts';

/**
 * How hard the model is to think. For Anthropic the library would add what it may think to the limit of its
 * tokens, fifty times over: there the effort alone is passed, and the limit stands as it was reserved.
 */
export function thinkingOf({ provider, effort }: Pick<ModelSetting, 'provider' | 'effort'>) {
  if (effort === undefined) return {};
  if (provider !== 'anthropic' || effort === 'none') return { reasoning: effort };
  return { providerOptions: { anthropic: { effort: effort === 'minimal' ? 'low' : effort } } };
}
