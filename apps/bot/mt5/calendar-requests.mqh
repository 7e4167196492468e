// The terminal's economic calendar: listed events of one currency, by the trade server's clock.
#ifndef QUORATE_CALENDAR_REQUESTS_MQH
#define QUORATE_CALENDAR_REQUESTS_MQH
#include "portable.mqh"
#include "session.mqh"

#define CALENDAR_SPAN_S 2678400

string importanceText(const long importance)
  {
   if(importance == CALENDAR_IMPORTANCE_HIGH)
      return("high");
   if(importance == CALENDAR_IMPORTANCE_MODERATE)
      return("medium");
   return(importance == CALENDAR_IMPORTANCE_LOW ? "low" : "none");
  }

void onCalendar(Session &session, JsonLine &line, const string id)
  {
   long from = 0;
   long to = 0;
   string currency = "";
   if(!jsonGetWhole(line, "from", from) || !jsonGetWhole(line, "to", to) || from < 0 || to < from ||
      to - from > CALENDAR_SPAN_S || !jsonGetText(line, "currency", currency) || StringLen(currency) != 3)
     {
      sessionError(session, id, "bad_request", "calendar needs from, to within 31 days, and a currency");
      return;
     }
   ARR(MqlCalendarValue, values);
   ResetLastError();
   CalendarValueHistory(values, (datetime)from, (datetime)to, NULL, currency);
   if(GetLastError() != 0)
     {
      sessionError(session, id, "not_ready", "the terminal has no calendar (error " + IntegerToString(GetLastError()) + ")");
      return;
     }
   ARR(string, records);
   int count = 0;
   ArrayResize(records, ArraySize(values));
   for(int i = 0; i < ArraySize(values); i++)
     {
      MqlCalendarEvent event = {};
      if(!CalendarEventById(values[i].event_id, event))
         continue;
      string body = "";
      putWhole(body, "at", (long)values[i].time);
      putText(body, "importance", importanceText((long)event.importance));
      putWords(body, "title", event.name);
      records[count++] = "{" + body + "}";
     }
   ArrayResize(records, count);
   sessionAnswerList(session, id, "events", records, "");
  }

#endif
