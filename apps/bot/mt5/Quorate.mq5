// The expert that joins a MetaTrader 5 terminal to the Quorate bot on the same computer.
#property copyright "Quorate"
#property link      "https://quorate.example"
#property version   "1.20"
#property description "Joins this terminal to the Quorate bot. Trades only what the bot asks for, always with a stop."

#include "portable.mqh"
#include "settings.mqh"
#include "book.mqh"
#include "session.mqh"
#include "conversation.mqh"
#include "events.mqh"
#include "orders.mqh"
#include "last-line-closing.mqh"
#include "under-way.mqh"
#include "requests.mqh"
#include "self-test.mqh"

// Windows wakes timers about every 16 ms; asking for less only costs.
input int TimerMs = 20; // How often the bot is listened to, milliseconds

#define ROUNDS_MOST 64
#define SETTINGS_EVERY_MS 2000

Settings g_settings;
Book g_book;
LastLine g_line;
UnderWay g_way;
Session g_session;
Watch g_watch;
string g_trouble = "";
string g_shown = "";
long g_settingsAt = 0;
long g_login = 0;
string g_server = "";

void show()
  {
   string text = QUORATE_VERSION;
   text = "Quorate " + text + ": ";
   if(g_trouble != "")
      text += g_trouble;
   else if(g_session.phase == PHASE_OPEN)
      text += g_book.halted ? "connected, halted" : "connected";
   else
      text += "waiting for the bot" + (g_session.ended == "" ? "" : " (" + g_session.ended + ")");
   const string refused = (g_line.known || g_line.broken) ? lineRefusal(g_line, false) : "";
   if(refused != "")
      text += "; " + refused;
   if(text == g_shown)
      return;
   g_shown = text;
   Comment(text);
  }

void prepare()
  {
   g_settingsAt = tickMs();
   g_trouble = settingsRead(g_settings);
   if(g_trouble != "")
      return;
   const long login = AccountInfoInteger(ACCOUNT_LOGIN);
   if(login == 0)
     {
      g_trouble = "the terminal is signed in to no account";
      return;
     }
   const string server = AccountInfoString(ACCOUNT_SERVER);
   if(login != g_login)
      bookClose(g_book);
   if(login != g_login || server != g_server || g_line.name == "")
     {
      lineOpen(g_line, lineFileName(login, server));
      wayReset(g_way);
     }
   g_login = login;
   g_server = server;
   g_book.magic = g_settings.magic;
   if(g_book.file == INVALID_HANDLE)
      g_trouble = bookOpen(g_book, "Quorate\\book-" + IntegerToString(login) + ".txt", utcMs());
  }

int OnInit()
  {
   g_book.file = INVALID_HANDLE;
   g_shown = "";
   g_connectedAt = 0;
   MathSrand((int)(GetTickCount64() & 0x7fffffff));
   FolderCreate("Quorate");
   // A core that does not count as it was tested must not trade.
   const string failed = selfTest();
   if(failed != "")
     {
      Alert("Quorate: the self-test failed: " + failed);
      Comment("Quorate: the self-test failed: " + failed);
      return(INIT_FAILED);
     }
   sessionReset(g_session);
   watchReset(g_watch);
   lineReset(g_line);
   wayReset(g_way);
   prepare();
   if(!EventSetMillisecondTimer(TimerMs))
     {
      Print("Quorate: the terminal gave no timer");
      return(INIT_FAILED);
     }
   show();
   return(INIT_SUCCEEDED);
  }

void OnDeinit(const int reason)
  {
   EventKillTimer();
   if(g_session.phase != PHASE_DOWN)
      sessionBye(g_session, "stopping", "the expert was taken off its chart (reason " + IntegerToString(reason) + ")");
   if(g_line.peakNew)
      lineWrite(g_line);
   bookClose(g_book);
   Comment("");
  }

// First of all, and again between requests: what the bot asks for must not keep it waiting.
void guard()
  {
   if(g_login != 0 && g_book.magic >= 0 && AccountInfoInteger(ACCOUNT_LOGIN) == g_login &&
      AccountInfoString(ACCOUNT_SERVER) == g_server)
      lineWork(g_session, g_line, g_book.magic, connectedFor());
  }

void work()
  {
   connectedFor();
   guard();
   if(g_trouble != "")
     {
      if(tickMs() - g_settingsAt >= SETTINGS_EVERY_MS)
         prepare();
      if(g_trouble != "")
         return;
     }
   const int before = g_session.phase;
   // The bot may have written another token or port since the last session.
   if(before == PHASE_DOWN && tickMs() >= g_session.dialAt && tickMs() - g_settingsAt >= SETTINGS_EVERY_MS)
      prepare();
   if(g_trouble != "")
      return;
   // Each account has its own book; the bot must look at the new one before anything else.
   // Demo and real servers may give the same number to two accounts.
   if(AccountInfoInteger(ACCOUNT_LOGIN) != g_login || AccountInfoString(ACCOUNT_SERVER) != g_server)
     {
      sessionBye(g_session, "stopping", "the terminal has changed its account");
      prepare();
      return;
     }
   wayWork(g_session, g_book, g_way);
   sessionTick(g_session, g_settings);
   if(before == PHASE_DOWN && g_session.phase != PHASE_DOWN)
      watchReset(g_watch);
   JsonLine line;
   string type = "";
   string id = "";
   for(int turn = 0; turn < ROUNDS_MOST; turn++)
     {
      const bool came = sessionRead(g_session);
      while(sessionNext(g_session, g_settings, line, type, id))
        {
         onRequest(g_session, g_book, g_line, g_way, g_watch, line, type, id);
         guard();
        }
      if(!came)
         break;
     }
   tellAll(g_session, g_watch);
  }

// While an order waited for the trade server nobody listened: that is no silence of the bot, whose lines have
// been waiting meanwhile. What is too late by then, its own time says.
void workUncounted()
  {
   const long began = tickMs();
   work();
   if(g_session.phase == PHASE_OPEN)
      g_session.heard += tickMs() - began;
  }

void OnTimer()
  {
   workUncounted();
   show();
  }

// Quotes of the chart's symbol wake the expert between two timers.
void OnTick()
  {
   workUncounted();
  }

void OnTradeTransaction(const MqlTradeTransaction &transaction, const MqlTradeRequest &request, const MqlTradeResult &result)
  {
   if(transaction.type == TRADE_TRANSACTION_REQUEST)
     {
      lineHear(g_line, result.request_id, result.retcode);
      if(g_book.file != INVALID_HANDLE)
         wayHear(g_session, g_book, g_way, result);
     }
   if(transaction.type != TRADE_TRANSACTION_DEAL_ADD || g_session.phase != PHASE_OPEN)
      return;
   string body = "";
   putText(body, "ticket", ticketText(transaction.deal));
   putText(body, "position", ticketText(transaction.position));
   sessionSend(g_session, "deal", "", false, body);
  }
