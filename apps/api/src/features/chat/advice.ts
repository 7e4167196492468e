import { CHAT_LIMITS } from '@quorate/contract/chat';
import { normalForm } from '@quorate/contract/fields';

/** Begins or ends a word, in any script. */
const B = '(?<![\\p{L}\\p{N}])';
const E = '(?![\\p{L}\\p{N}])';

function forms(...sources: string[]): RegExp[] {
  return sources.map((source) => new RegExp(source.replaceAll('<', B).replaceAll('>', E), 'u'));
}

/** Asks for a judgement about the asker's own money or about where a market goes. `<` and `>`: word ends. */
const ASKED: readonly RegExp[] = [
  ...forms(
    '<(should|shall|ought|better) (i|we|one)( \\w+){0,2} (buy|sell|short|invest|hold|deposit|bet|gamble|borrow|go (long|short)|close my|open a (trade|position)|put (my|all|money))>',
    '<(buy|sell|long|short) or (buy|sell|hold|long|short|wait)>',
    '<(what|which)( \\w+){0,3} (should|shall|do|would) (i|we) (\\w+ )?(buy|sell|invest|trade|short)>|<(what|which)( \\w+){0,3} would you (buy|sell|trade|short)>|<would you (\\w+ )?(buy|sell|short|invest|go (long|short))>|<what to (buy|sell|invest|trade|short)>',
    '<(is|was|would) (it|now|this|today)( \\w+){0,3} (good|right|best|bad|safe|wise|smart)( \\w+){0,2} (time|moment|idea|day)?( \\w+){0,2} ?(to |for )?(buy|sell|invest|trad|short|enter)',
    '<(is|are)( the)? (eur|usd|gbp|jpy|gold|xau|bitcoin|btc|euro|dollar)\\w*( \\w+){0,2} (a )?(good |strong )?(buy|sell|short)>',
    '<(will|is|are|can|does)( the)? \\S+( \\w+){0,2} (go|going|gonna|going to) (up|down|rise|fall|crash|moon)>',
    '<will( the)? \\S+( \\w+)? (rise|fall|drop|crash|recover|increase|decrease|go higher|go lower)>',
    '<(how much|what part|what percentage|how many lots)( \\w+){0,3} (should|shall|to|can|do|would|must) (i |we |you )?(\\w+ )?(invest|deposit|put|stake|buy|sell)>',
    '<(how much|what part|what percentage|how many lots)( \\w+){0,3} (should|shall|can|do|would|must) (i|we) (\\w+ )?(risk|trade)>.*<(my|with|of|account|balance|capital)>',
    '<what (lot size|position size|leverage|risk)( \\w+){0,4} (should|shall|would|is best)( \\w+){0,4} (i|me|my)>',
    '<where (should|do|would) (i|we|you)( \\w+)? (put|set|place) (my |the )?(stop|take|entry|limit)',
    '<(price|market|trading|forex|gold|euro?usd|xauusd|bitcoin|btc) (prediction|forecast|outlook|signal|tip)s?>',
    '<(predict|forecast)>.*<(price|market|gold|euro|dollar|eurusd|xauusd|bitcoin|btc|pair)>',
    '<(give|recommend|suggest|tell)( me)?( \\w+){0,3} (signals?|tips?|stocks?|shares|coins?|pairs? to (buy|trade|sell)|trades? to (make|take|place)|what to (buy|sell|invest))>',
    '<(best|good|top) (stocks?|coins?|shares|crypto|investments?|pairs? to (buy|trade|sell)|thing to (buy|invest))>',
    '<(financial|investment|investing|trading|personal) (advice|recommendation)>',
    '<(borrow|borrowed|loan|credit|mortgage)>.*<(trade|trading|invest|bot|deposit)>',
    '<(win|recover|make back|get back)( \\w+){0,3} (losses|lost|back)>|<(raise|increase|double|set)( \\w+){0,3} risk>.*<(back|losses|lost|recover)>',
    '<tell me what to (trade|buy|sell)>|<is (gold|silver|oil|bitcoin|btc|[a-z]{6}) a (good )?(buy|sell)>',
    '<my (savings|pension|retirement|life savings|salary|mortgage|rent money)>',
  ),
  // The languages that most visitors write in besides English.
  ...forms(
    '<(debo|deberia|deberiamos|puedo|conviene)( \\w+){0,3} (comprar|vender|invertir|arriesgar|operar)>|<cuanto( \\w+){0,3} (invertir|arriesgar|invierto|arriesgo)>|<(compro|vendo) o (compro|vendo|espero)>',
    '<(soll|sollte|darf|muss)( ich| man| wir)( [^ ?!]+){0,6} (kaufen|verkaufen|investieren|riskieren|halten|shorten|einsetzen)>|<kaufen oder verkaufen>',
    "<(dois[- ]je|devrais[- ]je|faut[- ]il|est[- ]ce que je dois)( [\\p{L}'’/]+){0,4} (acheter|vendre|investir|risquer|miser)>|<combien( [\\p{L}'’-]+){0,4} (investir|risquer|miser)>",
    '<(devo|deveria|posso|dovrei)( \\p{L}+){0,3} (comprar|vender|investir|arriscar|comprare|vendere|investire|rischiare)>|<quanto( \\p{L}+){0,3} (investir|arriscar|investire|rischiare)>',
    '<(moet|zal|kan) ik( [\\p{L}\\p{N}]+){0,6} (kopen|verkopen|investeren|riskeren|inzetten)>',
    '<czy( \\p{L}+){0,2} (kupic|kupowac|sprzedac|inwestowac|zainwestowac)>|<ile( \\p{L}+){0,3} (zainwestowac|zaryzykowac)>',
    '<(alma|satma|yatirma|al|sat)li ?miyim>|<(almali|satmali|yatirmali)( \\p{L}+)? ?miyim>|<ne kadar( \\p{L}+){0,3} (yatir|risk)',
    '<(стоит ли|нужно ли|надо ли|мне|лучше)( \\p{L}+){0,3} (покупать|купить|продавать|продать|вкладывать|инвестировать|вложить|рисковать)>|<сколько( \\p{L}+){0,3} (вложить|рисковать|инвестировать)>|<(покупать|купить) или (продавать|продать)>',
    '<(kya|kia)( \\p{L}+){0,6} (khareed|kharid|bech|bechun|invest)|<(khareedun|kharidun|khareedna chahiye|bechna chahiye)>',
    '<هل( [\\p{L}\\p{N}]+){0,3} (اشتري|أشتري|شراء|ابيع|أبيع|استثمر|أستثمر)>|<كم( \\p{L}+){0,3} (اخاطر|أخاطر|استثمر|أستثمر)>',
    '(应该|應該|该|該|可以|能不能|要不要|该不该).{0,8}(买|買|卖|賣|投资|投資|做多|做空)|(买|買)(入|进)?.{0,8}(还是|還是)(卖|賣)|(投资|投資|投入|冒险).{0,3}多少',
    '(買|売|投資).{0,3}(べき|たほうがいい|った方がいい)|(खरीद|बेच|निवेश).{0,12}(चाहिए|करूं|करूँ)|(کیا|کتنا).{0,24}(خرید|بیچ|سرمایہ)|(사야|팔아야|살까|팔까|투자해야)',
  ),
];

/** An instrument, as people name it. */
const ASSET =
  '(?:[a-z]{3}/?(?:usd|eur|gbp|jpy|chf|aud|cad|nzd|btc)|usd/?[a-z]{3}|xau|gold|silver|oil|bitcoin|btc|ethereum|eth|euro?|dollar|pound|yen|nasdaq|stocks?|shares|crypto|oro|de l.or|l.or|золото|евро|доллар|биткоин|黄金|欧元|美元|الذهب|اليورو)';
const THE = '(?:the |some |more |your |el |la |l.|le |das |den |die |in |into |on |)';

/** Recommends a trade, a stake or says where a market goes. */
const GIVEN: readonly RegExp[] = forms(
  '<you (should|must|ought to|had better|could now|can safely|may want to|might want to|need to)( \\w+){0,2} (buy|sell|short|invest|go (long|short)|open a (long|short|buy|sell))>',
  "<(i|we)( would|'d|’d| do| strongly| highly)* (recommend|suggest|advise|propose)( that you| to)?( \\w+){0,2} (buy|buying|sell|selling|short|shorting|invest|investing|hold|holding|going|go|risk|risking|trade|trading|entering)>",
  '<my (recommendation|advice|tip|signal)( \\w+){0,2} (is|:)',
  `<(buy|sell|long|short|hold|go long|go short|invest in|put money (in|into)|load up on|accumulate) (on )?${THE}${ASSET}>`,
  `<${ASSET}>[^.!?]{0,40}<(will|is going to|is about to|is set to|is certain to|is sure to) (\\w+ )?(rise|fall|go|climb|drop|crash|moon|soar|surge|increase|decrease|recover|rally)>`,
  `<${ASSET} (is|looks like|seems)( \\w+){0,2} (a )?(good |great |strong |clear )?(buy|sell|short|long|opportunity|bargain)>`,
  "<(it is|it’s|it's|now is|this is|today is)( \\w+){0,3} (good|great|right|perfect|best|ideal)( \\w+){0,2} (time|moment|day|opportunity) (to|for) (buy|sell|invest|short|go|enter|buying|selling|trading)",
  '<(risk|invest|stake|bet|deposit|put) (about |around |up to |at least )?([$€£] ?\\d|\\d[\\d.,]* ?(%|percent|per cent|dollars|euros|usd|eur|of your))',
  '<(strong|clear) (buy|sell) signal>|<(buy|sell) signal (for|on)>|<guaranteed (profit|return|win)s?>|<(entry|target|tp|sl)( price)?( at|:) ?\\d',
  `<(compra|compre|compren|comprar|vende|venda|vender|invierte|invierta|achetez|achete|acheter|vendez|vendre|investissez|kauf|kaufe|kaufen sie|kaufen|verkaufe|verkaufen sie|verkaufen|koop|verkoop|compra|vendi|купи|купите|покупай|покупайте|продай|продайте|продавай|kup|sprzedaj|al|sat) ${THE}${ASSET}>`,
  "<(debes|deberias|deberia|du solltest|sie sollten|vous devriez|tu devrais|voce deve|dovresti|вам стоит|тебе стоит|рекомендую|te recomiendo|le recomiendo|ich empfehle|je (vous|te) (recommande|conseille))( [\\p{L}’']+){0,4} (comprar|vender|invertir|kaufen|verkaufen|investieren|acheter|vendre|investir|купить|покупать|продать|продавать|compra|kauf|comprare|vendere)",
  `(建议|推荐|應該|应该|可以)(您|你)?.{0,4}(买入|買入|购买|卖出|賣出|做多|做空|投资)|(买入|買入|卖出|賣出|做多|做空)(黄金|欧元|美元|eur|xau|btc)|(انصحك|أنصحك|اشتر|اشتري|بع) .{0,12}(الذهب|اليورو|eur|xau|btc|شراء|بيع)|(買う|売る)べきです`,
);

/**
 * The same letters however they are written: marks, widths, invisible signs and spaces between are gone.
 *
 * @param max what lies beyond so many characters is not compared
 */
export function plainWords(text: string, max: number = CHAT_LIMITS.message): string {
  const apart = text.slice(0, max).normalize('NFKD');
  return normalForm(apart.replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, ''), 'NFKC', max)
    .replace(/[\p{Cf}\u00ad]/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[’`´]/g, "'")
    .replace(/[*_~"“”„«»¿¡#>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param plain as `plainWords` gives it */
export function asksAdvice(plain: string): boolean {
  return ASKED.some((form) => form.test(plain));
}

/** Whether an answer tells its reader what to trade, or where a market goes. */
export function givesAdvice(text: string): boolean {
  const plain = plainWords(text, CHAT_LIMITS.historyContent);
  return GIVEN.some((form) => form.test(plain));
}
