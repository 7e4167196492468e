// One session with the bot: what is sent in it, answers in parts, its end.
#ifndef QUORATE_SESSION_MQH
#define QUORATE_SESSION_MQH
#include "portable.mqh"
#include "clock.mqh"
#include "lines.mqh"
#include "json-reader.mqh"
#include "json-fields.mqh"
#include "json-writer.mqh"
#include "wire.mqh"
#include "records.mqh"

#define PHASE_DOWN 0
#define PHASE_CHALLENGE 1
#define PHASE_WELCOME 2
#define PHASE_OPEN 3
#define HEARTBEAT_DEFAULT_MS 2000
#define HEARTBEATS_MISSED 3
#define REDIAL_FIRST_MS 500
#define REDIAL_MOST_MS 15000

struct Session
  {
   int               phase;
   Wire              wire;
   LineSplitter      lines;
   long              heard;
   long              sent;
   long              began;
   long              dialAt;
   long              redialMs;
   long              heartbeatMs;
   long              inSeq;
   long              outSeq;
   string            botNonce;
   string            ownNonce;
   // Why the last one ended, for the chart.
   string            ended;
  };

void sessionReset(Session &session)
  {
   session.phase = PHASE_DOWN;
   wireReset(session.wire);
   linesReset(session.lines);
   session.dialAt = 0;
   session.redialMs = REDIAL_FIRST_MS;
   session.heartbeatMs = HEARTBEAT_DEFAULT_MS;
   session.ended = "";
  }

void sessionEnd(Session &session, const string why)
  {
   if(session.phase == PHASE_DOWN)
      return;
   wireClose(session.wire);
   // Only a session that was open begins again with the short wait.
   if(session.phase == PHASE_OPEN)
      session.redialMs = REDIAL_FIRST_MS;
   session.phase = PHASE_DOWN;
   session.dialAt = tickMs() + session.redialMs;
   session.redialMs = (session.redialMs * 2 > REDIAL_MOST_MS) ? REDIAL_MOST_MS : session.redialMs * 2;
   session.ended = why;
   Print("Quorate: ", why);
  }

// Sends one line. `re` is nothing for what is no answer.
bool sessionSend(Session &session, const string type, const string re, const bool more, const string body)
  {
   if(session.phase == PHASE_DOWN)
      return(false);
   session.outSeq++;
   string line = "";
   putWhole(line, "v", 1);
   putText(line, "t", type);
   putText(line, "id", "e" + IntegerToString(session.outSeq));
   if(re != "")
      putText(line, "re", re);
   putWhole(line, "seq", session.outSeq);
   putWhole(line, "ts", utcMs());
   if(more)
      putBool(line, "more", true);
   if(body != "")
      line += "," + body;
   ARR(uchar, bytes);
   bytesOfText("{" + line + "}\n", bytes);
   if(!wireSend(session.wire, bytes))
     {
      sessionEnd(session, "the connection to the bot broke");
      return(false);
     }
   session.sent = tickMs();
   return(true);
  }

void sessionBye(Session &session, const string code, const string message)
  {
   if(session.phase == PHASE_DOWN)
      return;
   string body = "";
   putText(body, "code", code);
   putWords(body, "message", message);
   sessionSend(session, "bye", "", false, body);
   sessionEnd(session, message);
  }

void sessionAnswer(Session &session, const string re, const string body)
  {
   sessionSend(session, "ok", re, false, body);
  }

void sessionError(Session &session, const string re, const string code, const string message)
  {
   string body = "";
   putText(body, "code", code);
   putWords(body, "message", message);
   sessionSend(session, "error", re, false, body);
  }

// Answers with an array, in as many parts as it needs. `rest` stands in each part.
void sessionAnswerList(Session &session, const string re, const string name, CREF(string, records), const string rest)
  {
   const int size = ArraySize(records);
   int i = 0;
   while(true)
     {
      string list = "";
      bool full = false;
      while(i < size && !full)
        {
         full = (StringLen(list) + StringLen(records[i]) + StringLen(rest) > PART_MAX_CHARS);
         if(full && list != "")
            break;
         list += (list == "" ? "" : ",") + records[i];
         i++;
        }
      string body = rest;
      putRaw(body, name, "[" + list + "]");
      const bool more = i < size;
      if(!sessionSend(session, "ok", re, more, body) || !more)
         return;
     }
  }

void sessionLog(Session &session, const string level, const string text)
  {
   Print("Quorate: ", text);
   if(session.phase != PHASE_OPEN)
      return;
   string body = "";
   putText(body, "level", level);
   putWords(body, "text", text);
   sessionSend(session, "log", "", false, body);
  }

bool sessionSilent(Session &session)
  {
   return(tickMs() - session.heard > session.heartbeatMs * HEARTBEATS_MISSED);
  }

// Whether the bot is there, and was heard in time: nothing is opened otherwise.
bool sessionMayOpen(Session &session)
  {
   return(session.phase == PHASE_OPEN && !sessionSilent(session));
  }

#endif
