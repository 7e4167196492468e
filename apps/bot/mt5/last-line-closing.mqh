// The last line at work: compares, closes, tells. It waits for nobody; every answer comes as a transaction.
#ifndef QUORATE_LAST_LINE_CLOSING_MQH
#define QUORATE_LAST_LINE_CLOSING_MQH
#include "portable.mqh"
#include "last-line.mqh"
#include "session.mqh"
#include "positions.mqh"
#include "retcodes.mqh"
#include "send-order.mqh"

#define LINE_COMMENT "TB1:LASTLINE"
// An answer that has not come by then will not come; what is still open is asked for again.
#define LINE_ANSWER_MS 5000
#define LINE_PAUSE_MS 500
#define LINE_ALERT_MS 3000
#define LINE_PEAK_MS 1000
// What the terminal shows right after its start may be of yesterday.
#define LINE_CONNECTED_MS 1000

// What was paid to open a position; closing it may cost as much once more. Selects no position, but its history.
double linePaid(LastLine &line, const ulong id)
  {
   for(int i = 0; i < line.paidSize; i++)
      if(line.paidIds[i] == id)
         return(line.paid[i]);
   double sum = 0;
   if(!HistorySelectByPosition((long)id))
      return(0);
   for(int i = HistoryDealsTotal() - 1; i >= 0; i--)
     {
      const ulong deal = HistoryDealGetTicket(i);
      if(deal != 0)
         sum -= HistoryDealGetDouble(deal, DEAL_COMMISSION) + HistoryDealGetDouble(deal, DEAL_FEE);
     }
   // The history of a position that was just opened may be empty for a moment.
   if(HistoryDealsTotal() == 0)
      return(0);
   ArrayResize(line.paidIds, line.paidSize + 1, 64);
   ArrayResize(line.paid, line.paidSize + 1, 64);
   line.paidIds[line.paidSize] = id;
   line.paid[line.paidSize] = (sum > 0) ? sum : 0;
   line.paidSize++;
   return(line.paid[line.paidSize - 1]);
  }

// What closing everything may cost beyond what the equity shows: commissions once more, and one spread.
double lineClosingCost(LastLine &line)
  {
   double cost = 0;
   for(int i = PositionsTotal() - 1; i >= 0; i--)
     {
      if(PositionGetTicket(i) == 0)
         continue;
      const string symbol = PositionGetString(POSITION_SYMBOL);
      const double tickSize = SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_SIZE);
      const double tickValue = SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_VALUE_LOSS);
      MqlTick tick = {};
      if(tickSize > 0 && SymbolInfoTick(symbol, tick) && tick.ask > tick.bid)
         cost += (tick.ask - tick.bid) / tickSize * tickValue * PositionGetDouble(POSITION_VOLUME);
      cost += linePaid(line, (ulong)PositionGetInteger(POSITION_IDENTIFIER));
     }
   return(cost);
  }

bool lineOwn(const long magic, const long ours, const string comment)
  {
   return(magic == ours || StringFind(comment, COMMENT_PREFIX) >= 0);
  }

// How many positions and waiting orders the line closes: ours, and others where the owner said so.
int lineOpenCount(LastLine &line, const long magic)
  {
   int count = 0;
   for(int i = PositionsTotal() - 1; i >= 0; i--)
      if(PositionGetTicket(i) != 0 &&
         (line.hand || lineOwn(PositionGetInteger(POSITION_MAGIC), magic, PositionGetString(POSITION_COMMENT))))
         count++;
   for(int i = OrdersTotal() - 1; i >= 0; i--)
      if(OrderGetTicket(i) != 0 && (line.hand || lineOwn(OrderGetInteger(ORDER_MAGIC), magic, OrderGetString(ORDER_COMMENT))))
         count++;
   return(count);
  }

// Whether the account's equity is at the line. Nothing is known without the broker.
bool lineNear(LastLine &line, const long connectedMs)
  {
   if(!line.known || connectedMs < LINE_CONNECTED_MS)
      return(false);
   const double equity = AccountInfoDouble(ACCOUNT_EQUITY);
   // Figures that have not come yet are 0.
   if(equity == 0.0 && AccountInfoDouble(ACCOUNT_BALANCE) == 0.0)
      return(false);
   const double least = (double)(lineFloor(line) + line.buffer) / DECIMAL_SCALE;
   return(equity <= least || (PositionsTotal() > 0 && equity <= least + lineClosingCost(line)));
  }

void lineSay(Session &session, LastLine &line, const string what, const int open, const string message)
  {
   Print("Quorate: ", message);
   if(session.phase != PHASE_OPEN)
      return;
   const int digits = (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS);
   string body = "";
   putText(body, "what", what);
   putText(body, "floor", decimalText((double)lineFloor(line) / DECIMAL_SCALE));
   putText(body, "equity", fixedText(AccountInfoDouble(ACCOUNT_EQUITY), digits));
   putWhole(body, "open", open);
   putWords(body, "message", message);
   sessionSend(session, "last_line", "", false, body);
  }

int lineClosingIndex(LastLine &line, const ulong id)
  {
   for(int i = 0; i < line.size; i++)
      if(line.closings[i].id == id)
         return(i);
   ArrayResize(line.closings, line.size + 1, 64);
   const int i = line.size;
   line.size++;
   line.closings[i].id = id;
   line.closings[i].requestId = 0;
   line.closings[i].asked = false;
   line.closings[i].askedAt = 0;
   line.closings[i].notBefore = 0;
   line.closings[i].since = tickMs();
   line.closings[i].mode = 0;
   line.closings[i].alerted = false;
   line.closings[i].retcode = 0;
   return(i);
  }

// What came of one request. What was not done is asked for again on a later call, until nothing is open.
void lineClosingAnswered(LineClosing &closing, const uint retcode)
  {
   closing.retcode = retcode;
   if(retcodeClass(retcode) == CLASS_DONE)
      return;
   closing.asked = false;
   if(retcode == 10030)
     {
      closing.mode++;
      return;
     }
   if(retcodeClass(retcode) != CLASS_AGAIN || retcode == 10021)
      closing.notBefore = tickMs() + LINE_PAUSE_MS;
  }

// Every result of an asynchronous request passes here.
void lineHear(LastLine &line, const uint requestId, const uint retcode)
  {
   for(int i = 0; i < line.size; i++)
      if(line.closings[i].asked && line.closings[i].requestId == requestId)
         lineClosingAnswered(line.closings[i], retcode);
  }

bool lineMayAsk(LineClosing &closing)
  {
   const long now = tickMs();
   if(closing.asked && now - closing.askedAt < LINE_ANSWER_MS)
      return(false);
   return(now >= closing.notBefore);
  }

void lineAsk(LineClosing &closing, MqlTradeRequest &request)
  {
   MqlTradeResult result = {};
   ResetLastError();
   closing.asked = true;
   closing.askedAt = tickMs();
   const bool went = OrderSendAsync(request, result);
   closing.requestId = result.request_id;
   if(!went)
      lineClosingAnswered(closing, result.retcode == 0 ? 10011 : result.retcode);
  }

// Of the position that is selected.
void lineClosePosition(LineClosing &closing, const ulong ticket, const long magic)
  {
   const string symbol = PositionGetString(POSITION_SYMBOL);
   const bool buy = PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY;
   const double most = SymbolInfoDouble(symbol, SYMBOL_VOLUME_MAX);
   const double held = PositionGetDouble(POSITION_VOLUME);
   MqlTick tick = {};
   MqlTradeRequest request = {};
   ARR(int, modes);
   if(!SymbolInfoTick(symbol, tick) || tick.bid <= 0 || tick.ask <= 0)
     {
      lineClosingAnswered(closing, 10021);
      return;
     }
   const int count = fillingModes(symbol, modes);
   request.action = TRADE_ACTION_DEAL;
   request.magic = (ulong)magic;
   request.symbol = symbol;
   request.volume = (most > 0 && held > most) ? most : held;
   request.type = buy ? ORDER_TYPE_SELL : ORDER_TYPE_BUY;
   request.price = buy ? tick.bid : tick.ask;
   // Out at any price: what is left of the reserve is worth less than being out.
   request.deviation = 10000;
   request.type_time = ORDER_TIME_GTC;
   request.type_filling = (ENUM_ORDER_TYPE_FILLING)modes[closing.mode % count];
   request.comment = LINE_COMMENT;
   request.position = ticket;
   lineAsk(closing, request);
  }

void lineCancelOrder(LineClosing &closing, const ulong ticket)
  {
   MqlTradeRequest request = {};
   request.action = TRADE_ACTION_REMOVE;
   request.order = ticket;
   lineAsk(closing, request);
  }

void lineAlert(Session &session, LastLine &line, LineClosing &closing, const int open)
  {
   if(closing.alerted || tickMs() - closing.since < LINE_ALERT_MS)
      return;
   closing.alerted = true;
   const string message = "the last line could not close " + ticketText(closing.id) + " yet: " + retcodeWords(closing.retcode);
   Alert("Quorate: " + message);
   lineSay(session, line, "stuck", open, message);
  }

// Closes whatever the line closes, as far as it is not on its way.
void lineCloseAll(Session &session, LastLine &line, const long magic)
  {
   const int open = lineOpenCount(line, magic);
   for(int i = PositionsTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = PositionGetTicket(i);
      if(ticket == 0 || (!line.hand && !lineOwn(PositionGetInteger(POSITION_MAGIC), magic, PositionGetString(POSITION_COMMENT))))
         continue;
      const int at = lineClosingIndex(line, (ulong)PositionGetInteger(POSITION_IDENTIFIER));
      if(lineMayAsk(line.closings[at]))
         lineClosePosition(line.closings[at], ticket, magic);
      lineAlert(session, line, line.closings[at], open);
     }
   for(int i = OrdersTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = OrderGetTicket(i);
      if(ticket == 0 || (!line.hand && !lineOwn(OrderGetInteger(ORDER_MAGIC), magic, OrderGetString(ORDER_COMMENT))))
         continue;
      const int at = lineClosingIndex(line, ticket);
      if(lineMayAsk(line.closings[at]))
         lineCancelOrder(line.closings[at], ticket);
     }
   const int left = lineOpenCount(line, magic);
   if(left > 0)
      return;
   if(line.size > 0)
      lineSay(session, line, "closed", 0, "the last line has closed everything");
   line.size = 0;
  }

// A higher equity raises a floor that trails, before anything is compared with it.
void lineRise(LastLine &line, const long connectedMs)
  {
   if(line.peak == 0 || line.trippedAt != 0 || connectedMs < LINE_CONNECTED_MS)
      return;
   const long equity = unitsOf(AccountInfoDouble(ACCOUNT_EQUITY));
   if(equity <= line.peak)
      return;
   line.peak = equity;
   line.peakNew = true;
  }

// A peak is written down at most once a second: what a crash may cost is that second.
void lineKeepPeak(LastLine &line)
  {
   if(!line.peakNew || tickMs() - line.peakAt < LINE_PEAK_MS)
      return;
   line.peakAt = tickMs();
   line.peakNew = !lineWrite(line);
  }

// At each tick and each turn of the timer, with the bot or without it.
void lineWork(Session &session, LastLine &line, const long magic, const long connectedMs)
  {
   if(session.phase != PHASE_OPEN)
      line.told = false;
   if(!line.known || line.name == "")
      return;
   lineRise(line, connectedMs);
   if(line.trippedAt == 0 && PositionsTotal() + OrdersTotal() > 0 && lineNear(line, connectedMs))
     {
      const int open = lineOpenCount(line, magic);
      if(open == 0)
        {
         // Nothing here is ours to close: its owner is told once.
         if(!line.handTold)
           {
            line.handTold = true;
            Alert("Quorate: the equity is at the last line; positions opened by hand are left to you");
            lineSay(session, line, "hand", PositionsTotal(), "the equity is at the last line; positions opened by hand are left to you");
           }
         return;
        }
      line.trippedAt = utcMs();
      line.trippedEquity = unitsOf(AccountInfoDouble(ACCOUNT_EQUITY));
      // Closing comes first: the disk may be slow.
      lineCloseAll(session, line, magic);
      if(!lineWrite(line))
         Print("Quorate: the last line could not be written down; it holds until the terminal ends");
      Alert("Quorate: the equity is at the last line; everything is closed and nothing is opened");
      lineSay(session, line, "tripped", open, "the equity is at the last line; everything is closed and nothing is opened");
      line.told = true;
     }
   lineKeepPeak(line);
   if(line.trippedAt == 0)
      return;
   // On its return the bot learns what was done without it.
   if(session.phase == PHASE_OPEN && !line.told)
     {
      line.told = true;
      lineSay(session, line, "tripped", lineOpenCount(line, magic), lineRefusal(line, false));
     }
   if(connectedMs > 0)
      lineCloseAll(session, line, magic);
  }

#endif
