// The book of intents: an order stands in it, on the disk, before it is sent. Append-only; each line is the
// start of its own digest and flat JSON, so that a line cut in half is seen and left out.
#ifndef QUORATE_BOOK_MQH
#define QUORATE_BOOK_MQH
#include "portable.mqh"
#include "book-records.mqh"

#define BOOK_COMPACT_BYTES 1048576
// Keys live for seconds; those of a month answer every question that a bot can still have.
#define BOOK_KEEP_MS 3024000000

// Adds a line and has it on the disk. False when that fails: nothing may be sent then.
bool bookAppend(Book &book, const string json)
  {
   if(book.file == INVALID_HANDLE)
      return(false);
   ARR(uchar, bytes);
   string text = bookLine(json);
   // Whatever was written of the line before must not run into this one.
   if(book.torn)
      text = "\n" + text;
   bytesOfText(text, bytes);
   const uint size = (uint)ArraySize(bytes);
   if(!FileSeek(book.file, 0, SEEK_END))
      return(false);
   book.torn = true;
   if(FileWriteArray(book.file, bytes, 0, (int)size) != size)
      return(false);
   ResetLastError();
   FileFlush(book.file);
   book.torn = (GetLastError() != 0);
   return(!book.torn);
  }

void bookRead(Book &book)
  {
   book.size = 0;
   book.halted = false;
   book.torn = false;
   ArrayResize(book.entries, 0, 256);
   const int size = (int)FileSize(book.file);
   if(size <= 0)
      return;
   ARR(uchar, bytes);
   ArrayResize(bytes, size);
   FileSeek(book.file, 0, SEEK_SET);
   const int got = (int)FileReadArray(book.file, bytes, 0, size);
   int from = 0;
   for(int i = 0; i < got; i++)
      if(bytes[i] == '\n')
        {
         bookReadLine(book, bytes, from, i);
         from = i + 1;
        }
   book.torn = (from < got);
  }

int bookOpenFile(const string name)
  {
   // Nobody else may write: a second expert on another chart finds the book taken.
   return(FileOpen(name, FILE_READ | FILE_WRITE | FILE_BIN | FILE_SHARE_READ));
  }

bool bookSettled(BookEntry &entry)
  {
   return(entry.state == "filled" || entry.state == "partial" || entry.state == "rejected");
  }

// Writes what is still of use into a new file and puts it in the place of the old one.
bool bookCompact(Book &book, const long now)
  {
   const string fresh = book.name + ".new";
   const int file = FileOpen(fresh, FILE_WRITE | FILE_BIN);
   if(file == INVALID_HANDLE)
      return(false);
   string text = "";
   if(book.halted)
      text += bookLine("{\"halted\":1}");
   for(int i = 0; i < book.size; i++)
     {
      // What has no outcome yet stays, whatever the clock says.
      if(book.entries[i].expires < now - BOOK_KEEP_MS && bookSettled(book.entries[i]))
         continue;
      text += bookLine(bookIntentJson(book.entries[i]));
      if(book.entries[i].state != "")
         text += bookLine(bookResultJson(book.entries[i]));
     }
   ARR(uchar, bytes);
   bytesOfText(text, bytes);
   const uint size = (uint)ArraySize(bytes);
   bool whole = (size == 0 || FileWriteArray(file, bytes, 0, (int)size) == size);
   ResetLastError();
   FileFlush(file);
   whole = whole && GetLastError() == 0;
   FileClose(file);
   if(!whole)
      return(false);
   FileClose(book.file);
   FileMove(fresh, 0, book.name, FILE_REWRITE);
   book.file = bookOpenFile(book.name);
   if(book.file == INVALID_HANDLE)
      return(false);
   bookRead(book);
   return(true);
  }

// Opens the book and reads it. Returns what is wrong, or nothing.
string bookOpen(Book &book, const string name, const long now)
  {
   book.name = name;
   book.torn = false;
   book.size = 0;
   book.halted = false;
   // A compaction that was cut between taking the old file away and putting the new one there.
   if(!FileIsExist(name) && FileIsExist(name + ".new"))
      FileMove(name + ".new", 0, name, FILE_REWRITE);
   book.file = bookOpenFile(name);
   if(book.file == INVALID_HANDLE)
      return("the book of orders cannot be opened; is the expert on a second chart already?");
   bookRead(book);
   if((long)FileSize(book.file) > BOOK_COMPACT_BYTES && !bookCompact(book, now) && book.file == INVALID_HANDLE)
      return("the book of orders cannot be opened again");
   return("");
  }

void bookClose(Book &book)
  {
   if(book.file != INVALID_HANDLE)
      FileClose(book.file);
   book.file = INVALID_HANDLE;
  }

bool bookHalt(Book &book, const bool halted)
  {
   if(!bookAppend(book, halted ? "{\"halted\":1}" : "{\"halted\":0}"))
     {
      // Halting holds in any case, if only until the next start.
      book.halted = book.halted || halted;
      return(false);
     }
   book.halted = halted;
   return(true);
  }

// Writes an intent down; only then does it stand in the book.
bool bookIntend(Book &book, BookEntry &entry)
  {
   if(!bookAppend(book, bookIntentJson(entry)))
      return(false);
   ArrayResize(book.entries, book.size + 1, 256);
   book.entries[book.size] = entry;
   book.size++;
   return(true);
  }

void bookSettle(Book &book, const int index, BookEntry &entry)
  {
   book.entries[index] = entry;
   // A result that cannot be written is found again in positions and deals.
   bookAppend(book, bookResultJson(entry));
  }

#endif
