// Requests about symbols, quotes and bars.
#ifndef QUORATE_MARKET_REQUESTS_MQH
#define QUORATE_MARKET_REQUESTS_MQH
#include "portable.mqh"
#include "session.mqh"
#include "events.mqh"
#include "order-terms.mqh"

#define SYMBOLS_MOST 64
#define BARS_MOST 1000

void onSymbolNames(Session &session, const string id)
  {
   ARR(string, names);
   const int total = SymbolsTotal(false);
   int count = 0;
   ArrayResize(names, total);
   for(int i = 0; i < total; i++)
     {
      const string name = SymbolName(i, false);
      if(symbolTextRight(name))
         names[count++] = jsonQuoted(name);
     }
   ArrayResize(names, count);
   sessionAnswerList(session, id, "names", names, "");
  }

// Sorts the names asked for into those the broker has and those it has not.
bool sortSymbols(JsonLine &line, AREF(string, known), AREF(string, unknown))
  {
   ARR(string, asked);
   if(!jsonGetList(line, "symbols", asked) || ArraySize(asked) > SYMBOLS_MOST)
      return(false);
   int knownCount = 0;
   int unknownCount = 0;
   ArrayResize(known, ArraySize(asked));
   ArrayResize(unknown, ArraySize(asked));
   for(int i = 0; i < ArraySize(asked); i++)
     {
      if(symbolTextRight(asked[i]) && SymbolSelect(asked[i], true))
         known[knownCount++] = asked[i];
      else
         unknown[unknownCount++] = asked[i];
     }
   ArrayResize(known, knownCount);
   ArrayResize(unknown, unknownCount);
   return(true);
  }

string textListJson(CREF(string, texts))
  {
   string list = "";
   for(int i = 0; i < ArraySize(texts); i++)
      list += (i == 0 ? "" : ",") + jsonQuoted(texts[i]);
   return("[" + list + "]");
  }

void onSymbols(Session &session, JsonLine &line, const string id)
  {
   ARR(string, known);
   ARR(string, unknown);
   if(!sortSymbols(line, known, unknown))
     {
      sessionError(session, id, "bad_request", "symbols must be at most 64 names");
      return;
     }
   for(int i = 0; i < ArraySize(known); i++)
      known[i] = symbolJson(known[i]);
   // The unknown names stand in the first part alone, since the arrays of the parts are joined.
   string first = "";
   putRaw(first, "symbols", "[]");
   putRaw(first, "unknown", textListJson(unknown));
   if(sessionSend(session, "ok", id, true, first))
      sessionAnswerList(session, id, "symbols", known, "\"unknown\":[]");
  }

void onSubscribe(Session &session, Watch &watch, JsonLine &line, const string id)
  {
   ARR(string, known);
   ARR(string, unknown);
   string text = "";
   ENUM_TIMEFRAMES timeframe = PERIOD_M1;
   if(!sortSymbols(line, known, unknown) || !jsonGetText(line, "tf", text) || !timeframeOf(text, timeframe))
     {
      sessionError(session, id, "bad_request", "a subscription needs at most 64 symbols and a timeframe");
      return;
     }
   watch.size = 0;
   watch.timeframe = text;
   watch.ticks = jsonIsTrue(line, "ticks");
   for(int i = 0; i < ArraySize(known); i++)
      watchSymbol(watch, known[i]);
   string body = "";
   putRaw(body, "unknown", textListJson(unknown));
   sessionAnswer(session, id, body);
  }

void onBars(Session &session, JsonLine &line, const string id)
  {
   string symbol = "";
   string text = "";
   long count = 0;
   long before = 0;
   ENUM_TIMEFRAMES timeframe = PERIOD_M1;
   if(!jsonGetText(line, "symbol", symbol) || !symbolTextRight(symbol) || !jsonGetText(line, "tf", text) ||
      !timeframeOf(text, timeframe) || !jsonGetWhole(line, "count", count) || count < 1 || count > BARS_MOST ||
      (!jsonIsNull(line, "before") && (!jsonGetWhole(line, "before", before) || before < 1)))
     {
      sessionError(session, id, "bad_request", "bars needs symbol, tf, a count of 1 to 1000, and before in seconds or not at all");
      return;
     }
   if(!SymbolSelect(symbol, true))
     {
      sessionError(session, id, "unknown_symbol", "the broker has no symbol " + symbol);
      return;
     }
   ARR(MqlRates, rates);
   int got = 0;
   int from = 0;
   if(before == 0)
      got = CopyRates(symbol, timeframe, 1, (int)count, rates);
   else
     {
      // One more than asked: the bar that still grows may be among them, and is left out.
      got = CopyRates(symbol, timeframe, (datetime)(before - 1), (int)count + 1, rates);
      const long growing = SeriesInfoInteger(symbol, timeframe, SERIES_LASTBAR_DATE);
      while(got > 0 && (long)rates[got - 1].time >= growing)
         got--;
      from = (got > (int)count) ? got - (int)count : 0;
     }
   const bool ready = got >= 0 && (got - from >= (int)count || SeriesInfoInteger(symbol, timeframe, SERIES_SYNCHRONIZED) != 0);
   if(got < 0)
      got = 0;
   const int digits = symbolDigits(symbol);
   ARR(string, records);
   ArrayResize(records, got - from);
   for(int i = from; i < got; i++)
      records[i - from] = barJson(rates[i], digits);
   string rest = "";
   putWhole(rest, "digits", digits);
   putBool(rest, "ready", ready);
   sessionAnswerList(session, id, "bars", records, rest);
  }

#endif
