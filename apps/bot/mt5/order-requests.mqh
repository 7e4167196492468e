// Requests about orders and positions, read with care.
#ifndef QUORATE_ORDER_REQUESTS_MQH
#define QUORATE_ORDER_REQUESTS_MQH
#include "portable.mqh"
#include "session.mqh"
#include "orders.mqh"
#include "last-line-closing.mqh"

// Reads a decimal that must be there; null and absent are wrong.
bool decimalField(JsonLine &line, const string name, long &units)
  {
   string text = "";
   return(jsonGetText(line, name, text) && decimalOfText(text, units));
  }

// Reads a decimal that may be null, which counts as zero.
bool priceOrNull(JsonLine &line, const string name, long &units)
  {
   units = 0;
   return(jsonIsNull(line, name) || (decimalField(line, name, units) && units >= 0));
  }

// Step 1 of an opening. Returns what is not right, or nothing.
string readOpening(JsonLine &line, OrderTerms &terms, const long magic)
  {
   long theirs = 0;
   terms.work = "open";
   terms.ticket = 0;
   if(!jsonGetText(line, "key", terms.key) || !keyRight(terms.key))
      return("key must be ten base32 characters");
   if(!jsonGetWhole(line, "exp", terms.expires) || terms.expires < 0)
      return("exp must be UTC in milliseconds");
   if(!jsonGetWhole(line, "magic", theirs))
      return("magic must be a whole number");
   if(theirs != magic)
      return("magic is " + IntegerToString(theirs) + ", the expert's is " + IntegerToString(magic));
   if(!jsonGetText(line, "symbol", terms.symbol) || !symbolTextRight(terms.symbol))
      return("symbol must have 1 to 32 characters");
   if(!jsonGetText(line, "side", terms.side) || (terms.side != "BUY" && terms.side != "SELL"))
      return("side must be BUY or SELL");
   if(!decimalField(line, "lots", terms.lots) || terms.lots <= 0)
      return("lots must be a decimal above 0");
   if(!priceOrNull(line, "sl", terms.stop))
      return("sl must be a price");
   if(!priceOrNull(line, "tp", terms.target))
      return("tp must be a price or null");
   if(!jsonGetWhole(line, "deviation", terms.deviation) || terms.deviation < 0)
      return("deviation must be a whole number of points");
   if(!decimalField(line, "bid", terms.bid) || !decimalField(line, "ask", terms.ask))
      return("bid and ask must be prices");
   if(!priceOrNull(line, "most_loss", terms.mostLoss))
      return("most_loss must be money or null");
   return("");
  }

string readClosing(JsonLine &line, OrderTerms &terms)
  {
   string ticket = "";
   terms.work = "close";
   terms.symbol = "";
   terms.side = "";
   terms.stop = 0;
   terms.target = 0;
   terms.bid = 0;
   terms.ask = 0;
   terms.mostLoss = 0;
   if(!jsonGetText(line, "key", terms.key) || !keyRight(terms.key))
      return("key must be ten base32 characters");
   if(!jsonGetWhole(line, "exp", terms.expires) || terms.expires < 0)
      return("exp must be UTC in milliseconds");
   if(!jsonGetText(line, "ticket", ticket) || !ticketOfText(ticket, terms.ticket))
      return("ticket must be a ticket number");
   if(!decimalField(line, "lots", terms.lots) || terms.lots <= 0)
      return("lots must be a decimal above 0");
   if(!jsonGetWhole(line, "deviation", terms.deviation) || terms.deviation < 0)
      return("deviation must be a whole number of points");
   return("");
  }

void answerOrder(Session &session, const string id, OrderAnswer &answer)
  {
   if(answer.waits)
      return;
   if(answer.code != "")
      sessionError(session, id, answer.code, answer.message);
   else
      sessionAnswer(session, id, resultBody(answer.entry, answer.duplicate));
  }

void onOpen(Session &session, Book &book, LastLine &held, UnderWay &way, JsonLine &line, const string id)
  {
   OrderTerms terms;
   OrderAnswer answer;
   const string fault = readOpening(line, terms, book.magic);
   if(fault != "")
     {
      sessionError(session, id, "bad_request", fault);
      return;
     }
   openOrder(session, book, way, terms, answer, sessionMayOpen(session),
             lineRefusal(held, lineNear(held, connectedFor())), id);
   answerOrder(session, id, answer);
  }

void onClose(Session &session, Book &book, UnderWay &way, JsonLine &line, const string id)
  {
   OrderTerms terms;
   OrderAnswer answer;
   const string fault = readClosing(line, terms);
   if(fault != "")
     {
      sessionError(session, id, "bad_request", fault);
      return;
     }
   closePosition(session, book, way, terms, answer, id);
   answerOrder(session, id, answer);
  }

void onQuery(Session &session, Book &book, JsonLine &line, const string id)
  {
   string key = "";
   OrderAnswer answer;
   if(!jsonGetText(line, "key", key) || !keyRight(key))
     {
      sessionError(session, id, "bad_request", "key must be ten base32 characters");
      return;
     }
   answer.waits = false;
   queryKey(book, key, answer);
   answerOrder(session, id, answer);
  }

void onCheck(Session &session, Book &book, JsonLine &line, const string id)
  {
   OrderTerms terms;
   const string fault = readOpening(line, terms, book.magic);
   if(fault != "")
     {
      sessionError(session, id, "bad_request", fault);
      return;
     }
   MqlTick tick = {};
   if(!SymbolSelect(terms.symbol, true) || !SymbolInfoTick(terms.symbol, tick))
     {
      sessionError(session, id, "unknown_symbol", "the broker has no quote for " + terms.symbol);
      return;
     }
   ARR(int, modes);
   fillingModes(terms.symbol, modes);
   MqlTradeRequest request = {};
   MqlTradeCheckResult checked = {};
   requestOfTerms(terms, request, book.magic);
   request.price = (terms.side == "BUY") ? tick.ask : tick.bid;
   request.type_filling = (ENUM_ORDER_TYPE_FILLING)modes[0];
   const bool right = OrderCheck(request, checked);
   string body = "";
   putWhole(body, "retcode", (long)checked.retcode);
   putText(body, "margin", fixedText(checked.margin, (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS)));
   putWords(body, "message", right ? "the order would be taken" : retcodeWords(checked.retcode));
   sessionAnswer(session, id, body);
  }

void onModify(Session &session, Book &book, UnderWay &way, JsonLine &line, const string id)
  {
   string text = "";
   ulong ticket = 0;
   long stop = 0;
   long target = 0;
   if(!jsonGetText(line, "ticket", text) || !ticketOfText(text, ticket) || !priceOrNull(line, "sl", stop) ||
      !priceOrNull(line, "tp", target))
     {
      sessionError(session, id, "bad_request", "a change needs ticket, sl and tp");
      return;
     }
   const string missing = missingPermission();
   const ulong held = selectPosition(ticket);
   if(stop <= 0)
      sessionError(session, id, "no_stop", "a stop is moved, never taken away");
   else if(held == 0)
      sessionError(session, id, "unknown_ticket", "position " + text + " is not open");
   else if(missing != "")
      sessionError(session, id, "not_allowed", missing);
   else
     {
      const int digits = symbolDigits(PositionGetString(POSITION_SYMBOL));
      const double newStop = numberOfUnits(stop, digits);
      const double newTarget = numberOfUnits(target, digits);
      const bool same = DoubleToString(PositionGetDouble(POSITION_SL), digits) == DoubleToString(newStop, digits) &&
                        DoubleToString(PositionGetDouble(POSITION_TP), digits) == DoubleToString(newTarget, digits);
      if(!same)
        {
         changeBegin(session, way, ticket, newStop, newTarget, id, book.magic);
         return;
        }
      string body = "";
      putWhole(body, "retcode", 10009);
      putWords(body, "message", retcodeWords(10009));
      sessionAnswer(session, id, body);
     }
  }

#endif
