// Steps 5 to 7 of an order: written down, checked, sent, and the result written down.
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

// The first, and three again.
#define ATTEMPTS_MOST 4

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

// Step 6: check and send. Fills in the retcode and, when it is done, the result.
void sendOrder(OrderTerms &terms, BookEntry &entry, const long magic)
  {
   ARR(int, modes);
   const int modeCount = fillingModes(terms.symbol, modes);
   int mode = 0;
   MqlTradeRequest request = {};
   requestOfTerms(terms, request, magic);
   for(int attempt = 1; ; attempt++)
     {
      MqlTick tick = {};
      MqlTradeCheckResult checked = {};
      MqlTradeResult result = {};
      uint retcode = 10021;
      string comment = "";
      bool went = false;
      if(SymbolInfoTick(terms.symbol, tick) && tick.ask > 0 && tick.bid > 0)
        {
         request.price = (terms.side == "BUY") ? tick.ask : tick.bid;
         request.type_filling = (ENUM_ORDER_TYPE_FILLING)modes[mode];
         if(priceRanAway(terms, request.price))
            retcode = 10004;
         else if(losesTooMuch(terms, request.price))
           {
            retcode = 10004;
            comment = "it would lose " + fixedText(lossAtStop(terms, request.price), 2) + " at its stop, " +
                      decimalText((double)terms.mostLoss / DECIMAL_SCALE) + " at most";
           }
         else if(!OrderCheck(request, checked) && checked.retcode != 0)
           {
            retcode = checked.retcode;
            comment = checked.comment;
           }
         else
           {
            // True only says that the request went out: what became of it, the retcode says.
            went = true;
            const bool taken = OrderSend(request, result);
            retcode = result.retcode;
            comment = result.comment;
            entry.order = result.order;
            entry.deal = result.deal;
            if(!taken && retcode == 0)
               comment = "the terminal's error " + IntegerToString(GetLastError());
           }
        }
      entry.retcode = retcode;
      entry.message = retcodeWords(retcode) + (comment == "" ? "" : ": " + comment);
      const int kind = retcodeClass(retcode);
      if(kind == CLASS_DONE)
        {
         entry.state = (retcode == 10008) ? "placed" : (retcode == 10010 ? "partial" : "filled");
         entry.resultLots = decimalText(result.volume);
         entry.resultPrice = DoubleToString(result.price, symbolDigits(terms.symbol));
         return;
        }
      if(kind == CLASS_FILLING && mode + 1 < modeCount)
        {
         mode++;
         attempt--;
         continue;
        }
      if(kind == CLASS_AGAIN && attempt < ATTEMPTS_MOST && utcMs() <= terms.expires)
         continue;
      // A check that failed sent nothing: whatever it said, nothing is open.
      entry.state = (kind == CLASS_UNKNOWN && went) ? "unknown" : "rejected";
      return;
     }
  }

// The rest of an order that was executed in part.
void cancelRest(const ulong order)
  {
   if(order == 0 || !OrderSelect(order))
      return;
   MqlTradeRequest request = {};
   MqlTradeResult result = {};
   request.action = TRADE_ACTION_REMOVE;
   request.order = order;
   if(!OrderSend(request, result))
      Print("Quorate: the rest of order ", ticketText(order), " could not be cancelled: ", retcodeWords(result.retcode));
  }

uint changeStops(const ulong ticket, const double stop, const double target, const long magic)
  {
   MqlTradeRequest request = {};
   uint retcode = 0;
   request.action = TRADE_ACTION_SLTP;
   request.position = ticket;
   request.symbol = PositionGetString(POSITION_SYMBOL);
   request.magic = (ulong)magic;
   request.sl = stop;
   request.tp = target;
   for(int attempt = 0; attempt < ATTEMPTS_MOST; attempt++)
     {
      MqlTradeResult result = {};
      ResetLastError();
      const bool sent = OrderSend(request, result);
      retcode = result.retcode;
      if(sent && retcodeClass(retcode) == CLASS_DONE)
         return(10009);
      // The same terms again are a success.
      if(retcode == 10025)
         return(10009);
      if(retcodeClass(retcode) != CLASS_AGAIN)
         return(retcode);
     }
   return(retcode);
  }

// Some brokers take the stop off an order that is executed at the market: it is set again at once.
void keepStop(OrderTerms &terms, BookEntry &entry, const long magic)
  {
   const int digits = symbolDigits(terms.symbol);
   const ulong ticket = selectPosition(entry.position);
   if(ticket == 0 || PositionGetDouble(POSITION_SL) != 0.0)
      return;
   const uint retcode = changeStops(ticket, numberOfUnits(terms.stop, digits), numberOfUnits(terms.target, digits), magic);
   if(retcode != 10009)
      Print("Quorate: position ", ticketText(ticket), " has no stop: ", retcodeWords(retcode));
  }

// Whether a closing was refused only for now: the market is closed, has no price, or wants to be asked less often.
bool closingWaits(BookEntry &entry)
  {
   return(entry.work == "close" && entry.state == "rejected" &&
          (entry.retcode == 10018 || entry.retcode == 10021 || entry.retcode == 10024));
  }

// What a result still lacks: the rest taken off, what the deal says, the stop kept.
void finishOrder(Book &book, OrderTerms &terms, BookEntry &entry)
  {
   if(entry.state != "filled" && entry.state != "partial")
      return;
   if(entry.state == "partial")
      cancelRest(entry.order);
   // The server may tell price, volume and position only with the deal.
   BookEntry told;
   told = entry;
   if(findDeals(book, told, FIND_DAYS_SENDING))
     {
      entry.deal = told.deal;
      entry.order = told.order;
      entry.position = told.position;
      entry.resultLots = told.resultLots;
      entry.resultPrice = told.resultPrice;
      entry.state = told.state;
     }
   else if(terms.work == "close")
      entry.position = terms.ticket;
   else
      entry.position = entry.order;
   if(terms.work == "open")
      keepStop(terms, entry, book.magic);
  }

// Steps 5 to 7, after everything that can refuse.
void writeAndSend(Book &book, OrderTerms &terms, OrderAnswer &answer)
  {
   entryOfTerms(terms, answer.entry);
   answer.entry.written = (long)TimeCurrent();
   if(!bookIntend(book, answer.entry))
     {
      refuse(answer, "storage", "the order could not be written down; nothing was sent");
      return;
     }
   const int index = book.size - 1;
   sendOrder(terms, answer.entry, book.magic);
   finishOrder(book, terms, answer.entry);
   // A closing that waits has no result yet.
   if(!closingWaits(answer.entry))
      bookSettle(book, index, answer.entry);
  }

#endif
