// UTC of the computer, and a count of milliseconds that never goes back.
#ifndef QUORATE_CLOCK_MQH
#define QUORATE_CLOCK_MQH
#include "portable.mqh"

long g_clockDistance = 0;

long tickMs()
  {
   return((long)GetTickCount64());
  }

// The terminal tells UTC in whole seconds. The largest distance to the count of milliseconds is the one
// seen right after a second began.
long utcMs()
  {
   const long tick = tickMs();
   const long distance = (long)TimeGMT() * 1000 - tick;
   if(distance > g_clockDistance || distance < g_clockDistance - 1000)
      g_clockDistance = distance;
   return(tick + g_clockDistance);
  }

#endif
