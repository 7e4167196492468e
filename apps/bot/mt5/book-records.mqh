// The lines of the book: what they say, and reading them.
#ifndef QUORATE_BOOK_RECORDS_MQH
#define QUORATE_BOOK_RECORDS_MQH
#include "portable.mqh"
#include "sha256.mqh"
#include "decimal.mqh"
#include "json-reader.mqh"
#include "json-fields.mqh"
#include "json-writer.mqh"

struct BookEntry
  {
   string            key;
   // "open" or "close".
   string            work;
   string            symbol;
   string            side;
   long              lots;
   ulong             ticket;
   long              expires;
   // The trade server's clock, seconds, when it was written down.
   long              written;
   // Nothing while no result is known.
   string            state;
   uint              retcode;
   string            message;
   ulong             order;
   ulong             deal;
   ulong             position;
   string            resultLots;
   string            resultPrice;
   // Whether it is a closing that the timer tries again; not written down.
   bool              waits;
  };

struct Book
  {
   ARR(BookEntry, entries);
   int               size;
   int               file;
   bool              halted;
   // Whether the file may end in half a line.
   bool              torn;
   long              magic;
   string            name;
  };

string bookLine(const string json)
  {
   ARR(uchar, bytes);
   ARR(uchar, digest);
   bytesOfText(json, bytes);
   sha256(bytes, digest);
   return(StringSubstr(hexOf(digest), 0, 8) + " " + json + "\n");
  }

int bookIndex(Book &book, const string key)
  {
   for(int i = book.size - 1; i >= 0; i--)
      if(book.entries[i].key == key)
         return(i);
   return(-1);
  }

string bookIntentJson(BookEntry &entry)
  {
   string json = "";
   putText(json, "key", entry.key);
   putText(json, "work", entry.work);
   putText(json, "symbol", entry.symbol);
   putText(json, "side", entry.side);
   putWhole(json, "lots", entry.lots);
   putText(json, "ticket", ticketText(entry.ticket));
   putWhole(json, "expires", entry.expires);
   putWhole(json, "written", entry.written);
   return("{" + json + "}");
  }

string bookResultJson(BookEntry &entry)
  {
   string json = "";
   putText(json, "result", entry.key);
   putText(json, "state", entry.state);
   putWhole(json, "retcode", (long)entry.retcode);
   putWords(json, "message", entry.message);
   putText(json, "order", ticketText(entry.order));
   putText(json, "deal", ticketText(entry.deal));
   putText(json, "position", ticketText(entry.position));
   putText(json, "lots", entry.resultLots);
   putText(json, "price", entry.resultPrice);
   return("{" + json + "}");
  }

void bookClearResult(BookEntry &entry)
  {
   entry.state = "";
   entry.retcode = 0;
   entry.message = "";
   entry.order = 0;
   entry.deal = 0;
   entry.position = 0;
   entry.resultLots = "0";
   entry.resultPrice = "0";
   entry.waits = false;
  }

void bookGetTicket(JsonLine &line, const string name, ulong &ticket)
  {
   string text = "";
   ticket = 0;
   if(jsonGetText(line, name, text))
      ticketOfText(text, ticket);
  }

// Takes one record that was read. What does not fit is left out.
void bookTake(Book &book, JsonLine &line)
  {
   string key = "";
   long whole = 0;
   if(jsonGetWhole(line, "halted", whole))
      book.halted = (whole == 1);
   else if(jsonGetText(line, "result", key))
     {
      const int i = bookIndex(book, key);
      if(i < 0)
         return;
      if(jsonGetWhole(line, "retcode", whole))
         book.entries[i].retcode = (uint)whole;
      jsonGetText(line, "state", book.entries[i].state);
      jsonGetText(line, "message", book.entries[i].message);
      bookGetTicket(line, "order", book.entries[i].order);
      bookGetTicket(line, "deal", book.entries[i].deal);
      bookGetTicket(line, "position", book.entries[i].position);
      jsonGetText(line, "lots", book.entries[i].resultLots);
      jsonGetText(line, "price", book.entries[i].resultPrice);
     }
   else if(jsonGetText(line, "key", key) && bookIndex(book, key) < 0)
     {
      ArrayResize(book.entries, book.size + 1, 256);
      const int i = book.size;
      book.size++;
      bookClearResult(book.entries[i]);
      book.entries[i].key = key;
      book.entries[i].work = "";
      book.entries[i].symbol = "";
      book.entries[i].side = "";
      book.entries[i].lots = 0;
      book.entries[i].expires = 0;
      book.entries[i].written = 0;
      jsonGetText(line, "work", book.entries[i].work);
      jsonGetText(line, "symbol", book.entries[i].symbol);
      jsonGetText(line, "side", book.entries[i].side);
      jsonGetWhole(line, "lots", book.entries[i].lots);
      bookGetTicket(line, "ticket", book.entries[i].ticket);
      jsonGetWhole(line, "expires", book.entries[i].expires);
      jsonGetWhole(line, "written", book.entries[i].written);
     }
  }

// Reads a line between two bytes into fields. False where its digest does not fit.
bool bookParse(CREF(uchar, bytes), const int from, const int to, JsonLine &line)
  {
   if(to - from < 12)
      return(false);
   ARR(uchar, json);
   ARR(uchar, digest);
   ArrayResize(json, to - from - 9);
   for(int i = from + 9; i < to; i++)
      json[i - from - 9] = bytes[i];
   sha256(json, digest);
   const string sum = StringSubstr(hexOf(digest), 0, 8);
   for(int i = 0; i < 8; i++)
      if(bytes[from + i] != StringGetCharacter(sum, i))
         return(false);
   return(jsonParse(json, line));
  }

void bookReadLine(Book &book, CREF(uchar, bytes), const int from, const int to)
  {
   JsonLine line;
   if(bookParse(bytes, from, to, line))
      bookTake(book, line);
  }

#endif
