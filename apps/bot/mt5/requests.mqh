// Every request of the bot, and its answer.
#ifndef QUORATE_REQUESTS_MQH
#define QUORATE_REQUESTS_MQH
#include "portable.mqh"
#include "session.mqh"
#include "deal-record.mqh"
#include "order-requests.mqh"
#include "line-requests.mqh"
#include "market-requests.mqh"
#include "calendar-requests.mqh"
#include "events.mqh"

#define DEALS_MOST 500

void onAccount(Session &session, Book &book, const string id)
  {
   string body = "";
   putRaw(body, "account", accountJson());
   putRaw(body, "permissions", permissionsJson());
   putMoney(body);
   putText(body, "credit", fixedText(AccountInfoDouble(ACCOUNT_CREDIT), (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS)));
   putWhole(body, "server_time", (long)TimeCurrent());
   putBool(body, "halted", book.halted);
   sessionAnswer(session, id, body);
  }

void onPositions(Session &session, const string id)
  {
   ARR(string, records);
   int count = 0;
   const int total = PositionsTotal();
   ArrayResize(records, total);
   for(int i = 0; i < total; i++)
      if(PositionGetTicket(i) != 0)
         records[count++] = positionJson();
   ArrayResize(records, count);
   sessionAnswerList(session, id, "positions", records, "");
  }

void onOrders(Session &session, const string id)
  {
   ARR(string, records);
   int count = 0;
   const int total = OrdersTotal();
   ArrayResize(records, total);
   for(int i = 0; i < total; i++)
      if(OrderGetTicket(i) != 0)
         records[count++] = orderJson();
   ArrayResize(records, count);
   sessionAnswerList(session, id, "orders", records, "");
  }

void answerDeals(Session &session, const string id, const int skip, const int limit, const string rest)
  {
   ARR(string, records);
   int count = 0;
   const int total = HistoryDealsTotal();
   ArrayResize(records, limit);
   for(int i = skip; i < total && count < limit; i++)
     {
      const ulong ticket = HistoryDealGetTicket(i);
      if(ticket != 0)
         records[count++] = dealJson(ticket);
     }
   ArrayResize(records, count);
   sessionAnswerList(session, id, "deals", records, rest);
  }

void onHistory(Session &session, JsonLine &line, const string id)
  {
   long from = 0;
   long to = 0;
   long skip = 0;
   long limit = 0;
   if(!jsonGetWhole(line, "from", from) || !jsonGetWhole(line, "to", to) || !jsonGetWhole(line, "skip", skip) ||
      !jsonGetWhole(line, "limit", limit) || from < 0 || to < 0 || skip < 0 || skip > INT_MAX || limit < 1 ||
      limit > DEALS_MOST)
     {
      sessionError(session, id, "bad_request", "history needs from, to, skip and a limit of 1 to 500");
      return;
     }
   if(!HistorySelect((datetime)from, (datetime)to))
     {
      sessionError(session, id, "not_ready", "the terminal has no history yet");
      return;
     }
   string rest = "";
   putWhole(rest, "total", HistoryDealsTotal());
   answerDeals(session, id, (int)skip, (int)limit, rest);
  }

void onHistoryPosition(Session &session, JsonLine &line, const string id)
  {
   string text = "";
   ulong ticket = 0;
   if(!jsonGetText(line, "ticket", text) || !ticketOfText(text, ticket))
      sessionError(session, id, "bad_request", "ticket must be a ticket number");
   else if(!HistorySelectByPosition((long)ticket))
      sessionError(session, id, "not_ready", "the terminal has no history of position " + text + " yet");
   else
      answerDeals(session, id, 0, HistoryDealsTotal(), "");
  }

void onHalt(Session &session, Book &book, const string id, const bool halted)
  {
   const bool written = bookHalt(book, halted);
   if(!written)
     {
      sessionError(session, id, "storage", halted ? "halted, but only until the terminal restarts" : "could not be written down; still halted");
      return;
     }
   string body = "";
   putBool(body, "halted", halted);
   sessionAnswer(session, id, body);
  }

void onRequest(Session &session, Book &book, LastLine &held, UnderWay &way, Watch &watch, JsonLine &line,
               const string type, const string id)
  {
   if(type == "account")
      onAccount(session, book, id);
   else if(type == "symbol.names")
      onSymbolNames(session, id);
   else if(type == "symbols")
      onSymbols(session, line, id);
   else if(type == "subscribe")
      onSubscribe(session, watch, line, id);
   else if(type == "bars")
      onBars(session, line, id);
   else if(type == "calendar")
      onCalendar(session, line, id);
   else if(type == "positions")
      onPositions(session, id);
   else if(type == "orders")
      onOrders(session, id);
   else if(type == "history")
      onHistory(session, line, id);
   else if(type == "history.position")
      onHistoryPosition(session, line, id);
   else if(type == "order.check")
      onCheck(session, book, line, id);
   else if(type == "order.open")
      onOpen(session, book, held, way, line, id);
   else if(type == "order.query")
      onQuery(session, book, line, id);
   else if(type == "position.modify")
      onModify(session, book, way, line, id);
   else if(type == "position.close")
      onClose(session, book, way, line, id);
   else if(type == "guard")
      onGuard(session, held, line, id, book.magic);
   else if(type == "guard.query")
      answerLine(session, held, id, book.magic);
   else if(type == "halt" || type == "resume")
      onHalt(session, book, id, type == "halt");
   else
      sessionError(session, id, "unknown_request", "the expert does not know " + StringSubstr(type, 0, 32));
  }

#endif
