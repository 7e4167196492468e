// One table of what each answer of the trade server means for an order.
#ifndef QUORATE_RETCODES_MQH
#define QUORATE_RETCODES_MQH
#include "portable.mqh"

#define CLASS_DONE 1
#define CLASS_AGAIN 2
#define CLASS_FILLING 3
#define CLASS_UNKNOWN 4
#define CLASS_PERMANENT 5

int retcodeClass(const uint retcode)
  {
   switch(retcode)
     {
      case 10008:
      case 10009:
      case 10010:
         return(CLASS_DONE);
      case 10004:
      case 10020:
      case 10021:
         return(CLASS_AGAIN);
      case 10030:
         return(CLASS_FILLING);
      case 0:
      case 10012:
      case 10031:
         return(CLASS_UNKNOWN);
     }
   return(CLASS_PERMANENT);
  }

string retcodeWords(const uint retcode)
  {
   switch(retcode)
     {
      case 0:
         return("the trade server did not answer");
      case 10004:
         return("requote");
      case 10006:
         return("the request was rejected");
      case 10007:
         return("the request was cancelled by the trader");
      case 10008:
         return("the order was placed");
      case 10009:
         return("done");
      case 10010:
         return("done in part");
      case 10011:
         return("the request could not be processed");
      case 10012:
         return("the trade server did not answer in time");
      case 10013:
         return("the request is invalid");
      case 10014:
         return("the volume is invalid");
      case 10015:
         return("the price is invalid");
      case 10016:
         return("the stops are invalid");
      case 10017:
         return("trading is disabled");
      case 10018:
         return("the market is closed");
      case 10019:
         return("there is not enough money");
      case 10020:
         return("the price has changed");
      case 10021:
         return("there is no quote");
      case 10022:
         return("the expiration is invalid");
      case 10023:
         return("the state of the order has changed");
      case 10024:
         return("too many requests");
      case 10025:
         return("nothing to change");
      case 10026:
         return("the server has switched algo trading off");
      case 10027:
         return("the terminal has switched algo trading off");
      case 10028:
         return("the request is locked");
      case 10029:
         return("the order or position is frozen");
      case 10030:
         return("the filling mode is not supported");
      case 10031:
         return("no connection to the trade server");
      case 10032:
         return("for real accounts only");
      case 10033:
         return("the limit of pending orders is reached");
      case 10034:
         return("the limit of volume for the symbol is reached");
      case 10035:
         return("the type of order is prohibited");
      case 10036:
         return("the position is closed already");
      case 10038:
         return("the volume to close exceeds the position");
      case 10039:
         return("an order to close the position exists");
      case 10040:
         return("the limit of open positions is reached");
      case 10041:
         return("the activation was rejected");
      case 10042:
         return("only long positions are allowed");
      case 10043:
         return("only short positions are allowed");
      case 10044:
         return("positions may only be closed");
      case 10045:
         return("positions must be closed oldest first");
      case 10046:
         return("opposite positions on a symbol are prohibited");
     }
   return("the trade server answered " + IntegerToString((long)retcode));
  }

#endif
