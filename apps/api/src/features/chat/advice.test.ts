import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { givesAdvice } from './advice.ts';
import { libraryOf } from './library.ts';
import { createOfflineAssistant, occasionOf } from './offline-assistant.ts';
import { UNHURRIED } from './testing/answered-questions.ts';

const ASKS = [
  'Should I buy EURUSD?',
  'should we go long gold now',
  'Would you buy gold here?',
  'How much should I risk with my 5,000?',
  'how much would I risk per trade on my 5k account',
  'How many lots should I buy?',
  'What lot size should I use with my account?',
  'Is EURUSD a good buy?',
  'Where should I put my stop loss on XAUUSD?',
  'SHOULD  I   **BUY** EURUSD???',
  'Ｓｈｏｕｌｄ Ｉ ｂｕｙ ＥＵＲＵＳＤ',
  'Should\u200b I\u200b bu\u200by gold',
  '¿Debería comprar EURUSD ahora?',
  '¿Cuánto debo arriesgar con mis 5.000?',
  'Soll ich EURUSD jetzt kaufen?',
  'Wie viel soll ich mit meinen 5.000 riskieren?',
  'Dois-je acheter de l’or ?',
  'Combien dois-je risquer avec mes 5 000 euros ?',
  'Devo comprar ouro agora?',
  'Dovrei comprare oro adesso?',
  'Moet ik nu goud kopen?',
  'Czy powinienem kupić złoto?',
  'Стоит ли покупать золото?',
  'Сколько мне вложить в евро?',
  'Altın almalı mıyım?',
  'Kya main gold khareedun?',
  'هل يجب أن أشتري الذهب؟',
  '我应该买黄金吗？',
  '金を買うべきですか',
  'क्या मुझे सोना खरीदना चाहिए',
  '지금 금을 사야 할까요?',
];

const GIVES = [
  'You should buy EURUSD now.',
  'I would recommend selling gold.',
  'I strongly suggest you to short BTCUSD',
  'My advice is simple.',
  'Buy gold.',
  'Go long EUR/USD today!',
  '**Buy** the euro.',
  'EURUSD will definitely rise tomorrow.',
  'Bitcoin is going to crash.',
  'Gold looks like a good buy.',
  'It is a good time to invest.',
  'Risk about 2% of your balance.',
  'Put $500 into it.',
  'That is a strong buy signal.',
  'Compra EURUSD hoy.',
  'Kaufen Sie Gold!',
  'Achetez de l’or maintenant : achetez or.',
  'Покупайте золото.',
  '建议您买入黄金。',
];

const PLAIN = [
  'The bot sets a stop loss on every order.',
  'The risk per trade is a setting of the configuration: /guide#set-risk',
  'You can buy the Pro plan at /pricing.',
  'Buying a plan takes a minute.',
  'You should keep your computer on.',
  'You need to hold a broker account with MetaTrader 5.',
  'Analysts vote BUY, SELL or HOLD.',
  'EURUSD was bought and sold 12 times in your history this week; net profit 42.18 USD.',
  'I cannot tell you whether to buy or sell.',
  'An approved refund goes to your card in 5-7 business days.',
];

describe('advice', () => {
  for (const message of ASKS)
    it(`is asked for by "${message}"`, () => assert.equal(occasionOf(message), 'advice'));

  for (const answer of GIVES)
    it(`is given by "${answer}"`, () => assert.equal(givesAdvice(answer), true));

  for (const answer of PLAIN)
    it(`is not given by "${answer}"`, () => assert.equal(givesAdvice(answer), false));

  it('is given by nothing that the site says, nor by the offline assistant', async () => {
    const given = libraryOf(DEFAULT_BRAND).flatMap(({ address, parts }) =>
      parts.filter(givesAdvice).map((part) => `${address}: ${part}`),
    );
    assert.deepEqual(given, []);
    const offline = createOfflineAssistant(DEFAULT_BRAND, UNHURRIED);
    for (const message of ['hi', 'thanks', 'who are you', 'Should I buy gold?', 'zzz'])
      assert.equal(givesAdvice(await offline.reply(message, [])), false, message);
  });
});
