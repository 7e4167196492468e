// What the bot hands to the last line, and asks of it.
#ifndef QUORATE_LINE_REQUESTS_MQH
#define QUORATE_LINE_REQUESTS_MQH
#include "portable.mqh"
#include "session.mqh"
#include "order-requests.mqh"
#include "last-line-closing.mqh"

void answerLine(Session &session, LastLine &line, const string id, const long magic)
  {
   string body = "";
   putBool(body, "known", line.known);
   putBool(body, "broken", line.broken);
   putWhole(body, "number", line.seq);
   putText(body, "floor", decimalText((double)line.floor / DECIMAL_SCALE));
   putText(body, "buffer", decimalText((double)line.buffer / DECIMAL_SCALE));
   putBool(body, "entries_off", line.entriesOff);
   putRaw(body, "until", line.until == 0 ? "null" : IntegerToString(line.until));
   putBool(body, "hand", line.hand);
   putRaw(body, "tripped_at", line.trippedAt == 0 ? "null" : IntegerToString(line.trippedAt));
   putRaw(body, "tripped_equity", line.trippedAt == 0 ? "null" :
          jsonQuoted(decimalText((double)line.trippedEquity / DECIMAL_SCALE)));
   putRaw(body, "peak", line.peak == 0 ? "null" : jsonQuoted(decimalText((double)line.peak / DECIMAL_SCALE)));
   putRaw(body, "risen", line.peak == 0 ? "null" : jsonQuoted(decimalText((double)lineFloor(line) / DECIMAL_SCALE)));
   putWhole(body, "open", lineOpenCount(line, magic));
   sessionAnswer(session, id, body);
  }

// How the floor rises; a bot of before says nothing of it. False where it is not right.
bool readTrail(JsonLine &request, LastLine &given)
  {
   string text = "";
   if(!jsonGetText(request, "peak", text))
      return(true);
   return(decimalField(request, "peak", given.peak) && given.peak > 0 && decimalField(request, "kept", given.kept) &&
          given.kept > 0 && given.kept <= DECIMAL_SCALE && decimalField(request, "less", given.less) && given.less >= 0 &&
          priceOrNull(request, "most", given.most));
  }

void onGuard(Session &session, LastLine &line, JsonLine &request, const string id, const long magic)
  {
   LastLine given;
   string reason = "";
   lineReset(given);
   const bool reasoned = jsonGetText(request, "reason", reason);
   if(!jsonGetWhole(request, "number", given.seq) || given.seq < 1 || !decimalField(request, "floor", given.floor) ||
      !decimalField(request, "buffer", given.buffer) || given.buffer < 0 ||
      (!jsonIsNull(request, "until") && (!jsonGetWhole(request, "until", given.until) || given.until < 1)) ||
      (reasoned && reason != "turn" && reason != "cash_flow" && reason != "rebase") || !readTrail(request, given))
     {
      sessionError(session, id, "bad_request", "a guard needs number, floor, buffer, until in milliseconds or null, and a peak with kept and less");
      return;
     }
   given.entriesOff = jsonIsTrue(request, "entries_off");
   given.hand = jsonIsTrue(request, "hand");
   const int taken = lineTake(line, given, reasoned);
   if(taken == LINE_STALE)
      sessionError(session, id, "stale_seq", "the guard held has the number " + IntegerToString(line.seq));
   else if(taken == LINE_LOWER)
      sessionError(session, id, "lower_floor", "the floor held is " + decimalText((double)line.floor / DECIMAL_SCALE) +
                   "; it is not lowered without a reason");
   else if(taken == LINE_STORAGE)
      sessionError(session, id, "storage", "the guard could not be written down");
   else
      answerLine(session, line, id, magic);
  }

#endif
