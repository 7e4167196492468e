// What became of a key: positions, orders and deals say.
#ifndef QUORATE_FIND_MQH
#define QUORATE_FIND_MQH
#include "portable.mqh"
#include "decimal.mqh"
#include "book.mqh"
#include "records.mqh"

#define FIND_DAYS_SENDING 2
#define FIND_DAYS_ASKED 31
// How long after it was written down an order can still be executed.
#define FIND_AFTER_S 120
#define FIND_BEFORE_S 5
// After its time and this long the server cannot come back with an order any more.
#define SETTLED_AFTER_S 60

string commentOf(const string key)
  {
   return(COMMENT_PREFIX + key);
  }

// Brokers cut comments or add to them; the key stands whole or counts for nothing.
bool commentHas(const string comment, const string key)
  {
   return(StringFind(comment, commentOf(key)) >= 0);
  }

// Whether a comment is surely that of another key. Of a comment that was cut, the beginning counts.
bool commentOfAnother(const string comment, const string key)
  {
   const int at = StringFind(comment, COMMENT_PREFIX);
   if(at < 0)
      return(false);
   const string ours = commentOf(key);
   const string theirs = StringSubstr(comment, at, StringLen(ours));
   return(theirs != StringSubstr(ours, 0, StringLen(theirs)));
  }

// Whether a deal can be what the entry asked for: a stop, a target or somebody's hand is not.
bool dealFits(BookEntry &entry, const ulong ticket)
  {
   const long reason = HistoryDealGetInteger(ticket, DEAL_REASON);
   if(reason == DEAL_REASON_SL || reason == DEAL_REASON_TP || reason == DEAL_REASON_SO || reason == DEAL_REASON_CLIENT ||
      reason == DEAL_REASON_MOBILE || reason == DEAL_REASON_WEB || reason == DEAL_REASON_ROLLOVER)
      return(false);
   // Where positions are netted, an order adds, closes and turns: its symbol has one position alone.
   if(AccountInfoInteger(ACCOUNT_MARGIN_MODE) != ACCOUNT_MARGIN_MODE_RETAIL_HEDGING)
      return(true);
   const long kind = HistoryDealGetInteger(ticket, DEAL_ENTRY);
   if(entry.work == "close")
      return(kind == DEAL_ENTRY_OUT && (ulong)HistoryDealGetInteger(ticket, DEAL_POSITION_ID) == entry.ticket);
   return(kind == DEAL_ENTRY_IN);
  }

// Whether a result in the book is made of this order already.
bool orderTaken(Book &book, const ulong order, const string key)
  {
   for(int i = 0; i < book.size; i++)
      if(book.entries[i].order == order && book.entries[i].key != key)
         return(true);
   return(false);
  }

// Whether something that lost its comment is what the entry asked for.
bool looksLike(Book &book, BookEntry &entry, const long magic, const string comment, const ulong order,
               const string symbol, const string side, const long lots, const long seconds)
  {
   if(entry.written == 0 || magic != book.magic || commentOfAnother(comment, entry.key))
      return(false);
   if(symbol != entry.symbol || side != entry.side || lots > entry.lots)
      return(false);
   if(seconds < entry.written - FIND_BEFORE_S || seconds > entry.written + FIND_AFTER_S)
      return(false);
   return(!orderTaken(book, order, entry.key));
  }

// An order that the server has taken and not executed yet.
bool findPlaced(Book &book, BookEntry &entry)
  {
   for(int i = OrdersTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = OrderGetTicket(i);
      if(ticket == 0)
         continue;
      const string comment = OrderGetString(ORDER_COMMENT);
      const long type = OrderGetInteger(ORDER_TYPE);
      const string side = (type == ORDER_TYPE_BUY) ? "BUY" : (type == ORDER_TYPE_SELL ? "SELL" : "");
      if(!commentHas(comment, entry.key) &&
         !looksLike(book, entry, OrderGetInteger(ORDER_MAGIC), comment, ticket, OrderGetString(ORDER_SYMBOL), side,
                    unitsOf(OrderGetDouble(ORDER_VOLUME_INITIAL)), OrderGetInteger(ORDER_TIME_SETUP)))
         continue;
      entry.state = "placed";
      entry.retcode = 10008;
      entry.order = ticket;
      return(true);
     }
   return(false);
  }

// The deals of an order, or those with the key: summed, since an order may be executed in parts.
bool findDeals(Book &book, BookEntry &entry, const int days)
  {
   const datetime now = TimeCurrent();
   if(!HistorySelect(now - days * 86400, now + 86400))
      return(false);
   double lots = 0;
   double worth = 0;
   int digits = 0;
   for(int i = HistoryDealsTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = HistoryDealGetTicket(i);
      const long type = HistoryDealGetInteger(ticket, DEAL_TYPE);
      if(ticket == 0 || (type != DEAL_TYPE_BUY && type != DEAL_TYPE_SELL))
         continue;
      const ulong order = (ulong)HistoryDealGetInteger(ticket, DEAL_ORDER);
      const string comment = HistoryDealGetString(ticket, DEAL_COMMENT);
      const double volume = HistoryDealGetDouble(ticket, DEAL_VOLUME);
      const bool ours = commentHas(comment, entry.key) || (entry.order != 0 && order == entry.order) ||
                        (entry.order == 0 && dealFits(entry, ticket) &&
                         looksLike(book, entry, HistoryDealGetInteger(ticket, DEAL_MAGIC), comment, order,
                                   HistoryDealGetString(ticket, DEAL_SYMBOL), type == DEAL_TYPE_BUY ? "BUY" : "SELL",
                                   unitsOf(volume), HistoryDealGetInteger(ticket, DEAL_TIME)));
      if(!ours)
         continue;
      // A later deal of the position may carry its comment: what the key asked for is the oldest order.
      if(entry.order != 0 && order != entry.order)
        {
         lots = 0;
         worth = 0;
        }
      entry.order = order;
      entry.deal = ticket;
      entry.position = (ulong)HistoryDealGetInteger(ticket, DEAL_POSITION_ID);
      lots += volume;
      worth += volume * HistoryDealGetDouble(ticket, DEAL_PRICE);
      digits = (int)SymbolInfoInteger(HistoryDealGetString(ticket, DEAL_SYMBOL), SYMBOL_DIGITS);
     }
   if(lots == 0)
      return(false);
   entry.state = (entry.lots > 0 && unitsOf(lots) < entry.lots) ? "partial" : "filled";
   entry.retcode = (entry.state == "partial") ? 10010 : 10009;
   entry.resultLots = decimalText(lots);
   entry.resultPrice = DoubleToString(worth / lots, digits);
   return(true);
  }

// A position whose deal is not in the history yet.
bool findPosition(Book &book, BookEntry &entry)
  {
   if(entry.work == "close")
      return(false);
   for(int i = PositionsTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = PositionGetTicket(i);
      if(ticket == 0)
         continue;
      const string comment = PositionGetString(POSITION_COMMENT);
      const string side = (PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY) ? "BUY" : "SELL";
      const double volume = PositionGetDouble(POSITION_VOLUME);
      const ulong id = (ulong)PositionGetInteger(POSITION_IDENTIFIER);
      const string symbol = PositionGetString(POSITION_SYMBOL);
      if(!commentHas(comment, entry.key) &&
         !looksLike(book, entry, PositionGetInteger(POSITION_MAGIC), comment, id, symbol, side, unitsOf(volume),
                    PositionGetInteger(POSITION_TIME)))
         continue;
      entry.state = "filled";
      entry.retcode = 10009;
      // The identifier of a position is the ticket of the order that opened it.
      entry.order = id;
      entry.position = id;
      entry.resultLots = decimalText(volume);
      entry.resultPrice = DoubleToString(PositionGetDouble(POSITION_PRICE_OPEN), symbolDigits(symbol));
      return(true);
     }
   return(false);
  }

// An order with the key that ended without a deal. It tells the outcome when it is the last that was sent, or
// old: a requote leaves a rejected order behind, and the attempt after it may still be executed.
bool findCancelled(BookEntry &entry)
  {
   for(int i = HistoryOrdersTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = HistoryOrderGetTicket(i);
      if(ticket == 0 || !commentHas(HistoryOrderGetString(ticket, ORDER_COMMENT), entry.key))
         continue;
      const long state = HistoryOrderGetInteger(ticket, ORDER_STATE);
      if(state != ORDER_STATE_CANCELED && state != ORDER_STATE_REJECTED && state != ORDER_STATE_EXPIRED)
         continue;
      if(ticket != entry.order && HistoryOrderGetInteger(ticket, ORDER_TIME_DONE) + SETTLED_AFTER_S > (long)TimeCurrent())
        {
         entry.state = "unknown";
         entry.message = "the trade server ended one attempt, and has not said more";
         return(true);
        }
      entry.state = "rejected";
      entry.retcode = 10006;
      entry.order = ticket;
      entry.message = "the trade server ended the order without a deal";
      return(true);
     }
   return(false);
  }

// Fills in what the terminal knows of the key. False when it knows nothing.
bool findKey(Book &book, BookEntry &entry, const int days)
  {
   // Placed first: its deals may still come, and a part of them is no result.
   if(findPlaced(book, entry) || findDeals(book, entry, days) || findPosition(book, entry) || findCancelled(entry))
     {
      if(entry.message == "")
         entry.message = "found at the trade server";
      return(true);
     }
   return(false);
  }

#endif
