// What the expert tells unasked: quotes, closed bars, money and permissions when they change.
#ifndef QUORATE_EVENTS_MQH
#define QUORATE_EVENTS_MQH
#include "portable.mqh"
#include "session.mqh"

#define TICK_EVERY_MS 250
#define ACCOUNT_EVERY_MS 1000
// Bars that are told at most after the terminal has stood still.
#define BARS_BEHIND_MOST 10

struct Watched
  {
   string            symbol;
   double            bid;
   double            ask;
   long              told;
   long              lastBar;
  };

struct Watch
  {
   ARR(Watched, symbols);
   int               size;
   string            timeframe;
   bool              ticks;
   string            money;
   string            permissions;
   long              moneyTold;
  };

bool timeframeOf(const string text, ENUM_TIMEFRAMES &timeframe)
  {
   if(text == "M1")
      timeframe = PERIOD_M1;
   else if(text == "M5")
      timeframe = PERIOD_M5;
   else if(text == "M15")
      timeframe = PERIOD_M15;
   else if(text == "M30")
      timeframe = PERIOD_M30;
   else if(text == "H1")
      timeframe = PERIOD_H1;
   else if(text == "H4")
      timeframe = PERIOD_H4;
   else if(text == "D1")
      timeframe = PERIOD_D1;
   else
      return(false);
   return(true);
  }

string barJson(MqlRates &rate, const int digits)
  {
   const double scale = MathPow(10, digits);
   return("[" + IntegerToString((long)rate.time) + "," + IntegerToString((long)MathRound(rate.open * scale)) + "," +
          IntegerToString((long)MathRound(rate.high * scale)) + "," + IntegerToString((long)MathRound(rate.low * scale)) + "," +
          IntegerToString((long)MathRound(rate.close * scale)) + "," + IntegerToString(rate.tick_volume) + "," +
          IntegerToString(rate.spread) + "]");
  }

void watchReset(Watch &watch)
  {
   watch.size = 0;
   watch.timeframe = "M1";
   watch.ticks = false;
   watch.money = "";
   watch.permissions = "";
   watch.moneyTold = 0;
   ArrayResize(watch.symbols, 0);
  }

void watchSymbol(Watch &watch, const string symbol)
  {
   ARR(MqlRates, rates);
   ENUM_TIMEFRAMES timeframe = PERIOD_M1;
   ArrayResize(watch.symbols, watch.size + 1, 64);
   const int i = watch.size;
   watch.size++;
   watch.symbols[i].symbol = symbol;
   watch.symbols[i].bid = 0;
   watch.symbols[i].ask = 0;
   watch.symbols[i].told = 0;
   watch.symbols[i].lastBar = 0;
   if(timeframeOf(watch.timeframe, timeframe) && CopyRates(symbol, timeframe, 1, 1, rates) == 1)
      watch.symbols[i].lastBar = (long)rates[0].time;
  }

void tellTick(Session &session, Watched &watched)
  {
   MqlTick tick = {};
   if(tickMs() - watched.told < TICK_EVERY_MS || !SymbolInfoTick(watched.symbol, tick))
      return;
   if((tick.bid == watched.bid && tick.ask == watched.ask) || tick.bid <= 0 || tick.ask <= 0)
      return;
   const int digits = symbolDigits(watched.symbol);
   string body = "";
   putText(body, "symbol", watched.symbol);
   putText(body, "bid", fixedText(tick.bid, digits));
   putText(body, "ask", fixedText(tick.ask, digits));
   putWhole(body, "server_time", (long)tick.time);
   watched.bid = tick.bid;
   watched.ask = tick.ask;
   watched.told = tickMs();
   sessionSend(session, "tick", "", false, body);
  }

void tellBars(Session &session, Watched &watched, const string timeframeText)
  {
   ARR(MqlRates, rates);
   ENUM_TIMEFRAMES timeframe = PERIOD_M1;
   if(!timeframeOf(timeframeText, timeframe))
      return;
   // The opening of the bar that grows tells cheaply whether one has closed.
   if(CopyRates(watched.symbol, timeframe, 1, 1, rates) != 1 || (long)rates[0].time <= watched.lastBar)
      return;
   const int digits = symbolDigits(watched.symbol);
   // A symbol without history when it was subscribed to begins here: what is behind, `bars` tells.
   const int count = (watched.lastBar == 0) ? 0 : CopyRates(watched.symbol, timeframe, 1, BARS_BEHIND_MOST, rates);
   const long newest = (count > 0) ? (long)rates[count - 1].time : (long)rates[0].time;
   for(int i = 0; i < count; i++)
     {
      if((long)rates[i].time <= watched.lastBar)
         continue;
      string body = "";
      putText(body, "symbol", watched.symbol);
      putText(body, "tf", timeframeText);
      putWhole(body, "digits", digits);
      putRaw(body, "bar", barJson(rates[i], digits));
      sessionSend(session, "bar", "", false, body);
     }
   watched.lastBar = newest;
  }

void tellAccount(Session &session, Watch &watch)
  {
   if(tickMs() - watch.moneyTold < ACCOUNT_EVERY_MS)
      return;
   string money = "";
   putMoney(money);
   watch.moneyTold = tickMs();
   if(money != watch.money && watch.money != "")
     {
      string body = money;
      putWhole(body, "server_time", (long)TimeCurrent());
      sessionSend(session, "account", "", false, body);
     }
   watch.money = money;
  }

void tellPermissions(Session &session, Watch &watch)
  {
   const string now = permissionsJson();
   if(now != watch.permissions && watch.permissions != "")
     {
      string body = "";
      putRaw(body, "permissions", now);
      sessionSend(session, "permissions", "", false, body);
     }
   watch.permissions = now;
  }

void tellAll(Session &session, Watch &watch)
  {
   if(session.phase != PHASE_OPEN)
      return;
   for(int i = 0; i < watch.size; i++)
     {
      if(watch.ticks)
         tellTick(session, watch.symbols[i]);
      tellBars(session, watch.symbols[i], watch.timeframe);
     }
   tellAccount(session, watch);
   tellPermissions(session, watch);
  }

#endif
