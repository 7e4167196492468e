// Decimals as text to and from numbers, without the terminal's own reading, which follows the locale.
#ifndef QUORATE_DECIMAL_MQH
#define QUORATE_DECIMAL_MQH
#include "portable.mqh"

// Whole units of 1e-8.
#define DECIMAL_SCALE 100000000.0
#define DECIMAL_PLACES 8

// Reads `-3.50` into units of 1e-8. False for anything else, and past ten digits before the point.
bool decimalOfText(const string text, long &units)
  {
   units = 0;
   const int size = StringLen(text);
   int at = 0;
   const bool negative = size > 0 && StringGetCharacter(text, 0) == '-';
   if(negative)
      at = 1;
   int whole = 0;
   int places = -1;
   long value = 0;
   for(; at < size; at++)
     {
      const ushort c = StringGetCharacter(text, at);
      if(c == '.')
        {
         if(places >= 0 || whole == 0)
            return(false);
         places = 0;
         continue;
        }
      if(c < '0' || c > '9')
         return(false);
      if(places < 0)
         whole++;
      else
         places++;
      if(whole > 10 || places > DECIMAL_PLACES)
         return(false);
      value = value * 10 + (c - '0');
     }
   if(whole == 0 || places == 0)
      return(false);
   for(int i = (places < 0) ? 0 : places; i < DECIMAL_PLACES; i++)
      value *= 10;
   units = negative ? -value : value;
   return(true);
  }

long unitsOf(const double value)
  {
   return((long)MathRound(value * DECIMAL_SCALE));
  }

double numberOfUnits(const long units, const int digits)
  {
   return(NormalizeDouble((double)units / DECIMAL_SCALE, digits));
  }

// The shortest decimal of at most eight places: 100000, 0.01, 1.23456.
string decimalText(const double value)
  {
   string text = DoubleToString(value, DECIMAL_PLACES);
   int size = StringLen(text);
   while(size > 1 && StringGetCharacter(text, size - 1) == '0')
      size--;
   if(StringGetCharacter(text, size - 1) == '.')
      size--;
   text = StringSubstr(text, 0, size);
   return(text == "-0" ? "0" : text);
  }

string fixedText(const double value, const int digits)
  {
   return(DoubleToString(value, digits));
  }

// Reads whole numbers of up to 18 digits.
bool wholeOfText(const string text, long &value)
  {
   value = 0;
   const int size = StringLen(text);
   if(size < 1 || size > 18)
      return(false);
   for(int i = 0; i < size; i++)
     {
      const ushort c = StringGetCharacter(text, i);
      if(c < '0' || c > '9')
         return(false);
      value = value * 10 + (c - '0');
     }
   return(true);
  }

// Tickets have up to twenty digits.
bool ticketOfText(const string text, ulong &ticket)
  {
   ticket = 0;
   const int size = StringLen(text);
   if(size < 1 || size > 20)
      return(false);
   for(int i = 0; i < size; i++)
     {
      const ushort c = StringGetCharacter(text, i);
      if(c < '0' || c > '9')
         return(false);
      const ulong digit = (ulong)(c - '0');
      if(ticket > (ULONG_MAX - digit) / 10)
         return(false);
      ticket = ticket * 10 + digit;
     }
   return(true);
  }

string ticketText(const ulong ticket)
  {
   if(ticket < 10)
      return(IntegerToString((long)ticket));
   // IntegerToString takes signed numbers.
   return(IntegerToString((long)(ticket / 10)) + IntegerToString((long)(ticket % 10)));
  }

// -1 for what is no hex digit.
int hexDigitOf(const ushort c)
  {
   if(c >= '0' && c <= '9')
      return(c - '0');
   if(c >= 'a' && c <= 'f')
      return(c - 'a' + 10);
   if(c >= 'A' && c <= 'F')
      return(c - 'A' + 10);
   return(-1);
  }

#endif
