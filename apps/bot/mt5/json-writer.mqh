// Fields as JSON in plain ASCII, so that a character is a byte and parts can be measured.
#ifndef QUORATE_JSON_WRITER_MQH
#define QUORATE_JSON_WRITER_MQH
#include "portable.mqh"

string jsonQuoted(const string text)
  {
   const string digits = "0123456789abcdef";
   string quoted = "\"";
   const int size = StringLen(text);
   int from = 0;
   for(int i = 0; i < size; i++)
     {
      const int c = StringGetCharacter(text, i);
      if(c >= 32 && c < 127 && c != '"' && c != '\\')
         continue;
      if(i > from)
         quoted += StringSubstr(text, from, i - from);
      from = i + 1;
      if(c == '"')
         quoted += "\\\"";
      else if(c == '\\')
         quoted += "\\\\";
      else
         quoted += "\\u" + StringSubstr(digits, (c >> 12) & 15, 1) + StringSubstr(digits, (c >> 8) & 15, 1) +
                   StringSubstr(digits, (c >> 4) & 15, 1) + StringSubstr(digits, c & 15, 1);
     }
   if(from == 0)
      quoted += text;
   else if(from < size)
      quoted += StringSubstr(text, from);
   return(quoted + "\"");
  }

// Each adds a field with a comma before it, unless it is the first.
void putRaw(string &body, const string name, const string json)
  {
   if(StringLen(body) > 0)
      body += ",";
   body += "\"" + name + "\":" + json;
  }

void putText(string &body, const string name, const string text)
  {
   putRaw(body, name, jsonQuoted(text));
  }

// What people wrote: cut to what the protocol takes.
void putWords(string &body, const string name, const string text)
  {
   putRaw(body, name, jsonQuoted(StringSubstr(text, 0, WORDS_MAX)));
  }

void putWhole(string &body, const string name, const long value)
  {
   putRaw(body, name, IntegerToString(value));
  }

void putBool(string &body, const string name, const bool value)
  {
   putRaw(body, name, value ? "true" : "false");
  }

// A price of zero stands for none.
void putPriceOrNull(string &body, const string name, const double price, const int digits)
  {
   putRaw(body, name, price == 0.0 ? "null" : jsonQuoted(DoubleToString(price, digits)));
  }

#endif
