// What the terminal knows, as the protocol's records.
#ifndef QUORATE_RECORDS_MQH
#define QUORATE_RECORDS_MQH
#include "portable.mqh"
#include "decimal.mqh"
#include "json-writer.mqh"

int symbolDigits(const string symbol)
  {
   return((int)SymbolInfoInteger(symbol, SYMBOL_DIGITS));
  }

string permissionsJson()
  {
   string body = "";
   putBool(body, "connected", TerminalInfoInteger(TERMINAL_CONNECTED) != 0);
   putBool(body, "algo_trading", TerminalInfoInteger(TERMINAL_TRADE_ALLOWED) != 0);
   putBool(body, "expert_trading", MQLInfoInteger(MQL_TRADE_ALLOWED) != 0);
   putBool(body, "account_trading", AccountInfoInteger(ACCOUNT_TRADE_ALLOWED) != 0);
   putBool(body, "account_experts", AccountInfoInteger(ACCOUNT_TRADE_EXPERT) != 0);
   return("{" + body + "}");
  }

// The first permission that is missing, or nothing.
string missingPermission()
  {
   if(TerminalInfoInteger(TERMINAL_CONNECTED) == 0)
      return("connected");
   if(TerminalInfoInteger(TERMINAL_TRADE_ALLOWED) == 0)
      return("algo_trading");
   if(MQLInfoInteger(MQL_TRADE_ALLOWED) == 0)
      return("expert_trading");
   if(AccountInfoInteger(ACCOUNT_TRADE_ALLOWED) == 0)
      return("account_trading");
   if(AccountInfoInteger(ACCOUNT_TRADE_EXPERT) == 0)
      return("account_experts");
   return("");
  }

string accountJson()
  {
   const long margin = AccountInfoInteger(ACCOUNT_MARGIN_MODE);
   const long mode = AccountInfoInteger(ACCOUNT_TRADE_MODE);
   const long leverage = AccountInfoInteger(ACCOUNT_LEVERAGE);
   string body = "";
   putText(body, "login", IntegerToString(AccountInfoInteger(ACCOUNT_LOGIN)));
   putText(body, "server", StringSubstr(AccountInfoString(ACCOUNT_SERVER), 0, 64));
   putWords(body, "company", AccountInfoString(ACCOUNT_COMPANY));
   putText(body, "currency", AccountInfoString(ACCOUNT_CURRENCY));
   putWhole(body, "currency_digits", AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS));
   putWhole(body, "leverage", leverage < 1 ? 1 : leverage);
   putText(body, "margin_mode", margin == ACCOUNT_MARGIN_MODE_RETAIL_HEDGING ? "hedging" :
           (margin == ACCOUNT_MARGIN_MODE_EXCHANGE ? "exchange" : "netting"));
   putText(body, "trade_mode", mode == ACCOUNT_TRADE_MODE_REAL ? "real" :
           (mode == ACCOUNT_TRADE_MODE_CONTEST ? "contest" : "demo"));
   return("{" + body + "}");
  }

// Money of the account, to stand among the fields of an answer or an event.
void putMoney(string &body)
  {
   const int digits = (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS);
   putText(body, "balance", fixedText(AccountInfoDouble(ACCOUNT_BALANCE), digits));
   putText(body, "equity", fixedText(AccountInfoDouble(ACCOUNT_EQUITY), digits));
   putText(body, "margin", fixedText(AccountInfoDouble(ACCOUNT_MARGIN), digits));
   putText(body, "free_margin", fixedText(AccountInfoDouble(ACCOUNT_MARGIN_FREE), digits));
  }

string tradeModeText(const long mode)
  {
   if(mode == SYMBOL_TRADE_MODE_FULL)
      return("full");
   if(mode == SYMBOL_TRADE_MODE_LONGONLY)
      return("long_only");
   if(mode == SYMBOL_TRADE_MODE_SHORTONLY)
      return("short_only");
   if(mode == SYMBOL_TRADE_MODE_CLOSEONLY)
      return("close_only");
   return("disabled");
  }

string swapModeText(const long mode)
  {
   if(mode == SYMBOL_SWAP_MODE_DISABLED)
      return("disabled");
   if(mode == SYMBOL_SWAP_MODE_POINTS)
      return("points");
   if(mode == SYMBOL_SWAP_MODE_CURRENCY_SYMBOL)
      return("currency_symbol");
   if(mode == SYMBOL_SWAP_MODE_CURRENCY_MARGIN)
      return("currency_margin");
   if(mode == SYMBOL_SWAP_MODE_CURRENCY_DEPOSIT)
      return("currency_deposit");
   return("other");
  }

string executionText(const long mode)
  {
   if(mode == SYMBOL_TRADE_EXECUTION_REQUEST)
      return("request");
   if(mode == SYMBOL_TRADE_EXECUTION_INSTANT)
      return("instant");
   if(mode == SYMBOL_TRADE_EXECUTION_EXCHANGE)
      return("exchange");
   return("market");
  }

string symbolJson(const string symbol)
  {
   const int digits = symbolDigits(symbol);
   string body = "";
   putText(body, "symbol", symbol);
   putWhole(body, "digits", digits);
   putText(body, "contract_size", decimalText(SymbolInfoDouble(symbol, SYMBOL_TRADE_CONTRACT_SIZE)));
   putText(body, "tick_size", decimalText(SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_SIZE)));
   putText(body, "tick_value_profit", decimalText(SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_VALUE_PROFIT)));
   putText(body, "tick_value_loss", decimalText(SymbolInfoDouble(symbol, SYMBOL_TRADE_TICK_VALUE_LOSS)));
   putText(body, "volume_min", decimalText(SymbolInfoDouble(symbol, SYMBOL_VOLUME_MIN)));
   putText(body, "volume_max", decimalText(SymbolInfoDouble(symbol, SYMBOL_VOLUME_MAX)));
   putText(body, "volume_step", decimalText(SymbolInfoDouble(symbol, SYMBOL_VOLUME_STEP)));
   putText(body, "volume_limit", decimalText(SymbolInfoDouble(symbol, SYMBOL_VOLUME_LIMIT)));
   putWhole(body, "stops_level", SymbolInfoInteger(symbol, SYMBOL_TRADE_STOPS_LEVEL));
   putWhole(body, "freeze_level", SymbolInfoInteger(symbol, SYMBOL_TRADE_FREEZE_LEVEL));
   putText(body, "trade_mode", tradeModeText(SymbolInfoInteger(symbol, SYMBOL_TRADE_MODE)));
   putText(body, "execution", executionText(SymbolInfoInteger(symbol, SYMBOL_TRADE_EXEMODE)));
   putWhole(body, "filling", SymbolInfoInteger(symbol, SYMBOL_FILLING_MODE));
   putText(body, "base", StringSubstr(SymbolInfoString(symbol, SYMBOL_CURRENCY_BASE), 0, 8));
   putText(body, "profit", StringSubstr(SymbolInfoString(symbol, SYMBOL_CURRENCY_PROFIT), 0, 8));
   putText(body, "margin", StringSubstr(SymbolInfoString(symbol, SYMBOL_CURRENCY_MARGIN), 0, 8));
   putText(body, "swap_long", decimalText(SymbolInfoDouble(symbol, SYMBOL_SWAP_LONG)));
   putText(body, "swap_short", decimalText(SymbolInfoDouble(symbol, SYMBOL_SWAP_SHORT)));
   putText(body, "swap_mode", swapModeText(SymbolInfoInteger(symbol, SYMBOL_SWAP_MODE)));
   putWhole(body, "swap_3days", SymbolInfoInteger(symbol, SYMBOL_SWAP_ROLLOVER3DAYS));
   putText(body, "bid", fixedText(SymbolInfoDouble(symbol, SYMBOL_BID), digits));
   putText(body, "ask", fixedText(SymbolInfoDouble(symbol, SYMBOL_ASK), digits));
   return("{" + body + "}");
  }

// Of the position that is selected.
string positionJson()
  {
   const string symbol = PositionGetString(POSITION_SYMBOL);
   const int digits = symbolDigits(symbol);
   const int money = (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS);
   string body = "";
   putText(body, "ticket", ticketText((ulong)PositionGetInteger(POSITION_IDENTIFIER)));
   putText(body, "symbol", symbol);
   putText(body, "side", PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY ? "BUY" : "SELL");
   putText(body, "lots", decimalText(PositionGetDouble(POSITION_VOLUME)));
   putText(body, "open_price", fixedText(PositionGetDouble(POSITION_PRICE_OPEN), digits));
   putPriceOrNull(body, "sl", PositionGetDouble(POSITION_SL), digits);
   putPriceOrNull(body, "tp", PositionGetDouble(POSITION_TP), digits);
   putText(body, "price", fixedText(PositionGetDouble(POSITION_PRICE_CURRENT), digits));
   putText(body, "profit", fixedText(PositionGetDouble(POSITION_PROFIT), money));
   putText(body, "swap", fixedText(PositionGetDouble(POSITION_SWAP), money));
   putWhole(body, "magic", PositionGetInteger(POSITION_MAGIC));
   putWords(body, "comment", PositionGetString(POSITION_COMMENT));
   putWhole(body, "opened", PositionGetInteger(POSITION_TIME_MSC));
   return("{" + body + "}");
  }

string orderTypeText(const long type)
  {
   if(type == ORDER_TYPE_BUY)
      return("buy");
   if(type == ORDER_TYPE_SELL)
      return("sell");
   if(type == ORDER_TYPE_BUY_LIMIT)
      return("buy_limit");
   if(type == ORDER_TYPE_SELL_LIMIT)
      return("sell_limit");
   if(type == ORDER_TYPE_BUY_STOP)
      return("buy_stop");
   if(type == ORDER_TYPE_SELL_STOP)
      return("sell_stop");
   if(type == ORDER_TYPE_BUY_STOP_LIMIT)
      return("buy_stop_limit");
   if(type == ORDER_TYPE_SELL_STOP_LIMIT)
      return("sell_stop_limit");
   return("other");
  }

// Of the order that is selected.
string orderJson()
  {
   const string symbol = OrderGetString(ORDER_SYMBOL);
   const int digits = symbolDigits(symbol);
   string body = "";
   putText(body, "ticket", ticketText((ulong)OrderGetInteger(ORDER_TICKET)));
   putText(body, "symbol", symbol);
   putText(body, "type", orderTypeText(OrderGetInteger(ORDER_TYPE)));
   putText(body, "lots", decimalText(OrderGetDouble(ORDER_VOLUME_CURRENT)));
   putText(body, "price", fixedText(OrderGetDouble(ORDER_PRICE_OPEN), digits));
   putPriceOrNull(body, "sl", OrderGetDouble(ORDER_SL), digits);
   putPriceOrNull(body, "tp", OrderGetDouble(ORDER_TP), digits);
   putWhole(body, "magic", OrderGetInteger(ORDER_MAGIC));
   putWords(body, "comment", OrderGetString(ORDER_COMMENT));
   return("{" + body + "}");
  }

#endif
