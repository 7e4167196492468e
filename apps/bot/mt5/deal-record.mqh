// A deal as the protocol tells it.
#ifndef QUORATE_DEAL_RECORD_MQH
#define QUORATE_DEAL_RECORD_MQH
#include "portable.mqh"
#include "decimal.mqh"
#include "json-writer.mqh"
#include "records.mqh"

string dealTypeText(const long type)
  {
   if(type == DEAL_TYPE_BUY)
      return("buy");
   if(type == DEAL_TYPE_SELL)
      return("sell");
   if(type == DEAL_TYPE_BALANCE)
      return("balance");
   if(type == DEAL_TYPE_CREDIT)
      return("credit");
   if(type == DEAL_TYPE_CHARGE)
      return("charge");
   if(type == DEAL_TYPE_CORRECTION)
      return("correction");
   if(type == DEAL_TYPE_BONUS)
      return("bonus");
   if(type == DEAL_TYPE_COMMISSION || type == DEAL_TYPE_COMMISSION_DAILY || type == DEAL_TYPE_COMMISSION_MONTHLY ||
      type == DEAL_TYPE_COMMISSION_AGENT_DAILY || type == DEAL_TYPE_COMMISSION_AGENT_MONTHLY)
      return("commission");
   return("other");
  }

string dealEntryText(const long entry)
  {
   if(entry == DEAL_ENTRY_OUT)
      return("out");
   if(entry == DEAL_ENTRY_INOUT)
      return("inout");
   if(entry == DEAL_ENTRY_OUT_BY)
      return("out_by");
   return("in");
  }

string dealReasonText(const long reason)
  {
   if(reason == DEAL_REASON_CLIENT)
      return("client");
   if(reason == DEAL_REASON_MOBILE)
      return("mobile");
   if(reason == DEAL_REASON_WEB)
      return("web");
   if(reason == DEAL_REASON_EXPERT)
      return("expert");
   if(reason == DEAL_REASON_SL)
      return("sl");
   if(reason == DEAL_REASON_TP)
      return("tp");
   if(reason == DEAL_REASON_SO)
      return("so");
   if(reason == DEAL_REASON_ROLLOVER)
      return("rollover");
   return("other");
  }

// Of a deal in the history that is selected.
string dealJson(const ulong ticket)
  {
   const string symbol = HistoryDealGetString(ticket, DEAL_SYMBOL);
   const int money = (int)AccountInfoInteger(ACCOUNT_CURRENCY_DIGITS);
   // A symbol that the broker has taken away still has deals.
   const int known = symbolDigits(symbol);
   const int digits = (known == 0 && symbol != "" && SymbolInfoDouble(symbol, SYMBOL_POINT) == 0.0) ? 5 : known;
   string body = "";
   putText(body, "ticket", ticketText(ticket));
   putText(body, "order", ticketText((ulong)HistoryDealGetInteger(ticket, DEAL_ORDER)));
   putText(body, "position", ticketText((ulong)HistoryDealGetInteger(ticket, DEAL_POSITION_ID)));
   putText(body, "symbol", symbol);
   putText(body, "type", dealTypeText(HistoryDealGetInteger(ticket, DEAL_TYPE)));
   putText(body, "entry", dealEntryText(HistoryDealGetInteger(ticket, DEAL_ENTRY)));
   putText(body, "reason", dealReasonText(HistoryDealGetInteger(ticket, DEAL_REASON)));
   putText(body, "lots", decimalText(HistoryDealGetDouble(ticket, DEAL_VOLUME)));
   putText(body, "price", fixedText(HistoryDealGetDouble(ticket, DEAL_PRICE), digits));
   putWhole(body, "digits", digits);
   putPriceOrNull(body, "sl", HistoryDealGetDouble(ticket, DEAL_SL), digits);
   putPriceOrNull(body, "tp", HistoryDealGetDouble(ticket, DEAL_TP), digits);
   putWhole(body, "time", HistoryDealGetInteger(ticket, DEAL_TIME_MSC));
   putText(body, "profit", fixedText(HistoryDealGetDouble(ticket, DEAL_PROFIT), money));
   putText(body, "commission", fixedText(HistoryDealGetDouble(ticket, DEAL_COMMISSION), money));
   putText(body, "swap", fixedText(HistoryDealGetDouble(ticket, DEAL_SWAP), money));
   putText(body, "fee", fixedText(HistoryDealGetDouble(ticket, DEAL_FEE), money));
   putWhole(body, "magic", HistoryDealGetInteger(ticket, DEAL_MAGIC));
   putWords(body, "comment", HistoryDealGetString(ticket, DEAL_COMMENT));
   return("{" + body + "}");
  }

#endif
