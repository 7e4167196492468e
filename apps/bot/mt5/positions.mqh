// Positions by their identifier.
#ifndef QUORATE_POSITIONS_MQH
#define QUORATE_POSITIONS_MQH
#include "portable.mqh"

// Selects the position with this identifier, which deals carry and which stays as long as it is open. Its
// ticket may become another: brokers open positions again when they charge swap, and netting turns them.
// Gives the ticket it has now, 0 when it is not open.
ulong selectPosition(const ulong id)
  {
   for(int i = PositionsTotal() - 1; i >= 0; i--)
     {
      const ulong ticket = PositionGetTicket(i);
      if(ticket != 0 && (ulong)PositionGetInteger(POSITION_IDENTIFIER) == id)
         return(ticket);
     }
   return(0);
  }

#endif
