import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { Asker } from '../assistant.ts';
import { libraryOf } from '../library.ts';
import { createOfflineAssistant } from '../offline-assistant.ts';
import type { OwnData } from '../own-data/own-data.ts';
import { startChatStage, text } from '../testing/chat-stage.ts';
import { misledBy, sourceOf } from '../testing/support-questions.ts';

/** The sections that a reply of the model assistant says it is from. */
function firstSource(reply: string): string | null {
  return /^From: (\/[^\s,]+)/m.exec(reply)?.[1] ?? null;
}

describe('the 40 support questions', () => {
  it('lead at least 36 times to the right section with a model that answers from the best passage', async (t) => {
    const { assistant, server } = await startChatStage(t, ({ messages }) => {
      const [best] = JSON.parse(String(messages[1]?.content)).documents;
      return text(`${best.text.slice(0, 200)} (${best.address}).`);
    });
    const wrong = await misledBy((question) => assistant.reply(question, []), firstSource);
    assert.ok(wrong.length <= 4, wrong.join('\n'));
    assert.equal(server.requests.length, 40, 'none is taken for a question for advice');
  });

  it('lead there, too, with a model that makes its links up', async (t) => {
    const places = new Set(libraryOf(DEFAULT_BRAND).map(({ address }) => address));
    const { assistant } = await startChatStage(t, () =>
      text('See https://docs.evil.example/faq, /help#refunds and evil.example.'),
    );
    const wrong = await misledBy(
      (question) => assistant.reply(question, []),
      (reply) => {
        assert.doesNotMatch(reply, /evil|\/help/);
        const source = firstSource(reply);
        assert.ok(source !== null && places.has(source), reply);
        return source;
      },
    );
    assert.ok(wrong.length <= 4, wrong.join('\n'));
  });

  it('are none about one’s own figures: a signed-in user gets the same answers offline', async () => {
    const read = async () => assert.fail('own figures were read');
    const own: OwnData = {
      readPlan: read,
      readStatistics: read,
      readDecisions: read,
      readBots: async () => [],
    };
    const asker: Asker = { own, gone: new AbortController().signal };
    const offline = createOfflineAssistant(DEFAULT_BRAND);
    const wrong = await misledBy((question) => offline.reply(question, [], asker), sourceOf);
    assert.ok(wrong.length <= 4, wrong.join('\n'));
  });
});
