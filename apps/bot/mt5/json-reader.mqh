// Flat JSON: text, whole numbers, true, false, null, and arrays of text. Nothing else is read.
#ifndef QUORATE_JSON_READER_MQH
#define QUORATE_JSON_READER_MQH
#include "portable.mqh"
#include "decimal.mqh"
#include "json-line.mqh"
#include "utf8.mqh"

void jsonSpace(JsonLine &line, CREF(uchar, bytes))
  {
   while(line.at < ArraySize(bytes) &&
         (bytes[line.at] == ' ' || bytes[line.at] == '\t' || bytes[line.at] == '\r' || bytes[line.at] == '\n'))
      line.at++;
  }

bool jsonChar(JsonLine &line, CREF(uchar, bytes), const uchar c)
  {
   jsonSpace(line, bytes);
   if(line.at >= ArraySize(bytes) || bytes[line.at] != c)
      return(false);
   line.at++;
   return(true);
  }

bool jsonWord(JsonLine &line, CREF(uchar, bytes), const string word)
  {
   const int size = StringLen(word);
   if(line.at + size > ArraySize(bytes))
      return(false);
   for(int i = 0; i < size; i++)
      if(bytes[line.at + i] != StringGetCharacter(word, i))
         return(false);
   line.at += size;
   return(true);
  }

// Behind the backslash. Adds what it stands for.
bool jsonEscape(JsonLine &line, CREF(uchar, bytes), string &text)
  {
   if(line.at >= ArraySize(bytes))
      return(false);
   const uchar c = bytes[line.at++];
   if(c == '"' || c == '\\' || c == '/')
      text += ShortToString((ushort)c);
   else if(c == 'b')
      text += ShortToString(8);
   else if(c == 'f')
      text += ShortToString(12);
   else if(c == 'n')
      text += ShortToString(10);
   else if(c == 'r')
      text += ShortToString(13);
   else if(c == 't')
      text += ShortToString(9);
   else if(c == 'u')
     {
      int code = 0;
      for(int i = 0; i < 4; i++)
        {
         if(line.at >= ArraySize(bytes))
            return(false);
         const int digit = hexDigitOf(bytes[line.at++]);
         if(digit < 0)
            return(false);
         code = code * 16 + digit;
        }
      // A zero would end the terminal's own texts.
      if(code == 0)
         return(false);
      text += ShortToString((ushort)code);
     }
   else
      return(false);
   return(true);
  }

bool jsonText(JsonLine &line, CREF(uchar, bytes), string &text)
  {
   text = "";
   if(!jsonChar(line, bytes, '"'))
      return(false);
   int from = line.at;
   while(line.at < ArraySize(bytes))
     {
      const uchar c = bytes[line.at];
      if(c < 32)
         return(false);
      if(c != '"' && c != '\\')
        {
         line.at++;
         continue;
        }
      if(line.at > from)
         text += CharArrayToString(bytes, from, line.at - from, CP_UTF8);
      line.at++;
      if(c == '"')
         return(true);
      if(!jsonEscape(line, bytes, text))
         return(false);
      from = line.at;
     }
   return(false);
  }

bool jsonWhole(JsonLine &line, CREF(uchar, bytes), long &value)
  {
   value = 0;
   const bool negative = bytes[line.at] == '-';
   if(negative)
      line.at++;
   const int from = line.at;
   while(line.at < ArraySize(bytes) && bytes[line.at] >= '0' && bytes[line.at] <= '9')
     {
      if(line.at - from >= 18)
         return(false);
      value = value * 10 + (bytes[line.at] - '0');
      line.at++;
     }
   const int digits = line.at - from;
   if(digits == 0 || (digits > 1 && bytes[from] == '0'))
      return(false);
   if(line.at < ArraySize(bytes) && (bytes[line.at] == '.' || bytes[line.at] == 'e' || bytes[line.at] == 'E'))
      return(false);
   if(negative)
      value = -value;
   return(true);
  }

bool jsonList(JsonLine &line, CREF(uchar, bytes), JsonField &field)
  {
   field.kind = JSON_LIST;
   field.first = line.itemCount;
   line.at++;
   if(jsonChar(line, bytes, ']'))
      return(true);
   while(true)
     {
      if(line.itemCount >= JSON_MAX_ITEMS)
         return(false);
      string item = "";
      if(!jsonText(line, bytes, item))
         return(false);
      ArrayResize(line.items, line.itemCount + 1, 64);
      line.items[line.itemCount] = item;
      line.itemCount++;
      field.count++;
      if(jsonChar(line, bytes, ']'))
         return(true);
      if(!jsonChar(line, bytes, ','))
         return(false);
     }
   return(false);
  }

bool jsonValue(JsonLine &line, CREF(uchar, bytes), JsonField &field)
  {
   jsonSpace(line, bytes);
   if(line.at >= ArraySize(bytes))
      return(false);
   const uchar c = bytes[line.at];
   if(c == '"')
     {
      field.kind = JSON_TEXT;
      return(jsonText(line, bytes, field.text));
     }
   if(c == '[')
      return(jsonList(line, bytes, field));
   if(c == '-' || (c >= '0' && c <= '9'))
     {
      field.kind = JSON_WHOLE;
      return(jsonWhole(line, bytes, field.whole));
     }
   if(jsonWord(line, bytes, "null"))
      field.kind = JSON_NULL;
   else if(jsonWord(line, bytes, "true"))
      field.kind = JSON_TRUE;
   else if(jsonWord(line, bytes, "false"))
      field.kind = JSON_FALSE;
   else
      return(false);
   return(true);
  }

int jsonIndex(JsonLine &line, const string name)
  {
   for(int i = 0; i < line.size; i++)
      if(line.fields[i].name == name)
         return(i);
   return(-1);
  }

// Reads one whole object. False for everything that is not flat JSON; a name may stand once.
bool jsonParse(CREF(uchar, bytes), JsonLine &line)
  {
   line.size = 0;
   line.itemCount = 0;
   line.at = 0;
   ArrayResize(line.fields, 0, JSON_MAX_FIELDS);
   ArrayResize(line.items, 0, JSON_MAX_FIELDS);
   if(!utf8Right(bytes) || !jsonChar(line, bytes, '{'))
      return(false);
   bool done = jsonChar(line, bytes, '}');
   while(!done)
     {
      if(line.size >= JSON_MAX_FIELDS)
         return(false);
      JsonField field;
      field.kind = JSON_NULL;
      field.whole = 0;
      field.text = "";
      field.first = 0;
      field.count = 0;
      jsonSpace(line, bytes);
      if(!jsonText(line, bytes, field.name) || jsonIndex(line, field.name) >= 0)
         return(false);
      if(!jsonChar(line, bytes, ':') || !jsonValue(line, bytes, field))
         return(false);
      ArrayResize(line.fields, line.size + 1, JSON_MAX_FIELDS);
      line.fields[line.size] = field;
      line.size++;
      done = jsonChar(line, bytes, '}');
      if(!done && !jsonChar(line, bytes, ','))
         return(false);
     }
   jsonSpace(line, bytes);
   return(line.at == ArraySize(bytes));
  }

#endif
