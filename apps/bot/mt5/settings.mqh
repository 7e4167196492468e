// What the bot wrote for the expert: MQL5\Files\Quorate\bridge.txt.
#ifndef QUORATE_SETTINGS_MQH
#define QUORATE_SETTINGS_MQH
#include "portable.mqh"
#include "sha256.mqh"
#include "decimal.mqh"

#define SETTINGS_FILE "Quorate\\bridge.txt"
#define SETTINGS_MAX_BYTES 4096

struct Settings
  {
   ARR(uchar, token);
   int               port;
   bool              pipe;
   long              magic;
  };

string trimmedText(const string text)
  {
   int from = 0;
   int to = StringLen(text);
   while(from < to && StringGetCharacter(text, from) <= 32)
      from++;
   while(to > from && StringGetCharacter(text, to - 1) <= 32)
      to--;
   return(to > from ? StringSubstr(text, from, to - from) : "");
  }

// One `name=value`. What is not known is ignored; what is wrong is told.
string settingsLine(Settings &settings, const string line)
  {
   const int equals = StringFind(line, "=");
   if(equals < 1)
      return("");
   const string name = trimmedText(StringSubstr(line, 0, equals));
   const string value = trimmedText(StringSubstr(line, equals + 1));
   long whole = 0;
   if(name == "token")
     {
      if(!bytesOfHex(value, settings.token) || ArraySize(settings.token) != 32)
        {
         ArrayResize(settings.token, 0);
         return("the token must be 64 hex digits");
        }
     }
   else if(name == "port")
     {
      if(!wholeOfText(value, whole) || whole < 1 || whole > 65535)
         return("the port must be 1 to 65535, it is " + value);
      settings.port = (int)whole;
     }
   else if(name == "transport")
     {
      if(value != "tcp" && value != "pipe")
         return("the transport must be tcp or pipe, it is " + value);
      settings.pipe = (value == "pipe");
     }
   else if(name == "magic")
     {
      if(!wholeOfText(value, whole))
         return("the magic number must be a whole number, it is " + value);
      settings.magic = whole;
     }
   return("");
  }

// Returns what is wrong, or nothing.
string settingsRead(Settings &settings)
  {
   ArrayResize(settings.token, 0);
   settings.port = 7420;
   settings.pipe = false;
   settings.magic = -1;
   const int file = FileOpen(SETTINGS_FILE, FILE_READ | FILE_BIN | FILE_SHARE_READ | FILE_SHARE_WRITE);
   if(file == INVALID_HANDLE)
      return("the bot has not written MQL5\\Files\\Quorate\\bridge.txt yet");
   ARR(uchar, bytes);
   const int size = (int)MathMin(FileSize(file), SETTINGS_MAX_BYTES);
   ArrayResize(bytes, size);
   const int got = (int)FileReadArray(file, bytes, 0, size);
   FileClose(file);
   const string text = CharArrayToString(bytes, 0, got, CP_UTF8);
   int from = 0;
   while(from < StringLen(text))
     {
      int to = StringFind(text, "\n", from);
      if(to < 0)
         to = StringLen(text);
      const string fault = (to > from) ? settingsLine(settings, StringSubstr(text, from, to - from)) : "";
      if(fault != "")
         return("in bridge.txt " + fault);
      from = to + 1;
     }
   if(ArraySize(settings.token) != 32)
      return("bridge.txt has no token");
   if(settings.magic < 0)
      return("bridge.txt has no magic number");
   return("");
  }

#endif
