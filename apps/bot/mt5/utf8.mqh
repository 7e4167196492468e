// Whether bytes are right UTF-8.
#ifndef QUORATE_UTF8_MQH
#define QUORATE_UTF8_MQH
#include "portable.mqh"

bool utf8Right(CREF(uchar, bytes))
  {
   const int size = ArraySize(bytes);
   int i = 0;
   while(i < size)
     {
      const int c = bytes[i];
      int more = 0;
      int low = 0x80;
      int high = 0xbf;
      if(c < 0x80)
         more = 0;
      else if(c >= 0xc2 && c <= 0xdf)
         more = 1;
      else if(c >= 0xe0 && c <= 0xef)
        {
         more = 2;
         if(c == 0xe0)
            low = 0xa0;
         if(c == 0xed)
            high = 0x9f;
        }
      else if(c >= 0xf0 && c <= 0xf4)
        {
         more = 3;
         if(c == 0xf0)
            low = 0x90;
         if(c == 0xf4)
            high = 0x8f;
        }
      else
         return(false);
      for(int j = 1; j <= more; j++)
        {
         if(i + j >= size || bytes[i + j] < low || bytes[i + j] > high)
            return(false);
         low = 0x80;
         high = 0xbf;
        }
      i += more + 1;
     }
   return(true);
  }

#endif
