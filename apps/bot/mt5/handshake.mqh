// Who is there: the expert dials, and both ends prove that they know the token.
#ifndef QUORATE_HANDSHAKE_MQH
#define QUORATE_HANDSHAKE_MQH
#include "portable.mqh"
#include "session.mqh"
#include "sha256.mqh"

ulong g_nonceCount = 0;

// Never the same twice, and nothing that somebody without the token can foresee.
string freshNonce(Settings &settings)
  {
   g_nonceCount++;
   return(macOf(settings.token, "nonce " + IntegerToString((long)GetMicrosecondCount()) + " " +
                IntegerToString(tickMs()) + " " + IntegerToString((long)TimeLocal()) + " " +
                IntegerToString((long)g_nonceCount) + " " + IntegerToString(MathRand()) + " " +
                IntegerToString(MathRand()) + " " + IntegerToString(MathRand())));
  }

void sessionDial(Session &session, Settings &settings)
  {
   const string fault = wireDial(session.wire, settings);
   if(fault != "")
     {
      if(fault != session.ended)
         Print("Quorate: ", fault);
      session.ended = fault;
      session.dialAt = tickMs() + session.redialMs;
      session.redialMs = (session.redialMs * 2 > REDIAL_MOST_MS) ? REDIAL_MOST_MS : session.redialMs * 2;
      return;
     }
   session.phase = PHASE_CHALLENGE;
   session.inSeq = 0;
   session.outSeq = 0;
   session.began = tickMs();
   session.heard = session.began;
   session.sent = session.began;
   session.heartbeatMs = HEARTBEAT_DEFAULT_MS;
   session.botNonce = "";
   session.ownNonce = "";
   linesReset(session.lines);
  }

void sessionChallenged(Session &session, Settings &settings, JsonLine &line)
  {
   ARR(string, protocols);
   bool common = false;
   ARR(uchar, raw);
   if(!jsonGetList(line, "proto", protocols) || !jsonGetText(line, "nonce", session.botNonce) ||
      !bytesOfHex(session.botNonce, raw) || ArraySize(raw) != 32)
     {
      sessionBye(session, "frame", "the challenge of the bot is not right");
      return;
     }
   string theirs = "";
   for(int i = 0; i < ArraySize(protocols); i++)
     {
      theirs += (i == 0 ? "" : ", ") + protocols[i];
      if(protocols[i] == QUORATE_PROTOCOL)
         common = true;
     }
   if(!common)
     {
      sessionBye(session, "version", "the bot speaks " + theirs + ", the expert " + QUORATE_PROTOCOL);
      return;
     }
   session.ownNonce = freshNonce(settings);
   string body = "";
   putRaw(body, "proto", "[" + jsonQuoted(QUORATE_PROTOCOL) + "]");
   putText(body, "nonce", session.ownNonce);
   putText(body, "mac", macOf(settings.token, "tb/1 expert " + session.botNonce + " " + session.ownNonce));
   putText(body, "ea", QUORATE_VERSION);
   putWhole(body, "build", TerminalInfoInteger(TERMINAL_BUILD));
   putRaw(body, "account", accountJson());
   putRaw(body, "permissions", permissionsJson());
   putWhole(body, "server_time", (long)TimeCurrent());
   if(sessionSend(session, "hello", "", false, body))
      session.phase = PHASE_WELCOME;
  }

void sessionWelcomed(Session &session, Settings &settings, JsonLine &line)
  {
   string mac = "";
   long heartbeat = 0;
   if(!jsonGetText(line, "mac", mac) || !jsonGetWhole(line, "hb_ms", heartbeat) || heartbeat < 100)
     {
      sessionBye(session, "frame", "the welcome of the bot is not right");
      return;
     }
   if(!sameSecret(mac, macOf(settings.token, "tb/1 bot " + session.ownNonce + " " + session.botNonce)))
     {
      sessionBye(session, "auth", "who answers on the bot's port does not know the token");
      return;
     }
   // The dead man's guard is never wider than the protocol's own.
   session.heartbeatMs = (heartbeat < HEARTBEAT_DEFAULT_MS) ? heartbeat : HEARTBEAT_DEFAULT_MS;
   session.phase = PHASE_OPEN;
   session.redialMs = REDIAL_FIRST_MS;
   session.ended = "";
   Print("Quorate: connected to the bot");
  }

#endif
