import { CHAT_LIMITS } from '@quorate/contract/chat';
import { APICallError, isStepCount, type LanguageModel, streamText, type ToolSet, tool } from 'ai';
import type { z } from 'zod';
import { answerFinished } from '../../process/telemetry/events.ts';
import type { thinkingOf } from '../thinking.ts';
import { believable, countInPieces } from '../tokens.ts';

/** Something the model may look up. What it passes is parsed; what it gets is cut to `RESULT_LETTERS`. */
export type ChatTool = Readonly<{
  description: string;
  input: z.ZodObject;
  run(input: unknown): Promise<unknown>;
}>;

export type ChatCall = Readonly<{
  /** What the model is to do; nothing a stranger wrote stands in it. */
  instructions: string;
  /** The question and everything it may be answered from. */
  prompt: string;
  tools: Readonly<Record<string, ChatTool>>;
  signal: AbortSignal;
}>;

export type ChatAnswer = Readonly<{
  text: string;
  tokens: number;
  /** Whether it ended because it had reached the limit of an answer. */
  cut: boolean;
}>;

/** A model that answers in words, piece by piece. */
export type ChatModel = Readonly<{
  /** Most tokens a call may take, with everything it reads and writes. */
  boundOf(call: Omit<ChatCall, 'signal'>): number;
  /**
   * @param heard gets each piece of the answer when it comes
   * @throws ChatFailedError when there is no whole answer
   */
  answer(call: ChatCall, heard: (text: string) => void): Promise<ChatAnswer>;
}>;

/** What a call has taken although it gave no answer; what is not known of it is assumed. */
export class ChatFailedError extends Error {
  override readonly name = 'ChatFailedError';
  readonly tokens: number;
  constructor(tokens: number, cause: unknown) {
    super('The model gave no answer', { cause });
    this.tokens = tokens;
  }
}

const OUTPUT_TOKENS_MAX = 512;
/** Looked up in at most so many turns; the one after them must answer. */
const TOOL_STEPS_MAX = 3;
const TOOL_CALLS_MAX = 6;
const RESULT_LETTERS = 2_000;
/** A provider that does not keep to the limit of tokens is stopped here. */
const ANSWER_LETTERS_MAX = CHAT_LIMITS.historyContent;
/** With its thoughts and what it passes to look-ups. */
const WRITTEN_LETTERS_MAX = 4 * ANSWER_LETTERS_MAX;

/** Other encodings than the one we count with take up to this much more. */
const COUNT_MARGIN = 1.3;
const CALL_TOKENS = 64;
/** More than this above our count of what was sent, a provider has not read. */
const INPUT_FACTOR_MAX = 2;

/** US dollars per million tokens. */
type Prices = Readonly<{ inputUsd: number; outputUsd: number }>;

/**
 * @param thinking how hard it may think before it answers, as `thinkingOf` says it; left out: as its provider likes
 * @param prices by which is told what each answer has cost
 */
export function createChatModel(
  model: LanguageModel,
  thinking: ReturnType<typeof thinkingOf> = {},
  prices: Prices = { inputUsd: 0, outputUsd: 0 },
): ChatModel {
  return { boundOf, answer: (call, heard) => answer({ model, thinking, prices }, call, heard) };
}

function boundOf(call: Omit<ChatCall, 'signal'>): number {
  const once = readTokens(call) + OUTPUT_TOKENS_MAX;
  if (Object.keys(call.tools).length === 0) return once;
  // Every further step reads all results so far and what the steps before it have written.
  const results = TOOL_CALLS_MAX * RESULT_LETTERS + TOOL_STEPS_MAX * OUTPUT_TOKENS_MAX;
  return once * (TOOL_STEPS_MAX + 1) + results * TOOL_STEPS_MAX;
}

/** What one step reads at least, counted generously. */
function readTokens({ instructions, prompt, tools }: Omit<ChatCall, 'signal'>): number {
  const described = Object.values(tools).map(({ description, input }) =>
    [description, JSON.stringify(input.toJSONSchema())].join('\n'),
  );
  const text = [instructions, prompt, ...described].join('\n');
  return Math.ceil(countInPieces(text) * COUNT_MARGIN) + CALL_TOKENS;
}

async function answer(
  {
    model,
    thinking,
    prices,
  }: { model: LanguageModel; thinking: ReturnType<typeof thinkingOf>; prices: Prices },
  call: ChatCall,
  heard: (text: string) => void,
): Promise<ChatAnswer> {
  const steps: string[] = [];
  const tools = toolSet(call.tools);
  const stop = new AbortController();
  const taken = { inputTokens: 0, outputTokens: 0 };
  let text = '';
  // Beside the call a step reads what those before it wrote and looked up. Thoughts are written, too.
  let read = '';
  let written = '';
  let lookedUp = '';
  let underWay = true;
  let cut = false;
  let ended = false;
  try {
    const { stream } = streamText({
      model,
      instructions: call.instructions,
      prompt: call.prompt,
      ...(tools && { tools, stopWhen: isStepCount(TOOL_STEPS_MAX + 1) }),
      // The last step has nothing left to do but to answer.
      prepareStep: ({ stepNumber }) =>
        stepNumber < TOOL_STEPS_MAX ? {} : { toolChoice: 'none' as const },
      maxOutputTokens: OUTPUT_TOKENS_MAX,
      ...thinking,
      maxRetries: 0,
      abortSignal: AbortSignal.any([call.signal, stop.signal]),
      // Otherwise failures are printed; ours are thrown.
      onError: () => {},
    });
    for await (const part of stream) {
      if (part.type === 'start-step') underWay = true;
      else if (part.type === 'text-delta') {
        text += part.text;
        written += part.text;
        if (text.length > ANSWER_LETTERS_MAX) throw new Error('The answer does not end');
        heard(part.text);
      } else if (part.type === 'reasoning-delta' || part.type === 'tool-input-delta') {
        written += part.type === 'reasoning-delta' ? part.text : part.delta;
        if (written.length > WRITTEN_LETTERS_MAX) throw new Error('The thoughts do not end');
      }
      // Looked up here.
      else if (part.type === 'tool-result') lookedUp += JSON.stringify(part.output);
      else if (part.type === 'finish-step') {
        const { inputTokens, outputTokens } = part.usage;
        const sent = readTokens(call) + countInPieces(read);
        taken.inputTokens += believable(inputTokens, sent, INPUT_FACTOR_MAX * sent);
        taken.outputTokens += believable(outputTokens, countInPieces(written), OUTPUT_TOKENS_MAX);
        read += written + lookedUp;
        written = lookedUp = '';
        underWay = false;
        cut = part.finishReason === 'length';
        steps.push(text);
        // Words before a look-up and after it are two paragraphs.
        if (text !== '') heard('\n\n');
        text = '';
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw new Error('The call was ended');
      else if (part.type === 'finish') ended = /^(stop|length)$/.test(part.finishReason);
    }
    const whole = steps.map((step) => step.trim()).filter(Boolean);
    if (!ended || whole.length === 0) throw new Error('The answer has no words');
    return { text: whole.join('\n\n'), tokens: taken.inputTokens + taken.outputTokens, cut };
  } catch (cause) {
    // Whatever it was: nobody reads on, so nobody shall write on.
    stop.abort();
    if (underWay) {
      taken.inputTokens += readTokens(call) + countInPieces(read);
      taken.outputTokens += mostWritten(written, cause);
    }
    const tokens = taken.inputTokens + taken.outputTokens;
    throw new ChatFailedError(tokens, call.signal.aborted ? call.signal.reason : cause);
  } finally {
    const { inputTokens, outputTokens } = taken;
    const usd = inputTokens * prices.inputUsd + outputTokens * prices.outputUsd;
    answerFinished.publish({ ...taken, costMicroUsd: Math.round(usd) });
  }
}

/** What was written on until the call ended, unseen thoughts too; a provider that refused has not begun. */
function mostWritten(written: string, cause: unknown): number {
  if (APICallError.isInstance(cause)) return 0;
  return Math.max(OUTPUT_TOKENS_MAX, countInPieces(written));
}

function toolSet(tools: ChatCall['tools']): ToolSet | undefined {
  let calls = 0;
  const entries = Object.entries(tools).map(([name, { description, input, run }]) => [
    name,
    tool({
      description,
      inputSchema: input,
      execute: async (given: unknown) => {
        calls += 1;
        if (calls > TOOL_CALLS_MAX) return { fault: 'nothing more can be looked up' };
        // What went wrong in the service is not told to a model.
        const result = await run(given).catch(() => ({ fault: 'cannot be read now' }));
        const json = JSON.stringify(result);
        return json.length <= RESULT_LETTERS ? result : { cut: json.slice(0, RESULT_LETTERS) };
      },
    }),
  ]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
