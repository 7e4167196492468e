import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';

/** Tokens of a text as the o200k_base encoding counts them, which today's large models use or resemble. */
export function countTokens(text: string): number {
  return countO200k(text);
}
