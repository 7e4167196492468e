// What is under way at the trade server. Everything is sent without waiting: whoever waits for a slow server cannot
// look at the last line. Answers come as transactions.
#ifndef QUORATE_UNDER_WAY_MQH
#define QUORATE_UNDER_WAY_MQH
#include "portable.mqh"
#include "session.mqh"
#include "book.mqh"
#include "find.mqh"
#include "positions.mqh"
#include "retcodes.mqh"
#include "send-order.mqh"

// The first, and three again.
#define ATTEMPTS_MOST 4
#define FILLING_MODES 3
// An answer that has not come by then is not waited for; what became of it, the terminal's own lists say.
#define ANSWER_MS 30000
// A market order that the server has taken is executed in moments.
#define PLACED_MS 1000
#define AGAIN_MS 500
#define STUCK_ALERT_MS 3000

// One order or closing, from its sending to its answer.
struct Flight
  {
   OrderTerms        terms;
   BookEntry         entry;
   // The bot's request that its end answers, and when the session of it began; nothing where nobody asked.
   string            reply;
   long              sessionBegan;
   uint              requestId;
   int               mode;
   int               attempt;
   long              askedAt;
   // When the server had taken it and told of no deal; 0 before.
   long              placedAt;
  };

// A closing that the trade server could not take yet: tried again with the timer until it is done.
struct PendingClosing
  {
   OrderTerms        terms;
   long              since;
   long              notBefore;
   bool              flying;
   bool              alerted;
  };

// A stop on its way to another price.
struct StopChange
  {
   // The position's identifier.
   ulong             position;
   double            stop;
   double            target;
   string            reply;
   long              sessionBegan;
   uint              requestId;
   bool              asked;
   int               attempt;
   long              askedAt;
   long              notBefore;
   long              since;
   bool              alerted;
  };

struct UnderWay
  {
   ARR(Flight, flights);
   int               flightCount;
   ARR(PendingClosing, closings);
   int               closingCount;
   ARR(StopChange, changes);
   int               changeCount;
  };

void wayReset(UnderWay &way)
  {
   way.flightCount = 0;
   way.closingCount = 0;
   way.changeCount = 0;
   ArrayResize(way.flights, 0);
   ArrayResize(way.closings, 0);
   ArrayResize(way.changes, 0);
  }

void answerBot(Session &session, const string reply, const long sessionBegan, const string body)
  {
   if(reply != "" && session.phase == PHASE_OPEN && session.began == sessionBegan)
      sessionAnswer(session, reply, body);
  }

// Changes of stops.

// Sends it, or says why nothing was sent.
uint changeSend(StopChange &change, const long magic)
  {
   const ulong ticket = selectPosition(change.position);
   if(ticket == 0)
      return(10036);
   MqlTradeRequest request = {};
   MqlTradeResult result = {};
   request.action = TRADE_ACTION_SLTP;
   request.position = ticket;
   request.symbol = PositionGetString(POSITION_SYMBOL);
   request.magic = (ulong)magic;
   request.sl = change.stop;
   request.tp = change.target;
   change.attempt++;
   change.askedAt = tickMs();
   change.asked = OrderSendAsync(request, result);
   change.requestId = result.request_id;
   if(change.asked)
      return(10008);
   return(result.retcode == 0 ? 10011 : result.retcode);
  }

void changeDrop(UnderWay &way, const int at)
  {
   way.changeCount--;
   if(at < way.changeCount)
      way.changes[at] = way.changes[way.changeCount];
  }

// What came of one request. A stop that the expert itself has to keep is tried again for as long as its position is open.
void changeAnswered(Session &session, UnderWay &way, const int at, uint retcode)
  {
   way.changes[at].asked = false;
   way.changes[at].notBefore = tickMs();
   // The same terms again are a success.
   if(retcode == 10025 || retcodeClass(retcode) == CLASS_DONE)
      retcode = 10009;
   else if(retcodeClass(retcode) == CLASS_AGAIN && way.changes[at].attempt < ATTEMPTS_MOST)
      return;
   else if(way.changes[at].reply == "" && retcode != 10036)
     {
      way.changes[at].notBefore = tickMs() + AGAIN_MS;
      if(way.changes[at].alerted || tickMs() - way.changes[at].since < STUCK_ALERT_MS)
         return;
      way.changes[at].alerted = true;
      const string message = "position " + ticketText(way.changes[at].position) + " has no stop: " + retcodeWords(retcode);
      Alert("Quorate: " + message);
      sessionLog(session, "error", message);
      return;
     }
   string body = "";
   putWhole(body, "retcode", (long)retcode);
   putWords(body, "message", retcodeWords(retcode));
   answerBot(session, way.changes[at].reply, way.changes[at].sessionBegan, body);
   changeDrop(way, at);
  }

void changeStep(Session &session, UnderWay &way, const int at, const long magic)
  {
   const uint retcode = changeSend(way.changes[at], magic);
   if(!way.changes[at].asked)
      changeAnswered(session, way, at, retcode);
  }

void changeBegin(Session &session, UnderWay &way, const ulong position, const double stop, const double target,
                 const string reply, const long magic)
  {
   ArrayResize(way.changes, way.changeCount + 1, 16);
   const int at = way.changeCount;
   way.changeCount++;
   way.changes[at].position = position;
   way.changes[at].stop = stop;
   way.changes[at].target = target;
   way.changes[at].reply = reply;
   way.changes[at].sessionBegan = session.began;
   way.changes[at].requestId = 0;
   way.changes[at].asked = false;
   way.changes[at].attempt = 0;
   way.changes[at].askedAt = 0;
   way.changes[at].notBefore = 0;
   way.changes[at].since = tickMs();
   way.changes[at].alerted = false;
   changeStep(session, way, at, magic);
  }

// Some brokers take the stop off an order that is executed at the market: it is set again at once.
void keepStop(Session &session, UnderWay &way, OrderTerms &terms, BookEntry &entry, const long magic)
  {
   const int digits = symbolDigits(terms.symbol);
   if(selectPosition(entry.position) == 0 || PositionGetDouble(POSITION_SL) != 0.0)
      return;
   changeBegin(session, way, entry.position, numberOfUnits(terms.stop, digits), numberOfUnits(terms.target, digits), "",
               magic);
  }

// Closings that wait.

int pendingIndex(UnderWay &way, const string key)
  {
   for(int i = 0; i < way.closingCount; i++)
      if(way.closings[i].terms.key == key)
         return(i);
   return(-1);
  }

void pendingAdd(Book &book, UnderWay &way, OrderTerms &terms, BookEntry &entry)
  {
   int i = pendingIndex(way, terms.key);
   if(i < 0)
     {
      ArrayResize(way.closings, way.closingCount + 1, 16);
      i = way.closingCount;
      way.closingCount++;
      way.closings[i].terms = terms;
      way.closings[i].since = tickMs();
      way.closings[i].alerted = false;
     }
   way.closings[i].flying = false;
   way.closings[i].notBefore = tickMs() + AGAIN_MS;
   entry.waits = true;
   entry.state = "sent";
   const int index = bookIndex(book, terms.key);
   if(index >= 0)
      book.entries[index] = entry;
  }

void pendingDrop(UnderWay &way, const string key)
  {
   const int i = pendingIndex(way, key);
   if(i < 0)
      return;
   way.closingCount--;
   if(i < way.closingCount)
      way.closings[i] = way.closings[way.closingCount];
  }

// Orders and closings.

// What follows from an answer that did not do it. True when it is sent once more.
bool flightGoesOn(Flight &flight, const uint retcode, const string comment, const bool went)
  {
   flight.entry.retcode = retcode;
   flight.entry.message = retcodeWords(retcode) + (comment == "" ? "" : ": " + comment);
   const int kind = retcodeClass(retcode);
   if(kind == CLASS_FILLING && flight.mode + 1 < FILLING_MODES)
     {
      flight.mode++;
      return(true);
     }
   if(kind == CLASS_AGAIN && flight.attempt < ATTEMPTS_MOST && utcMs() <= flight.terms.expires)
     {
      flight.attempt++;
      return(true);
     }
   // A check that failed sent nothing: whatever it said, nothing is open.
   flight.entry.state = (kind == CLASS_UNKNOWN && went) ? "unknown" : "rejected";
   return(false);
  }

// Step 6: check and send. True while it is under way; false when its entry says how it ended.
bool flightSend(Flight &flight, const long magic)
  {
   ARR(int, modes);
   fillingModes(flight.terms.symbol, modes);
   MqlTradeRequest request = {};
   requestOfTerms(flight.terms, request, magic);
   while(true)
     {
      MqlTick tick = {};
      MqlTradeCheckResult checked = {};
      MqlTradeResult result = {};
      uint retcode = 10021;
      string comment = "";
      bool went = false;
      if(SymbolInfoTick(flight.terms.symbol, tick) && tick.ask > 0 && tick.bid > 0)
        {
         request.price = (flight.terms.side == "BUY") ? tick.ask : tick.bid;
         request.type_filling = (ENUM_ORDER_TYPE_FILLING)modes[flight.mode];
         if(priceRanAway(flight.terms, request.price))
            retcode = 10004;
         else if(losesTooMuch(flight.terms, request.price))
           {
            retcode = 10004;
            comment = "it would lose " + fixedText(lossAtStop(flight.terms, request.price), 2) + " at its stop, " +
                      decimalText((double)flight.terms.mostLoss / DECIMAL_SCALE) + " at most";
           }
         else if(!OrderCheck(request, checked) && checked.retcode != 0)
           {
            retcode = checked.retcode;
            comment = checked.comment;
           }
         else
           {
            flight.askedAt = tickMs();
            ResetLastError();
            if(OrderSendAsync(request, result))
              {
               flight.requestId = result.request_id;
               return(true);
              }
            went = true;
            retcode = result.retcode;
            comment = (retcode == 0) ? "the terminal's error " + IntegerToString(GetLastError()) : result.comment;
           }
        }
      if(!flightGoesOn(flight, retcode, comment, went))
         return(false);
     }
  }

// What a result still lacks: the rest taken off, what the deal says, the stop kept.
void finishOrder(Session &session, Book &book, UnderWay &way, Flight &flight)
  {
   if(flight.entry.state != "filled" && flight.entry.state != "partial")
      return;
   if(flight.entry.state == "partial")
      cancelRest(flight.entry.order);
   // The server may tell price, volume and position only with the deal.
   BookEntry told;
   told = flight.entry;
   if(findDeals(book, told, FIND_DAYS_SENDING))
     {
      flight.entry.deal = told.deal;
      flight.entry.order = told.order;
      flight.entry.position = told.position;
      flight.entry.resultLots = told.resultLots;
      flight.entry.resultPrice = told.resultPrice;
      flight.entry.state = told.state;
     }
   else if(flight.terms.work == "close")
      flight.entry.position = flight.terms.ticket;
   else
      flight.entry.position = flight.entry.order;
   if(flight.terms.work == "open")
      keepStop(session, way, flight.terms, flight.entry, book.magic);
  }

// Step 7: what it came to is written down. A closing that waits has no result yet.
void flightSettle(Session &session, Book &book, UnderWay &way, Flight &flight)
  {
   finishOrder(session, book, way, flight);
   if(closingWaits(flight.entry))
     {
      pendingAdd(book, way, flight.terms, flight.entry);
      return;
     }
   pendingDrop(way, flight.terms.key);
   flight.entry.waits = false;
   const int index = bookIndex(book, flight.terms.key);
   if(index >= 0)
      bookSettle(book, index, flight.entry);
  }

// True while it is under way; false when it ended at once, and is settled.
bool flightBegin(Session &session, Book &book, UnderWay &way, OrderTerms &terms, BookEntry &entry, const string reply)
  {
   Flight flight;
   flight.terms = terms;
   flight.entry = entry;
   flight.reply = reply;
   flight.sessionBegan = session.began;
   flight.requestId = 0;
   flight.mode = 0;
   flight.attempt = 1;
   flight.askedAt = 0;
   flight.placedAt = 0;
   if(!flightSend(flight, book.magic))
     {
      flightSettle(session, book, way, flight);
      entry = flight.entry;
      return(false);
     }
   ArrayResize(way.flights, way.flightCount + 1, 16);
   way.flights[way.flightCount] = flight;
   way.flightCount++;
   return(true);
  }

void flightEnd(Session &session, Book &book, UnderWay &way, const int at)
  {
   Flight ended;
   ended = way.flights[at];
   way.flightCount--;
   if(at < way.flightCount)
      way.flights[at] = way.flights[way.flightCount];
   flightSettle(session, book, way, ended);
   answerBot(session, ended.reply, ended.sessionBegan, resultBody(ended.entry, false));
  }

void flightAnswered(Session &session, Book &book, UnderWay &way, const int at, const MqlTradeResult &result)
  {
   if(retcodeClass(result.retcode) != CLASS_DONE)
     {
      if(!flightGoesOn(way.flights[at], result.retcode, result.comment, true) ||
         !flightSend(way.flights[at], book.magic))
         flightEnd(session, book, way, at);
      return;
     }
   way.flights[at].entry.retcode = result.retcode;
   way.flights[at].entry.message = retcodeWords(result.retcode) + (result.comment == "" ? "" : ": " + result.comment);
   way.flights[at].entry.order = result.order;
   way.flights[at].entry.deal = result.deal;
   way.flights[at].entry.resultLots = decimalText(result.volume);
   way.flights[at].entry.resultPrice = DoubleToString(result.price, symbolDigits(way.flights[at].terms.symbol));
   if(result.retcode == 10008)
     {
      way.flights[at].entry.state = "placed";
      way.flights[at].placedAt = tickMs();
      return;
     }
   way.flights[at].entry.state = (result.retcode == 10010) ? "partial" : "filled";
   flightEnd(session, book, way, at);
  }

// Every result of a request that was sent on passes here.
void wayHear(Session &session, Book &book, UnderWay &way, const MqlTradeResult &result)
  {
   for(int i = 0; i < way.flightCount; i++)
      if(way.flights[i].requestId == result.request_id && way.flights[i].placedAt == 0)
        {
         flightAnswered(session, book, way, i, result);
         return;
        }
   for(int i = 0; i < way.changeCount; i++)
      if(way.changes[i].asked && way.changes[i].requestId == result.request_id)
        {
         changeAnswered(session, way, i, result.retcode);
         return;
        }
  }

// One that was taken and waits for its deal, or of which nothing was heard.
void flightLook(Session &session, Book &book, UnderWay &way, const int at)
  {
   if(way.flights[at].placedAt != 0)
     {
      BookEntry told;
      told = way.flights[at].entry;
      if(findDeals(book, told, FIND_DAYS_SENDING))
         way.flights[at].entry.state = told.state;
      else if(tickMs() - way.flights[at].placedAt < PLACED_MS)
         return;
      flightEnd(session, book, way, at);
      return;
     }
   if(tickMs() - way.flights[at].askedAt < ANSWER_MS)
      return;
   way.flights[at].entry.retcode = 10012;
   way.flights[at].entry.message = retcodeWords(10012);
   way.flights[at].entry.state = "unknown";
   flightEnd(session, book, way, at);
  }

// One more attempt at a closing that waits.
void pendingTry(Session &session, Book &book, UnderWay &way, const int at)
  {
   BookEntry entry;
   OrderTerms terms;
   terms = way.closings[at].terms;
   entryOfTerms(terms, entry);
   const int index = bookIndex(book, terms.key);
   if(index < 0)
     {
      pendingDrop(way, terms.key);
      return;
     }
   entry.written = book.entries[index].written;
   if(selectPosition(terms.ticket) == 0)
     {
      entry.state = "rejected";
      entry.retcode = 10036;
      entry.message = retcodeWords(10036);
      pendingDrop(way, terms.key);
      bookSettle(book, index, entry);
      return;
     }
   // A part that is larger than what is left closes what is left.
   const long held = unitsOf(PositionGetDouble(POSITION_VOLUME));
   if(terms.lots > held)
      terms.lots = held;
   way.closings[at].terms = terms;
   way.closings[at].flying = true;
   flightBegin(session, book, way, terms, entry, "");
  }

// On each call of the timer, with the bot or without it.
void wayWork(Session &session, Book &book, UnderWay &way)
  {
   for(int i = way.flightCount - 1; i >= 0; i--)
      flightLook(session, book, way, i);
   for(int i = way.changeCount - 1; i >= 0; i--)
     {
      if(way.changes[i].asked && tickMs() - way.changes[i].askedAt >= ANSWER_MS)
         changeAnswered(session, way, i, 10012);
      else if(!way.changes[i].asked && tickMs() >= way.changes[i].notBefore)
         changeStep(session, way, i, book.magic);
     }
   for(int i = way.closingCount - 1; i >= 0; i--)
     {
      if(!way.closings[i].alerted && tickMs() - way.closings[i].since >= STUCK_ALERT_MS)
        {
         way.closings[i].alerted = true;
         const string message = "position " + ticketText(way.closings[i].terms.ticket) +
                                " is not closed yet, it is tried on";
         Alert("Quorate: " + message);
         sessionLog(session, "error", message);
        }
      if(!way.closings[i].flying && tickMs() >= way.closings[i].notBefore && missingPermission() == "")
         pendingTry(session, book, way, i);
     }
  }

#endif
