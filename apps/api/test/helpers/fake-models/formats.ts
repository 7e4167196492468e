/** The wire formats of the providers, as far as a vote goes. */
export const FORMATS = ['openai-compatible', 'anthropic', 'google'] as const;
export type Format = (typeof FORMATS)[number];

/** A question as it came over the wire. */
export type Asked = Readonly<{
  format: Format;
  model: string;
  /** All that the model reads. */
  prompt: string;
  /** How the answer's form is asked for. */
  form: 'response_format' | 'output_config' | 'tool' | 'response_schema' | 'none';
  /** The most tokens of an answer, under whatever name. */
  maxTokens: number | undefined;
  key: string;
  body: Readonly<Record<string, unknown>>;
}>;

/** What the model wrote, and what it took. */
export type Written = Readonly<{
  text: string;
  finish: 'stop' | 'length';
  /** null: the provider does not say. */
  usage: Readonly<{ input: number; output: number }> | null;
}>;

/** The part of a base address that tells the formats apart. */
export const BASE_PATHS: Readonly<Record<Format, string>> = {
  'openai-compatible': '/openai/v1',
  anthropic: '/anthropic/v1',
  google: '/google/v1beta',
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** @returns null for a path that no provider has */
export function readAsked(path: string, headers: Headers, text: string): Asked | null {
  const body = JSON.parse(text) as Record<string, unknown>;
  const key = (name: string) => String(headers[name] ?? '').replace(/^Bearer /, '');
  if (path === `${BASE_PATHS['openai-compatible']}/chat/completions`) {
    const form = has(body.response_format, 'json_schema') ? 'response_format' : 'none';
    const limit = body.max_completion_tokens ?? body.max_tokens;
    const shape = { format: 'openai-compatible', form, maxTokens: numberOf(limit) } as const;
    return {
      ...shape,
      model: String(body.model),
      prompt: texts(body.messages),
      key: key('authorization'),
      body,
    };
  }
  if (path === `${BASE_PATHS.anthropic}/messages`) {
    const form = has(body.output_config, 'format')
      ? 'output_config'
      : has(body.tool_choice, 'type')
        ? 'tool'
        : 'none';
    const shape = { format: 'anthropic', form, maxTokens: numberOf(body.max_tokens) } as const;
    return {
      ...shape,
      model: String(body.model),
      prompt: texts([body.system, body.messages]),
      key: key('x-api-key'),
      body,
    };
  }
  const [, model] = /^\/google\/v1beta\/models\/([^/:]+):generateContent$/.exec(path) ?? [];
  if (model === undefined) return null;
  const config = (body.generationConfig ?? {}) as Record<string, unknown>;
  const form =
    has(config, 'responseSchema') || has(config, 'responseJsonSchema') ? 'response_schema' : 'none';
  const shape = { format: 'google', form, maxTokens: numberOf(config.maxOutputTokens) } as const;
  return {
    ...shape,
    model,
    prompt: texts([body.systemInstruction, body.contents]),
    key: key('x-goog-api-key'),
    body,
  };
}

/** The provider's answer that holds what the model wrote. */
export function writeAnswer(asked: Asked, written: Written): string {
  const { text, finish, usage } = written;
  const { model } = asked;
  switch (asked.format) {
    case 'openai-compatible':
      return JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_700_000_000,
        model,
        choices: [
          { index: 0, message: { role: 'assistant', content: text }, finish_reason: finish },
        ],
        ...(usage && {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
      });
    case 'anthropic':
      return JSON.stringify({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [anthropicPart(asked, text)],
        stop_reason:
          finish === 'length' ? 'max_tokens' : asked.form === 'tool' ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        // Its form has no answer without a count; one that does not count says zero.
        usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
      });
    case 'google':
      return JSON.stringify({
        candidates: [
          {
            content: { role: 'model', parts: [{ text }] },
            finishReason: finish === 'length' ? 'MAX_TOKENS' : 'STOP',
            index: 0,
          },
        ],
        ...(usage && {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.input + usage.output,
          },
        }),
        modelVersion: model,
      });
  }
}

/** A tool's input is JSON already; text that is none can only be text. */
function anthropicPart(asked: Asked, text: string): unknown {
  if (asked.form !== 'tool') return { type: 'text', text };
  try {
    return { type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(text) };
  } catch {
    return { type: 'text', text };
  }
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Every text of a message, however deep the provider puts it. */
function texts(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(texts).join('\n');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => ['content', 'text', 'parts'].includes(name))
    .map(([, inner]) => texts(inner))
    .join('\n');
}
