// What is asked of an order, and what is answered.
#ifndef QUORATE_ORDER_TERMS_MQH
#define QUORATE_ORDER_TERMS_MQH
#include "portable.mqh"
#include "decimal.mqh"
#include "book.mqh"

struct OrderTerms
  {
   string            key;
   string            work;
   long              expires;
   string            symbol;
   string            side;
   long              lots;
   long              stop;
   long              target;
   long              deviation;
   long              bid;
   long              ask;
   // What it may lose at its stop, in money of the account; 0 where the bot does not say.
   long              mostLoss;
   ulong             ticket;
  };

// What is answered: an error when `code` is not nothing, otherwise the entry; nothing yet where it is under way.
struct OrderAnswer
  {
   bool              waits;
   string            code;
   string            message;
   bool              duplicate;
   BookEntry         entry;
  };

string resultBody(BookEntry &entry, const bool duplicate)
  {
   string body = "";
   putText(body, "key", entry.key);
   putText(body, "state", entry.state);
   putWhole(body, "retcode", (long)entry.retcode);
   putWords(body, "message", entry.message);
   putText(body, "order", ticketText(entry.order));
   putText(body, "deal", ticketText(entry.deal));
   putText(body, "position", ticketText(entry.position));
   putText(body, "lots", entry.resultLots);
   putText(body, "price", entry.resultPrice);
   putBool(body, "duplicate", duplicate);
   return(body);
  }

void entryOfTerms(OrderTerms &terms, BookEntry &entry)
  {
   entry.key = terms.key;
   entry.work = terms.work;
   entry.symbol = terms.symbol;
   entry.side = terms.side;
   entry.lots = terms.lots;
   entry.ticket = terms.ticket;
   entry.expires = terms.expires;
   entry.written = 0;
   bookClearResult(entry);
  }

bool keyRight(const string key)
  {
   if(StringLen(key) != 10)
      return(false);
   for(int i = 0; i < 10; i++)
     {
      const ushort c = StringGetCharacter(key, i);
      if(!((c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7')))
         return(false);
     }
   return(true);
  }

void refuse(OrderAnswer &answer, const string code, const string message)
  {
   answer.code = code;
   answer.message = message;
  }

bool symbolTextRight(const string symbol)
  {
   return(StringLen(symbol) >= 1 && StringLen(symbol) <= 32);
  }

#endif
