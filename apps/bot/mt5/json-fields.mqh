// The fields of a line that was read.
#ifndef QUORATE_JSON_FIELDS_MQH
#define QUORATE_JSON_FIELDS_MQH
#include "portable.mqh"
#include "json-reader.mqh"

bool jsonGetText(JsonLine &line, const string name, string &text)
  {
   const int i = jsonIndex(line, name);
   if(i < 0 || line.fields[i].kind != JSON_TEXT)
      return(false);
   text = line.fields[i].text;
   return(true);
  }

bool jsonGetWhole(JsonLine &line, const string name, long &value)
  {
   const int i = jsonIndex(line, name);
   if(i < 0 || line.fields[i].kind != JSON_WHOLE)
      return(false);
   value = line.fields[i].whole;
   return(true);
  }

// Absent counts as null.
bool jsonIsNull(JsonLine &line, const string name)
  {
   const int i = jsonIndex(line, name);
   return(i < 0 || line.fields[i].kind == JSON_NULL);
  }

bool jsonIsTrue(JsonLine &line, const string name)
  {
   const int i = jsonIndex(line, name);
   return(i >= 0 && line.fields[i].kind == JSON_TRUE);
  }

bool jsonGetList(JsonLine &line, const string name, AREF(string, items))
  {
   const int i = jsonIndex(line, name);
   if(i < 0 || line.fields[i].kind != JSON_LIST)
      return(false);
   ArrayResize(items, line.fields[i].count);
   for(int j = 0; j < line.fields[i].count; j++)
      items[j] = line.items[line.fields[i].first + j];
   return(true);
  }

#endif
