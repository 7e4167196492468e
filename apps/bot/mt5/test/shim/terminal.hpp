// A small terminal with a trade server that does what a script says. What the server has done stands in a
// file, so that it outlives the program as a real server would.
#pragma once
#include "names.hpp"
#include <deque>
#include <fstream>
#include <sstream>

struct FakePosition { ulong ticket; std::string symbol; int type; double volume, open, sl, tp; long magic; std::string comment; long ms; };
struct FakeOrder { ulong ticket; std::string symbol; int type; double volume, price, sl, tp; long magic; std::string comment; long ms; int state; };
struct FakeDeal { ulong ticket, order, position; std::string symbol; int type, entry; double volume, price, profit, sl, tp; long magic; std::string comment; long ms; int reason = DEAL_REASON_EXPERT; };
struct FakeSymbol { int digits; double bid, ask; int filling; int execution; };

inline std::map<std::string, FakeSymbol> g_symbols = {
    {"EURUSD", {5, 1.10200, 1.10210, 3, SYMBOL_TRADE_EXECUTION_MARKET}},
    {"XAUUSD", {2, 2400.10, 2400.40, 2, SYMBOL_TRADE_EXECUTION_MARKET}},
    {"GBPUSD", {5, 1.27000, 1.27012, 0, SYMBOL_TRADE_EXECUTION_INSTANT}},
};
inline std::vector<FakePosition> g_positions;
inline std::vector<FakeOrder> g_orders, g_pastOrders;
inline std::vector<FakeDeal> g_deals;
inline std::vector<const FakeDeal *> g_selected;
inline FakePosition g_position = {};
inline FakeOrder g_order = {};
inline ulong g_nextTicket = 1001;
inline std::deque<std::string> g_script;
inline std::string g_checkScript;
inline bool g_netting = false;
inline std::vector<MqlTradeRequest> g_sentRequests;
inline std::vector<ulong> g_newDeals;
inline std::map<int, long> g_permissions = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}};

inline FakeSymbol *fakeSymbol(const string &name) {
  const auto found = g_symbols.find(utf8(name));
  return found == g_symbols.end() ? nullptr : &found->second;
}
// A broker that opens positions again for its swap gives them other tickets; the identifier stays.
inline ulong g_reopened = 0;
inline FakePosition *fakePosition(ulong ticket) {
  for (FakePosition &p : g_positions) if (p.ticket + g_reopened == ticket) return &p;
  return nullptr;
}
// On a netting account: what an order without a ticket does to the one position of its symbol.
inline bool netDeal(ulong order, const std::string &symbol, int type, double volume, double price, double sl, double tp, long magic,
                    const std::string &comment, long ms) {
  FakePosition *p = nullptr;
  for (FakePosition &each : g_positions) if (each.symbol == symbol) p = &each;
  if (!p) return false;
  const ulong ticket = p->ticket;
  int entry = DEAL_ENTRY_IN;
  if (p->type == type) {
    p->open = (p->open * p->volume + price * volume) / (p->volume + volume);
    p->volume += volume;
  } else {
    entry = volume > p->volume + 1e-9 ? DEAL_ENTRY_INOUT : DEAL_ENTRY_OUT;
    p->volume -= volume;
    if (p->volume < -1e-9) { p->type = type; p->volume = -p->volume; p->open = price; }
  }
  if (sl > 0) { p->sl = sl; p->tp = tp; }
  if (p->volume < 1e-9) g_positions.erase(g_positions.begin() + (p - g_positions.data()));
  g_deals.push_back({order + 1, order, ticket, symbol, type, entry, volume, price, 0, sl, tp, magic, comment, ms});
  g_newDeals.push_back(order + 1);
  return true;
}
// One executed order: `open` or the closing of a position.
inline void applyDeal(ulong order, const std::string &symbol, int type, double volume, double price, double sl, double tp, long magic,
                      const std::string &comment, long ms, ulong closes) {
  const ulong deal = order + 1;
  if (order >= g_nextTicket) g_nextTicket = order + 2;
  double profit = 0;
  if (closes == 0 && g_netting && netDeal(order, symbol, type, volume, price, sl, tp, magic, comment, ms)) return;
  if (closes == 0) g_positions.push_back({order, symbol, type, volume, price, sl, tp, magic, comment, ms});
  else if (FakePosition *p = fakePosition(closes)) {
    profit = (price - p->open) * volume * 100000 * (p->type == 0 ? 1 : -1);
    p->volume -= volume;
    if (p->volume < 1e-9) g_positions.erase(g_positions.begin() + (p - g_positions.data()));
  }
  g_deals.push_back({deal, order, closes == 0 ? order : closes - g_reopened, symbol, type, closes == 0 ? DEAL_ENTRY_IN : DEAL_ENTRY_OUT, volume, price, profit, sl, tp, magic, comment, ms});
  g_newDeals.push_back(deal);
}
inline std::string serverFile() { return g_root + "/server.txt"; }
inline void executeDeal(ulong order, const std::string &symbol, int type, double volume, double price, double sl, double tp, long magic,
                        const std::string &comment, ulong closes) {
  const long ms = TimeCurrent() * 1000;
  char line[512];
  const int size = std::snprintf(line, sizeof line, "%lu\t%s\t%d\t%.8f\t%.8f\t%.8f\t%.8f\t%ld\t%s\t%ld\t%lu\n", order, symbol.c_str(), type, volume,
                                 price, sl, tp, magic, comment.empty() ? "-" : comment.c_str(), ms, closes);
  const int handle = open(serverFile().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (write(handle, line, (size_t)size) != size) std::abort();
  close(handle);
  applyDeal(order, symbol, type, volume, price, sl, tp, magic, comment, ms, closes);
}
inline void loadServer() {
  std::ifstream file(serverFile());
  std::string row, symbol, comment;
  while (std::getline(file, row)) {
    std::istringstream in(row);
    ulong order, closes; int type; double volume, price, sl, tp; long magic, ms;
    if (in >> order >> symbol >> type >> volume >> price >> sl >> tp >> magic >> comment >> ms >> closes)
      applyDeal(order, symbol, type, volume, price, sl, tp, magic, comment == "-" ? "" : comment, ms, closes);
  }
  g_newDeals.clear();
}

inline bool OrderCheck(const MqlTradeRequest &, MqlTradeCheckResult &result) {
  result.retcode = g_checkScript.empty() ? 0 : (uint)std::atoi(g_checkScript.c_str());
  result.margin = 110.21;
  return result.retcode == 0;
}
inline bool OrderSend(const MqlTradeRequest &request, MqlTradeResult &result) {
  step();
  g_sentRequests.push_back(request);
  std::string act = "ok";
  if (!g_script.empty()) { act = g_script.front(); g_script.pop_front(); }
  result.retcode = 10009;
  if (request.action == TRADE_ACTION_SLTP || request.action == TRADE_ACTION_REMOVE) {
    if (act != "ok") { result.retcode = (uint)std::atoi(act.c_str()); return false; }
    FakePosition *p = fakePosition(request.position);
    if (request.action == TRADE_ACTION_REMOVE)
      for (size_t i = g_orders.size(); i-- > 0;)
        if (g_orders[i].ticket == request.order) { g_pastOrders.push_back(g_orders[i]); g_orders.erase(g_orders.begin() + (long)i); }
    if (request.action == TRADE_ACTION_SLTP && p) { p->sl = request.sl; p->tp = request.tp; }
    return true;
  }
  if (std::isdigit((uchar)act[0])) { result.retcode = (uint)std::atoi(act.c_str()); return false; }
  if (act == "none") { result.retcode = 0; g_lastError = 4756; return false; }
  const ulong order = g_nextTicket;
  g_nextTicket += 2;
  const double volume = act == "partial" || act == "half" ? request.volume / 2 : request.volume;
  const std::string comment = act == "rewrite" ? "" : act == "cut" ? utf8(request.comment).substr(0, 9) : utf8(request.comment);
  if (act == "pending") {
    g_orders.push_back({order, utf8(request.symbol), request.type, request.volume, request.price, request.sl, request.tp, (long)request.magic, comment, TimeCurrent() * 1000, 1});
    result.retcode = 10008;
    result.order = order;
    return true;
  }
  executeDeal(order, utf8(request.symbol), request.type, volume, request.price, act == "nostop" ? 0 : request.sl, request.tp, (long)request.magic, comment, request.position);
  // Half of it is done, half waits, and nobody is told.
  if (act == "half") g_orders.push_back({order, utf8(request.symbol), request.type, request.volume, request.price, request.sl, request.tp, (long)request.magic, comment, TimeCurrent() * 1000, ORDER_STATE_PARTIAL});
  step();
  if (act == "half" || act == "lost" || act == "rewrite" || act == "cut") { result.retcode = 10012; return false; }
  if (act == "silent") { result.retcode = 0; return false; }
  result.retcode = act == "partial" ? 10010 : 10009;
  result.order = order;
  result.deal = order + 1;
  result.volume = volume;
  result.price = request.price;
  return true;
}

// Sent on, and answered with a transaction that the test hands over. `hang` is never answered, and never done.
inline std::vector<MqlTradeResult> g_results;
inline uint g_lastRequest = 0;
inline bool OrderSendAsync(const MqlTradeRequest &request, MqlTradeResult &result) {
  result = {};
  if (!g_script.empty() && g_script.front() == "none") {
    g_script.pop_front();
    g_sentRequests.push_back(request);
    g_lastError = 4756;
    return false;
  }
  result.retcode = 10008;
  result.request_id = ++g_lastRequest;
  if (!g_script.empty() && g_script.front() == "hang") {
    g_script.pop_front();
    g_sentRequests.push_back(request);
    return true;
  }
  MqlTradeResult later = {};
  OrderSend(request, later);
  later.request_id = result.request_id;
  g_results.push_back(later);
  return true;
}

inline int PositionsTotal() { return (int)g_positions.size(); }
inline ulong PositionGetTicket(int i) { g_position = g_positions.at((size_t)i); return g_position.ticket + g_reopened; }
inline bool PositionSelectByTicket(ulong ticket) {
  const FakePosition *p = fakePosition(ticket);
  if (p) g_position = *p;
  return p != nullptr;
}
inline long PositionGetInteger(ENUM_POSITION_PROPERTY_INTEGER p) {
  switch (p) {
    case POSITION_TIME: return g_position.ms / 1000;
    case POSITION_TIME_MSC: return g_position.ms;
    case POSITION_TYPE: return g_position.type;
    case POSITION_MAGIC: return g_position.magic;
    case POSITION_TICKET: return (long)(g_position.ticket + g_reopened);
    default: return (long)g_position.ticket;
  }
}
inline double PositionGetDouble(ENUM_POSITION_PROPERTY_DOUBLE p) {
  switch (p) {
    case POSITION_VOLUME: return g_position.volume;
    case POSITION_SL: return g_position.sl;
    case POSITION_TP: return g_position.tp;
    case POSITION_SWAP: return -0.12;
    case POSITION_PROFIT: return 1.5;
    default: return g_position.open;
  }
}
inline string PositionGetString(ENUM_POSITION_PROPERTY_STRING p) { return fromUtf8(p == POSITION_SYMBOL ? g_position.symbol : g_position.comment); }

inline long orderLong(const FakeOrder &o, ENUM_ORDER_PROPERTY_INTEGER p) {
  switch (p) {
    case ORDER_TICKET: return (long)o.ticket;
    case ORDER_TIME_SETUP: case ORDER_TIME_DONE: return o.ms / 1000;
    case ORDER_TYPE: return o.type;
    case ORDER_STATE: return o.state;
    default: return o.magic;
  }
}
inline int OrdersTotal() { return (int)g_orders.size(); }
inline ulong OrderGetTicket(int i) { g_order = g_orders.at((size_t)i); return g_order.ticket; }
inline bool OrderSelect(ulong ticket) {
  for (const FakeOrder &o : g_orders) if (o.ticket == ticket) { g_order = o; return true; }
  return false;
}
inline long OrderGetInteger(ENUM_ORDER_PROPERTY_INTEGER p) { return orderLong(g_order, p); }
inline double OrderGetDouble(ENUM_ORDER_PROPERTY_DOUBLE p) {
  return p == ORDER_SL ? g_order.sl : p == ORDER_TP ? g_order.tp : p == ORDER_PRICE_OPEN ? g_order.price : g_order.volume;
}
inline string OrderGetString(ENUM_ORDER_PROPERTY_STRING p) { return fromUtf8(p == ORDER_SYMBOL ? g_order.symbol : g_order.comment); }

inline bool HistorySelect(datetime from, datetime to) {
  g_selected.clear();
  for (const FakeDeal &d : g_deals) if (d.ms / 1000 >= from && d.ms / 1000 <= to) g_selected.push_back(&d);
  return true;
}
inline bool HistorySelectByPosition(long position) {
  g_selected.clear();
  for (const FakeDeal &d : g_deals) if (d.position == (ulong)position) g_selected.push_back(&d);
  return true;
}
inline int HistoryDealsTotal() { return (int)g_selected.size(); }
inline ulong HistoryDealGetTicket(int i) { return g_selected.at((size_t)i)->ticket; }
inline const FakeDeal &fakeDeal(ulong ticket) {
  for (const FakeDeal *d : g_selected) if (d->ticket == ticket) return *d;
  std::abort();
}
inline long HistoryDealGetInteger(ulong ticket, ENUM_DEAL_PROPERTY_INTEGER p) {
  const FakeDeal &d = fakeDeal(ticket);
  switch (p) {
    case DEAL_ORDER: return (long)d.order;
    case DEAL_TIME: return d.ms / 1000;
    case DEAL_TIME_MSC: return d.ms;
    case DEAL_TYPE: return d.type;
    case DEAL_ENTRY: return d.entry;
    case DEAL_MAGIC: return d.magic;
    case DEAL_REASON: return d.reason;
    default: return (long)d.position;
  }
}
inline double HistoryDealGetDouble(ulong ticket, ENUM_DEAL_PROPERTY_DOUBLE p) {
  const FakeDeal &d = fakeDeal(ticket);
  switch (p) {
    case DEAL_VOLUME: return d.volume;
    case DEAL_PRICE: return d.price;
    case DEAL_PROFIT: return d.profit;
    case DEAL_SL: return d.sl;
    case DEAL_TP: return d.tp;
    case DEAL_COMMISSION: return -0.35;
    default: return 0;
  }
}
inline string HistoryDealGetString(ulong ticket, ENUM_DEAL_PROPERTY_STRING p) {
  const FakeDeal &d = fakeDeal(ticket);
  return fromUtf8(p == DEAL_SYMBOL ? d.symbol : d.comment);
}
inline int HistoryOrdersTotal() { return (int)g_pastOrders.size(); }
inline ulong HistoryOrderGetTicket(int i) { return g_pastOrders.at((size_t)i).ticket; }
inline long HistoryOrderGetInteger(ulong ticket, ENUM_ORDER_PROPERTY_INTEGER p) {
  for (const FakeOrder &o : g_pastOrders) if (o.ticket == ticket) return orderLong(o, p);
  return 0;
}
inline string HistoryOrderGetString(ulong ticket, ENUM_ORDER_PROPERTY_STRING) {
  for (const FakeOrder &o : g_pastOrders) if (o.ticket == ticket) return fromUtf8(o.comment);
  return string();
}

inline bool SymbolSelect(const string &name, bool) { return fakeSymbol(name) != nullptr; }
inline int SymbolsTotal(bool) { return (int)g_symbols.size(); }
inline string SymbolName(int i, bool) { return fromUtf8(std::next(g_symbols.begin(), i)->first); }
inline long SymbolInfoInteger(const string &name, ENUM_SYMBOL_INFO_INTEGER p) {
  const FakeSymbol *s = fakeSymbol(name);
  if (!s) return 0;
  switch (p) {
    case SYMBOL_DIGITS: return s->digits;
    case SYMBOL_TRADE_MODE: return SYMBOL_TRADE_MODE_FULL;
    case SYMBOL_TRADE_EXEMODE: return s->execution;
    case SYMBOL_FILLING_MODE: return s->filling;
    case SYMBOL_SWAP_MODE: return SYMBOL_SWAP_MODE_POINTS;
    case SYMBOL_SWAP_ROLLOVER3DAYS: return 3;
    default: return 10;
  }
}
inline double SymbolInfoDouble(const string &name, ENUM_SYMBOL_INFO_DOUBLE p) {
  const FakeSymbol *s = fakeSymbol(name);
  if (!s) return 0;
  switch (p) {
    case SYMBOL_BID: return s->bid;
    case SYMBOL_ASK: return s->ask;
    case SYMBOL_POINT: case SYMBOL_TRADE_TICK_SIZE: return std::pow(10, -s->digits);
    case SYMBOL_TRADE_CONTRACT_SIZE: return 100000;
    case SYMBOL_TRADE_TICK_VALUE_PROFIT: case SYMBOL_TRADE_TICK_VALUE_LOSS: return 1;
    case SYMBOL_VOLUME_MAX: return 500;
    case SYMBOL_VOLUME_LIMIT: return 0;
    case SYMBOL_SWAP_LONG: return -6.2;
    case SYMBOL_SWAP_SHORT: return 1.1;
    default: return 0.01;
  }
}
inline string SymbolInfoString(const string &name, ENUM_SYMBOL_INFO_STRING p) {
  return StringSubstr(name, p == SYMBOL_CURRENCY_PROFIT ? 3 : 0, 3);
}
inline bool SymbolInfoTick(const string &name, MqlTick &tick) {
  const FakeSymbol *s = fakeSymbol(name);
  if (s) tick = {TimeCurrent(), s->bid, s->ask};
  return s != nullptr;
}
inline long AccountInfoInteger(ENUM_ACCOUNT_INFO_INTEGER p) {
  switch (p) {
    case ACCOUNT_LOGIN: return 5001234;
    case ACCOUNT_LEVERAGE: return 100;
    case ACCOUNT_TRADE_ALLOWED: return g_permissions[3];
    case ACCOUNT_TRADE_EXPERT: return g_permissions[4];
    case ACCOUNT_MARGIN_MODE: return g_netting ? ACCOUNT_MARGIN_MODE_RETAIL_NETTING : ACCOUNT_MARGIN_MODE_RETAIL_HEDGING;
    case ACCOUNT_CURRENCY_DIGITS: return 2;
    default: return ACCOUNT_TRADE_MODE_DEMO;
  }
}
inline double g_equity = 10000;
inline double AccountInfoDouble(ENUM_ACCOUNT_INFO_DOUBLE p) {
  return p == ACCOUNT_CREDIT || p == ACCOUNT_MARGIN ? 0 : p == ACCOUNT_EQUITY ? g_equity : 10000;
}
// Another name stands in a file, so that a test can change it while the program runs.
inline string serverName() {
  std::ifstream file(g_root + "/account-server.txt");
  std::string name;
  return std::getline(file, name) ? fromUtf8(name) : string("Fake-Demo");
}
inline string AccountInfoString(ENUM_ACCOUNT_INFO_STRING p) { return p == ACCOUNT_SERVER ? serverName() : p == ACCOUNT_CURRENCY ? "USD" : "Fake \"Broker\" Ltd"; }
inline long TerminalInfoInteger(ENUM_TERMINAL_INFO_INTEGER p) { return p == TERMINAL_BUILD ? 5577 : p == TERMINAL_CONNECTED ? g_permissions[0] : g_permissions[1]; }
inline long MQLInfoInteger(ENUM_MQL_INFO_INTEGER) { return g_permissions[2]; }

inline long periodSeconds(ENUM_TIMEFRAMES t) {
  return t == PERIOD_H1 ? 3600 : t == PERIOD_H4 ? 14400 : t == PERIOD_D1 ? 86400 : (long)t * 60;
}
inline int copyBars(const string &name, long last, long seconds, int count, mql_array<MqlRates> &rates) {
  const FakeSymbol *s = fakeSymbol(name);
  if (!s) return -1;
  rates.items.clear();
  for (int i = count - 1; i >= 0; i--)
    rates.items.push_back({last - i * seconds, s->bid, s->bid + 0.001, s->bid - 0.001, s->bid, 100 + i, 8});
  return count;
}
inline int CopyRates(const string &name, ENUM_TIMEFRAMES t, int from, int count, mql_array<MqlRates> &rates) {
  const long seconds = periodSeconds(t);
  return copyBars(name, TimeCurrent() / seconds * seconds - from * seconds, seconds, count, rates);
}
inline int CopyRates(const string &name, ENUM_TIMEFRAMES t, datetime to, int count, mql_array<MqlRates> &rates) {
  const long seconds = periodSeconds(t);
  const long now = TimeCurrent() / seconds * seconds;
  return copyBars(name, to < now ? to / seconds * seconds : now, seconds, count, rates);
}
inline long SeriesInfoInteger(const string &, ENUM_TIMEFRAMES t, ENUM_SERIES_INFO_INTEGER p) {
  const long seconds = periodSeconds(t);
  return p == SERIES_SYNCHRONIZED ? 1 : TimeCurrent() / seconds * seconds;
}

// One event a day at noon, for the dollar alone.
inline int CalendarValueHistory(mql_array<MqlCalendarValue> &values, datetime from, datetime to, const void *, const string &currency) {
  values.items.clear();
  if (currency == "USD")
    for (datetime noon = from / 86400 * 86400 + 43200; noon <= to; noon += 86400)
      if (noon >= from) values.items.push_back({(ulong)noon, 840001, noon});
  return ArraySize(values);
}
inline bool CalendarEventById(ulong id, MqlCalendarEvent &event) {
  event = {id, CALENDAR_IMPORTANCE_HIGH, "Consumer prices"};
  return true;
}
