// Orders and closings, in the steps of docs/reference/bridge.md. Nothing here sends twice.
#ifndef QUORATE_ORDERS_MQH
#define QUORATE_ORDERS_MQH
#include "portable.mqh"
#include "decimal.mqh"
#include "book.mqh"
#include "records.mqh"
#include "find.mqh"
#include "clock.mqh"
#include "order-terms.mqh"
#include "send-order.mqh"
#include "under-way.mqh"

#define CONNECTED_ENOUGH_MS 10000

long g_connectedAt = 0;

// How long the terminal has had its connection to the trade server: positions and deals come after it.
long connectedFor()
  {
   if(TerminalInfoInteger(TERMINAL_CONNECTED) == 0)
     {
      g_connectedAt = 0;
      return(0);
     }
   if(g_connectedAt == 0)
      g_connectedAt = tickMs();
   return(tickMs() - g_connectedAt);
  }

// Whether nothing can come of the entry any more that the terminal does not show. Its own connection and the
// trade server's clock must say so: the computer's clock may have been set, and a terminal without connection
// or history knows nothing.
bool nothingCanCome(BookEntry &entry)
  {
   const datetime now = TimeCurrent();
   return(connectedFor() >= CONNECTED_ENOUGH_MS && utcMs() > entry.expires + SETTLED_AFTER_S * 1000 &&
          (long)now > entry.written + SETTLED_AFTER_S && HistorySelect(now - FIND_DAYS_SENDING * 86400, now + 86400));
  }

// What stands in the book of a key, brought up to date with the terminal.
void settleEntry(Book &book, const int index, BookEntry &entry)
  {
   entry = book.entries[index];
   // A closing that is tried again is under way.
   if(entry.waits)
      return;
   if(entry.state != "" && entry.state != "sent" && entry.state != "placed" && entry.state != "unknown")
      return;
   const string before = entry.state;
   entry.message = "";
   if(findKey(book, entry, FIND_DAYS_ASKED))
     {
      // Killed between a partial fill and the cancelling of its rest.
      if(entry.state == "placed" && OrderSelect(entry.order) && OrderGetInteger(ORDER_STATE) == ORDER_STATE_PARTIAL)
         cancelRest(entry.order);
      if(entry.state != before)
         bookSettle(book, index, entry);
      return;
     }
   if(nothingCanCome(entry))
     {
      entry.state = "rejected";
      entry.message = "nothing of it was found at the trade server";
      bookSettle(book, index, entry);
      return;
     }
   entry.state = "unknown";
   entry.message = "the trade server has not said";
  }

void queryKey(Book &book, const string key, OrderAnswer &answer)
  {
   answer.code = "";
   answer.duplicate = false;
   const int index = bookIndex(book, key);
   if(index >= 0)
     {
      answer.duplicate = true;
      settleEntry(book, index, answer.entry);
      return;
     }
   OrderTerms terms;
   terms.key = key;
   terms.work = "";
   terms.symbol = "";
   terms.side = "";
   terms.lots = 0;
   terms.ticket = 0;
   terms.expires = 0;
   entryOfTerms(terms, answer.entry);
   answer.duplicate = findKey(book, answer.entry, FIND_DAYS_ASKED);
   if(answer.duplicate)
      return;
   // A terminal that lost its book knows of an order what the server tells it.
   const bool heard = TerminalInfoInteger(TERMINAL_CONNECTED) != 0;
   answer.entry.state = heard ? "none" : "unknown";
   answer.entry.message = heard ? "never heard of" : "the terminal has no connection to the trade server";
  }

// Steps 2 and 3. True when they answer.
bool knownAlready(Book &book, OrderTerms &terms, OrderAnswer &answer)
  {
   const int index = bookIndex(book, terms.key);
   if(index >= 0)
     {
      const bool same = book.entries[index].work == terms.work && book.entries[index].lots == terms.lots &&
                        (terms.work == "close" ? book.entries[index].ticket == terms.ticket :
                         (book.entries[index].symbol == terms.symbol && book.entries[index].side == terms.side));
      if(!same)
        {
         refuse(answer, "conflict", "the key " + terms.key + " was used for other terms");
         return(true);
        }
      answer.duplicate = true;
      settleEntry(book, index, answer.entry);
      return(true);
     }
   entryOfTerms(terms, answer.entry);
   answer.duplicate = findKey(book, answer.entry, FIND_DAYS_SENDING);
   return(answer.duplicate);
  }

// Step 4, as far as openings and closings share it. True when it refuses.
bool notNow(OrderTerms &terms, OrderAnswer &answer)
  {
   const long late = utcMs() - terms.expires;
   if(late > 0)
     {
      refuse(answer, "expired", "the order came " + IntegerToString(late) + " ms after its time");
      return(true);
     }
   const string missing = missingPermission();
   if(missing != "")
     {
      refuse(answer, "not_allowed", missing);
      return(true);
     }
   return(false);
  }

// Steps 5 to 7, after everything that can refuse.
void writeAndSend(Session &session, Book &book, UnderWay &way, OrderTerms &terms, OrderAnswer &answer, const string reply)
  {
   entryOfTerms(terms, answer.entry);
   answer.entry.written = (long)TimeCurrent();
   if(!bookIntend(book, answer.entry))
     {
      refuse(answer, "storage", "the order could not be written down; nothing was sent");
      return;
     }
   answer.waits = flightBegin(session, book, way, terms, answer.entry, reply);
  }

// `refused` is why the last line opens nothing, or nothing. `reply` is the request that is answered at the end.
void openOrder(Session &session, Book &book, UnderWay &way, OrderTerms &terms, OrderAnswer &answer, const bool mayOpen,
               const string refused, const string reply)
  {
   answer.code = "";
   answer.duplicate = false;
   answer.waits = false;
   if(knownAlready(book, terms, answer))
      return;
   if(utcMs() > terms.expires)
     {
      notNow(terms, answer);
      return;
     }
   if(book.halted)
      refuse(answer, "halted", "the expert was told to open nothing");
   else if(!mayOpen)
      refuse(answer, "halted", "the bot was not heard for three heartbeats");
   else if(refused != "")
      refuse(answer, "last_line", refused);
   else if(!notNow(terms, answer))
     {
      if(terms.stop <= 0)
         refuse(answer, "no_stop", "an order without a stop is never sent");
      else if(!SymbolSelect(terms.symbol, true))
         refuse(answer, "unknown_symbol", "the broker has no symbol " + terms.symbol);
      else
         writeAndSend(session, book, way, terms, answer, reply);
     }
  }

// One that the server cannot take now goes on with the timer.
void closePosition(Session &session, Book &book, UnderWay &way, OrderTerms &terms, OrderAnswer &answer,
                   const string reply)
  {
   answer.code = "";
   answer.duplicate = false;
   answer.waits = false;
   if(knownAlready(book, terms, answer) || notNow(terms, answer))
      return;
   if(selectPosition(terms.ticket) == 0)
     {
      refuse(answer, "unknown_ticket", "position " + ticketText(terms.ticket) + " is not open");
      return;
     }
   terms.symbol = PositionGetString(POSITION_SYMBOL);
   // A closing is a deal the other way.
   terms.side = (PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY) ? "SELL" : "BUY";
   const long held = unitsOf(PositionGetDouble(POSITION_VOLUME));
   const long asked = terms.lots;
   if(terms.lots > held)
     {
      refuse(answer, "bad_request", "position " + ticketText(terms.ticket) + " holds " +
             decimalText((double)held / DECIMAL_SCALE) + " lots, asked to close " +
             decimalText((double)asked / DECIMAL_SCALE));
      return;
     }
   writeAndSend(session, book, way, terms, answer, reply);
  }

#endif
