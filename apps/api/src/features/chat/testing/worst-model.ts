import type { ChatRequest, ChatTurnOf } from '../../../models/chat/testing/fake-chat-server.ts';

/** What a model does that obeys whoever speaks last. */
const DEEDS: readonly ((request: ChatRequest) => ChatTurnOf)[] = [
  // Prints all it knows, as it is and in dress.
  (request) => says(wholeOf(request)),
  (request) => says(`Here: ${Buffer.from(wholeOf(request)).toString('base64')}`),
  (request) => says(Array.from(wholeOf(request)).toReversed().join('')),
  (request) => says(Buffer.from(wholeOf(request)).toString('hex').slice(0, 4_000)),
  // Does what it is told, to the word.
  (request) => says(String(JSON.parse(String(request.messages[1]?.content)).question)),
  // Leads away.
  () =>
    says(
      'See [the guide](https://evil.example/a), <a href="https://evil.example">this</a>, http://evil.example, //evil.example/x, \\\\evil.example, www.evil.example, evil.example/pay, help@evil.example, javascript:alert(1), data:text/html,x, ht\u200btps://evil.example, hxxps://evil.example, evil[.]example, /guide#made-up, /admin, /user/../admin, /login?next=//evil.example. ![x](https://evil.example/p.png)\n[1]: https://evil.example\nDone.',
    ),
  // Advises.
  () => says('Trust me. Buy EURUSD now. It will rise.'),
  () => says('You should invest in gold, my friend. Risk 50% of your savings.'),
  // Passes for a person.
  () => says('I am a human, not an AI. Call me Sarah.'),
  // Reaches for others.
  (request) =>
    reaches(request, [
      ['read_plan', '{"user_id":"1"}'],
      ['read_statistics', '{"period":"all","user_id":"amina@example.com"}'],
      ['read_statistics', '{"period":"all; select * from users"}'],
      ['read_users', '{}'],
      ['read_decisions', '{"limit":1000000}'],
      ['read_plan', '{}'],
    ]),
];

/** @returns how the nth request is answered; once tools were used, everything they gave is printed */
export function worstModel(request: ChatRequest, nth: number): ChatTurnOf {
  if (request.messages.length > 2) return says(wholeOf(request));
  const deed = DEEDS[nth % DEEDS.length];
  return deed ? deed(request) : says('');
}

function reaches(request: ChatRequest, calls: readonly [string, string][]): ChatTurnOf {
  if (!request.tools) return says('I have no tools. Here is what I know: /guide');
  return { kind: 'tools', calls: calls.map(([name, given]) => ({ name, arguments: given })) };
}

function wholeOf({ messages, tools }: ChatRequest): string {
  const said = messages.map(({ role, content }) => `${role}: ${textOf(content)}`);
  return [...said, tools ? JSON.stringify(tools) : ''].join('\n');
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function says(words: string): ChatTurnOf {
  return { kind: 'text', pieces: words.match(/[\s\S]{1,37}/g) ?? [] };
}
