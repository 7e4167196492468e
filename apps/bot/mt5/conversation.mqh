// What a session does each time the timer rings: heartbeats, silence, lines.
#ifndef QUORATE_CONVERSATION_MQH
#define QUORATE_CONVERSATION_MQH
#include "portable.mqh"
#include "session.mqh"
#include "handshake.mqh"

#define HANDSHAKE_MS 5000

// Heartbeats, silence and dialling. Before anything is read: what waited behind a silence is not obeyed.
void sessionTick(Session &session, Settings &settings)
  {
   const long now = tickMs();
   if(session.phase == PHASE_DOWN)
     {
      if(now >= session.dialAt)
         sessionDial(session, settings);
      return;
     }
   if(session.phase != PHASE_OPEN && now - session.began > HANDSHAKE_MS)
      sessionEnd(session, "the bot did not finish the handshake in 5 s");
   else if(session.phase == PHASE_OPEN && sessionSilent(session))
      sessionBye(session, "silent", "nothing was heard of the bot for " +
                 IntegerToString(session.heartbeatMs * HEARTBEATS_MISSED) + " ms");
   else if(session.phase == PHASE_OPEN && now - session.sent >= session.heartbeatMs)
      sessionSend(session, "hb", "", false, "");
  }

// Takes what has come from the wire. False when the connection is over or nothing came.
bool sessionRead(Session &session)
  {
   if(session.phase == PHASE_DOWN)
      return(false);
   ARR(uchar, bytes);
   const int got = wireRead(session.wire, bytes);
   if(got > 0)
      linesAdd(session.lines, bytes, got);
   if(got < 0)
      sessionEnd(session, "the bot ended the connection");
   return(got > 0);
  }

// The next line with a right envelope; the handshake and its like are dealt with here. True for a request.
bool sessionNext(Session &session, Settings &settings, JsonLine &line, string &type, string &id)
  {
   while(session.phase != PHASE_DOWN)
     {
      ARR(uchar, bytes);
      if(!linesNext(session.lines, bytes))
        {
         if(session.lines.broken)
            sessionBye(session, "frame", "a line of the bot is longer than 65536 bytes");
         return(false);
        }
      long version = 0;
      long seq = 0;
      long ts = 0;
      if(!jsonParse(bytes, line) || !jsonGetWhole(line, "v", version) || version != 1 ||
         !jsonGetText(line, "t", type) || !jsonGetText(line, "id", id) || StringLen(id) < 1 || StringLen(id) > 32 ||
         !jsonGetWhole(line, "seq", seq) || !jsonGetWhole(line, "ts", ts))
        {
         sessionBye(session, "frame", "a line of the bot is not right");
         return(false);
        }
      if(seq != session.inSeq + 1)
        {
         sessionBye(session, "sequence", "line " + IntegerToString(seq) + " of the bot came where " +
                    IntegerToString(session.inSeq + 1) + " was due");
         return(false);
        }
      session.inSeq = seq;
      session.heard = tickMs();
      if(type == "bye")
        {
         string message = "";
         string code = "";
         jsonGetText(line, "code", code);
         jsonGetText(line, "message", message);
         sessionEnd(session, "the bot ended the session (" + code + "): " + message);
         // Another terminal has taken over: two must not drive each other away twice a second.
         if(code == "replaced")
            session.dialAt = tickMs() + REDIAL_MOST_MS;
        }
      else if(session.phase == PHASE_CHALLENGE && type == "challenge")
         sessionChallenged(session, settings, line);
      else if(session.phase == PHASE_WELCOME && type == "welcome")
         sessionWelcomed(session, settings, line);
      else if(session.phase != PHASE_OPEN)
         sessionBye(session, "auth", "the bot sent " + type + " before it had shown that it knows the token");
      else if(type != "hb")
         return(true);
     }
   return(false);
  }

#endif
