// Closings that the trade server could not take yet: tried again with the timer until they are done.
#ifndef QUORATE_PENDING_CLOSINGS_MQH
#define QUORATE_PENDING_CLOSINGS_MQH
#include "portable.mqh"
#include "session.mqh"
#include "send-order.mqh"

#define PENDING_PAUSE_MS 500
#define PENDING_ALERT_MS 3000

struct PendingClosing
  {
   OrderTerms        terms;
   long              since;
   long              notBefore;
   bool              alerted;
  };

struct Pending
  {
   ARR(PendingClosing, closings);
   int               size;
  };

void pendingReset(Pending &pending)
  {
   pending.size = 0;
   ArrayResize(pending.closings, 0);
  }

void pendingMark(Book &book, const string key, BookEntry &entry, const bool waits)
  {
   const int index = bookIndex(book, key);
   entry.waits = waits;
   if(waits)
      entry.state = "sent";
   if(index < 0)
      return;
   if(waits)
      book.entries[index] = entry;
   else
      bookSettle(book, index, entry);
  }

void pendingAdd(Book &book, Pending &pending, OrderTerms &terms, BookEntry &entry)
  {
   ArrayResize(pending.closings, pending.size + 1, 16);
   const int i = pending.size;
   pending.size++;
   pending.closings[i].terms = terms;
   pending.closings[i].since = tickMs();
   pending.closings[i].notBefore = tickMs() + PENDING_PAUSE_MS;
   pending.closings[i].alerted = false;
   pendingMark(book, terms.key, entry, true);
  }

// One more attempt. True when it is over, whatever came of it.
bool pendingTry(Book &book, PendingClosing &closing)
  {
   BookEntry entry;
   entryOfTerms(closing.terms, entry);
   const int index = bookIndex(book, closing.terms.key);
   if(index < 0)
      return(true);
   entry.written = book.entries[index].written;
   if(selectPosition(closing.terms.ticket) == 0)
     {
      entry.state = "rejected";
      entry.retcode = 10036;
      entry.message = retcodeWords(10036);
      pendingMark(book, closing.terms.key, entry, false);
      return(true);
     }
   // A part that is larger than what is left closes what is left.
   const long held = unitsOf(PositionGetDouble(POSITION_VOLUME));
   if(closing.terms.lots > held)
      closing.terms.lots = held;
   sendOrder(closing.terms, entry, book.magic);
   if(closingWaits(entry))
     {
      pendingMark(book, closing.terms.key, entry, true);
      return(false);
     }
   finishOrder(book, closing.terms, entry);
   pendingMark(book, closing.terms.key, entry, false);
   return(true);
  }

// On each call of the timer, with the bot or without it.
void pendingWork(Session &session, Book &book, Pending &pending)
  {
   for(int i = pending.size - 1; i >= 0; i--)
     {
      if(tickMs() < pending.closings[i].notBefore || missingPermission() != "")
         continue;
      const bool over = pendingTry(book, pending.closings[i]);
      pending.closings[i].notBefore = tickMs() + PENDING_PAUSE_MS;
      if(over)
        {
         pending.size--;
         if(i < pending.size)
            pending.closings[i] = pending.closings[pending.size];
         continue;
        }
      if(!pending.closings[i].alerted && tickMs() - pending.closings[i].since >= PENDING_ALERT_MS)
        {
         pending.closings[i].alerted = true;
         const string message = "position " + ticketText(pending.closings[i].terms.ticket) +
                                " is not closed yet, it is tried on";
         Alert("Quorate: " + message);
         sessionLog(session, "error", message);
        }
     }
  }

#endif
