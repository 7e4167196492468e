// Bytes to lines: any split of the stream is safe, and no more than one line is kept.
#ifndef QUORATE_LINES_MQH
#define QUORATE_LINES_MQH
#include "portable.mqh"

struct LineSplitter
  {
   ARR(uchar, pending);
   int               size;
   int               from;
   bool              broken;
  };

void linesReset(LineSplitter &lines)
  {
   lines.size = 0;
   lines.from = 0;
   lines.broken = false;
  }

void linesAdd(LineSplitter &lines, CREF(uchar, chunk), const int count)
  {
   if(lines.from > 0)
     {
      for(int i = lines.from; i < lines.size; i++)
         lines.pending[i - lines.from] = lines.pending[i];
      lines.size -= lines.from;
      lines.from = 0;
     }
   if(ArraySize(lines.pending) < lines.size + count)
      ArrayResize(lines.pending, lines.size + count, LINE_MAX_BYTES);
   for(int i = 0; i < count; i++)
      lines.pending[lines.size + i] = chunk[i];
   lines.size += count;
  }

// Takes the next whole line without its end. False when there is none yet, or when a line is too long:
// then `broken` is set for good.
bool linesNext(LineSplitter &lines, AREF(uchar, line))
  {
   if(lines.broken)
      return(false);
   for(int i = lines.from; i < lines.size; i++)
     {
      if(i - lines.from >= LINE_MAX_BYTES)
         break;
      if(lines.pending[i] != '\n')
         continue;
      int length = i - lines.from;
      if(length > 0 && lines.pending[i - 1] == '\r')
         length--;
      ArrayResize(line, length);
      for(int j = 0; j < length; j++)
         line[j] = lines.pending[lines.from + j];
      lines.from = i + 1;
      return(true);
     }
   if(lines.size - lines.from >= LINE_MAX_BYTES)
      lines.broken = true;
   return(false);
  }

#endif
