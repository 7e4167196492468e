// A line of flat JSON that was read.
#ifndef QUORATE_JSON_LINE_MQH
#define QUORATE_JSON_LINE_MQH
#include "portable.mqh"

#define JSON_NULL 0
#define JSON_FALSE 1
#define JSON_TRUE 2
#define JSON_WHOLE 3
#define JSON_TEXT 4
#define JSON_LIST 5
#define JSON_MAX_FIELDS 64
#define JSON_MAX_ITEMS 256

struct JsonField
  {
   string            name;
   int               kind;
   long              whole;
   string            text;
   int               first;
   int               count;
  };

struct JsonLine
  {
   ARR(JsonField, fields);
   ARR(string, items);
   int               size;
   int               itemCount;
   // Where the reader stands while it reads.
   int               at;
  };

#endif
