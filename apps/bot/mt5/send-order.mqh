// What an order is sent as, and what keeps it from being sent.
#ifndef QUORATE_SEND_ORDER_MQH
#define QUORATE_SEND_ORDER_MQH
#include "portable.mqh"
#include "positions.mqh"
#include "decimal.mqh"
#include "retcodes.mqh"
#include "clock.mqh"
#include "records.mqh"
#include "find.mqh"
#include "order-terms.mqh"

// All filling modes in the order in which they are tried: what the symbol's execution and bits allow, then the
// rest, for brokers whose bits are wrong. Where prices are asked for, everything is filled or nothing.
int fillingModes(const string symbol, AREF(int, modes))
  {
   const long allowed = SymbolInfoInteger(symbol, SYMBOL_FILLING_MODE);
   const long execution = SymbolInfoInteger(symbol, SYMBOL_TRADE_EXEMODE);
   const bool asked = (execution == SYMBOL_TRADE_EXECUTION_INSTANT || execution == SYMBOL_TRADE_EXECUTION_REQUEST);
   const bool fok = asked || (allowed & SYMBOL_FILLING_FOK) != 0;
   const bool ioc = asked || (allowed & SYMBOL_FILLING_IOC) != 0;
   const bool rest = (execution == SYMBOL_TRADE_EXECUTION_EXCHANGE);
   int count = 0;
   ArrayResize(modes, 3);
   if(fok)
      modes[count++] = (int)ORDER_FILLING_FOK;
   if(ioc)
      modes[count++] = (int)ORDER_FILLING_IOC;
   if(rest)
      modes[count++] = (int)ORDER_FILLING_RETURN;
   if(!fok)
      modes[count++] = (int)ORDER_FILLING_FOK;
   if(!ioc)
      modes[count++] = (int)ORDER_FILLING_IOC;
   if(!rest)
      modes[count++] = (int)ORDER_FILLING_RETURN;
   return(count);
  }

// Whether the price has run from the quote that was decided on. Where the broker executes at the market nothing
// else limits what an order may slip.
bool priceRanAway(OrderTerms &terms, const double price)
  {
   if(terms.work != "open")
      return(false);
   const double point = SymbolInfoDouble(terms.symbol, SYMBOL_POINT);
   const double decided = numberOfUnits(terms.side == "BUY" ? terms.ask : terms.bid, DECIMAL_PLACES);
   const double worse = (terms.side == "BUY") ? price - decided : decided - price;
   return(point > 0 && MathRound(worse / point) > (double)terms.deviation);
  }

// What the order would lose at its stop from this price on, by the terminal's own figures.
double lossAtStop(OrderTerms &terms, const double price)
  {
   const double tickSize = SymbolInfoDouble(terms.symbol, SYMBOL_TRADE_TICK_SIZE);
   const double tickValue = SymbolInfoDouble(terms.symbol, SYMBOL_TRADE_TICK_VALUE_LOSS);
   if(tickSize <= 0)
      return(0);
   const double stop = numberOfUnits(terms.stop, DECIMAL_PLACES);
   const double distance = (terms.side == "BUY") ? price - stop : stop - price;
   return(distance / tickSize * tickValue * numberOfUnits(terms.lots, DECIMAL_PLACES));
  }

bool losesTooMuch(OrderTerms &terms, const double price)
  {
   return(terms.work == "open" && terms.mostLoss > 0 &&
          lossAtStop(terms, price) > (double)terms.mostLoss / DECIMAL_SCALE);
  }

void requestOfTerms(OrderTerms &terms, MqlTradeRequest &request, const long magic)
  {
   const int digits = symbolDigits(terms.symbol);
   ZeroMemory(request);
   request.action = TRADE_ACTION_DEAL;
   request.magic = (ulong)magic;
   request.symbol = terms.symbol;
   request.volume = numberOfUnits(terms.lots, DECIMAL_PLACES);
   request.type = (terms.side == "BUY") ? ORDER_TYPE_BUY : ORDER_TYPE_SELL;
   request.deviation = (ulong)terms.deviation;
   request.type_time = ORDER_TIME_GTC;
   request.comment = commentOf(terms.key);
   if(terms.work == "close")
     {
      // Without a number it would open a position the other way; a wrong one the server refuses.
      const ulong held = selectPosition(terms.ticket);
      request.position = (held != 0) ? held : terms.ticket;
     }
   else
     {
      request.sl = numberOfUnits(terms.stop, digits);
      request.tp = numberOfUnits(terms.target, digits);
     }
  }

// The rest of an order that was executed in part. Nobody waits for it: where it stays, the next question finds it.
void cancelRest(const ulong order)
  {
   if(order == 0 || !OrderSelect(order))
      return;
   MqlTradeRequest request = {};
   MqlTradeResult result = {};
   request.action = TRADE_ACTION_REMOVE;
   request.order = order;
   if(!OrderSendAsync(request, result))
      Print("Quorate: the rest of order ", ticketText(order), " could not be cancelled: ", retcodeWords(result.retcode));
  }

// Whether a closing was refused only for now: the market is closed, has no price, or wants to be asked less often.
bool closingWaits(BookEntry &entry)
  {
   return(entry.work == "close" && entry.state == "rejected" &&
          (entry.retcode == 10018 || entry.retcode == 10021 || entry.retcode == 10024));
  }

#endif
