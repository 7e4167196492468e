// The last line: a floor under the account's equity that the expert holds alone. It stands in a file of its own,
// and outlives bot, service and terminal. Nobody lowers it but the bot, with a reason.
#ifndef QUORATE_LAST_LINE_MQH
#define QUORATE_LAST_LINE_MQH
#include "portable.mqh"
#include "clock.mqh"
#include "book-records.mqh"

#define LINE_FILE_MAX_BYTES 4096

// One position or order on its way out.
struct LineClosing
  {
   // A position's identifier, or the number of an order that waits.
   ulong             id;
   uint              requestId;
   bool              asked;
   long              askedAt;
   long              notBefore;
   long              since;
   int               mode;
   bool              alerted;
   uint              retcode;
  };

// Money in units of 1e-8 of the account's currency.
struct LastLine
  {
   string            name;
   // Whether a floor is held, and whether the file could not be read.
   bool              known;
   bool              broken;
   long              seq;
   long              floor;
   long              buffer;
   bool              entriesOff;
   // UTC in milliseconds until which entries are off; 0 for no end.
   long              until;
   // Whether positions that were opened by hand are closed with the rest.
   bool              hand;
   // How the floor rises with equity: what is kept of the peak, less so much, at most so much (0 for no end). The
   // peak is 0 where it stays; so is `kept`, in units of 1e-8.
   long              peak;
   long              kept;
   long              less;
   long              most;
   // When a higher peak was last written down.
   long              peakAt;
   bool              peakNew;
   // When everything was closed, UTC in milliseconds, and the equity then; 0 for never.
   long              trippedAt;
   long              trippedEquity;
   ARR(LineClosing, closings);
   int               size;
   // Whether the bot of this session has learned how it stands.
   bool              told;
   bool              handTold;
   // Entry commissions of positions by their identifiers.
   ARR(ulong, paidIds);
   ARR(double, paid);
   int               paidSize;
  };

void lineReset(LastLine &line)
  {
   line.name = "";
   line.known = false;
   line.broken = false;
   line.seq = 0;
   line.floor = 0;
   line.buffer = 0;
   line.entriesOff = false;
   line.until = 0;
   line.hand = false;
   line.peak = 0;
   line.kept = 0;
   line.less = 0;
   line.most = 0;
   line.peakAt = 0;
   line.peakNew = false;
   line.trippedAt = 0;
   line.trippedEquity = 0;
   line.size = 0;
   line.told = false;
   line.handTold = false;
   line.paidSize = 0;
   ArrayResize(line.closings, 0);
   ArrayResize(line.paidIds, 0);
   ArrayResize(line.paid, 0);
  }

// Of the account that is signed in: two servers may give the same number to two accounts.
string lineFileName(const long login, const string server)
  {
   ARR(uchar, bytes);
   ARR(uchar, digest);
   bytesOfText(server, bytes);
   sha256(bytes, digest);
   return("Quorate\\last-line-" + IntegerToString(login) + "-" + StringSubstr(hexOf(digest), 0, 8) + ".txt");
  }

string lineJson(LastLine &line)
  {
   string json = "";
   putWhole(json, "seq", line.seq);
   putWhole(json, "floor", line.floor);
   putWhole(json, "buffer", line.buffer);
   putBool(json, "entries_off", line.entriesOff);
   putWhole(json, "until", line.until);
   putBool(json, "hand", line.hand);
   putWhole(json, "peak", line.peak);
   putWhole(json, "kept", line.kept);
   putWhole(json, "less", line.less);
   putWhole(json, "most", line.most);
   putWhole(json, "tripped_at", line.trippedAt);
   putWhole(json, "tripped_equity", line.trippedEquity);
   return("{" + json + "}");
  }

// Puts the line into a new file and that in the place of the old one. False when the disk did not take it.
bool lineWrite(LastLine &line)
  {
   const string fresh = line.name + ".new";
   const int file = FileOpen(fresh, FILE_WRITE | FILE_BIN);
   if(file == INVALID_HANDLE)
      return(false);
   ARR(uchar, bytes);
   bytesOfText(bookLine(lineJson(line)), bytes);
   const uint size = (uint)ArraySize(bytes);
   bool whole = (FileWriteArray(file, bytes, 0, (int)size) == size);
   ResetLastError();
   FileFlush(file);
   whole = whole && GetLastError() == 0;
   FileClose(file);
   return(whole && FileMove(fresh, 0, line.name, FILE_REWRITE));
  }

#define LINE_ABSENT 0
#define LINE_WHOLE 1
#define LINE_BROKEN 2

// Reads one file into what is empty.
int lineReadFile(LastLine &line, const string name)
  {
   if(!FileIsExist(name))
      return(LINE_ABSENT);
   const int file = FileOpen(name, FILE_READ | FILE_BIN | FILE_SHARE_READ | FILE_SHARE_WRITE);
   if(file == INVALID_HANDLE)
      return(LINE_BROKEN);
   ARR(uchar, bytes);
   const int size = (int)MathMin(FileSize(file), LINE_FILE_MAX_BYTES);
   ArrayResize(bytes, size);
   const int got = (int)FileReadArray(file, bytes, 0, size);
   FileClose(file);
   JsonLine json;
   // Its newline is the last byte, or it was cut.
   if(got < 12 || bytes[got - 1] != '\n' || !bookParse(bytes, 0, got - 1, json))
      return(LINE_BROKEN);
   if(!jsonGetWhole(json, "seq", line.seq) || !jsonGetWhole(json, "floor", line.floor) ||
      !jsonGetWhole(json, "buffer", line.buffer) || !jsonGetWhole(json, "until", line.until) ||
      !jsonGetWhole(json, "tripped_at", line.trippedAt) || !jsonGetWhole(json, "tripped_equity", line.trippedEquity))
      return(LINE_BROKEN);
   line.entriesOff = jsonIsTrue(json, "entries_off");
   line.hand = jsonIsTrue(json, "hand");
   // A file of before has none of them.
   if(!jsonGetWhole(json, "peak", line.peak) || !jsonGetWhole(json, "kept", line.kept) ||
      !jsonGetWhole(json, "less", line.less) || !jsonGetWhole(json, "most", line.most))
      line.peak = 0;
   return(LINE_WHOLE);
  }

void lineTrail(LastLine &line, LastLine &of)
  {
   line.peak = of.peak;
   line.kept = of.kept;
   line.less = of.less;
   line.most = of.most;
  }

// The floor as it stands now: as the bot gave it, or as the peak has raised it.
long lineFloor(LastLine &line)
  {
   if(line.peak == 0)
      return(line.floor);
   long risen = (long)((double)line.kept / DECIMAL_SCALE * (double)line.peak) - line.less;
   if(line.most != 0 && risen > line.most)
      risen = line.most;
   return(risen > line.floor ? risen : line.floor);
  }

// Reads what is held for an account. Of two files the newer counts; a broken one switches entries off, and the
// highest floor that is known stays.
void lineOpen(LastLine &line, const string name)
  {
   LastLine fresh;
   lineReset(line);
   lineReset(fresh);
   line.name = name;
   const int kept = lineReadFile(line, name);
   const int begun = lineReadFile(fresh, name + ".new");
   line.known = (kept == LINE_WHOLE);
   // A writing that was cut leaves half a new file beside a whole old one; that is no loss.
   line.broken = (kept == LINE_BROKEN || (kept == LINE_ABSENT && begun == LINE_BROKEN));
   if(begun != LINE_WHOLE || (line.known && fresh.seq <= line.seq && fresh.trippedAt <= line.trippedAt &&
      fresh.peak <= line.peak))
      return;
   const long heldFloor = line.floor;
   const bool higher = line.known && line.floor > fresh.floor && line.broken;
   line.known = true;
   line.seq = fresh.seq;
   line.floor = higher ? heldFloor : fresh.floor;
   line.buffer = fresh.buffer;
   line.entriesOff = fresh.entriesOff;
   line.until = fresh.until;
   line.hand = fresh.hand;
   lineTrail(line, fresh);
   line.trippedAt = fresh.trippedAt;
   line.trippedEquity = fresh.trippedEquity;
  }

// Why nothing is opened, or nothing. `near` is whether the equity is at the line now.
string lineRefusal(LastLine &line, const bool near)
  {
   if(line.broken)
      return("the file of the last line cannot be read; nothing is opened until the bot has given it again");
   if(line.trippedAt != 0)
      return("the last line has closed everything at an equity of " +
             decimalText((double)line.trippedEquity / DECIMAL_SCALE) + ", its floor is " +
             decimalText((double)lineFloor(line) / DECIMAL_SCALE));
   if(line.entriesOff && (line.until == 0 || utcMs() < line.until))
      return("entries are off");
   if(near)
      return("the equity is at the last line");
   return("");
  }

#define LINE_TAKEN 0
#define LINE_STALE 1
#define LINE_LOWER 2
#define LINE_STORAGE 3

// Takes what the bot hands over. A lower sequence number is never taken, a lower floor only with a reason, and
// only a reason ends what the line has closed.
int lineTake(LastLine &line, LastLine &given, const bool reasoned)
  {
   const bool same = given.seq == line.seq && given.floor == line.floor && given.buffer == line.buffer &&
                     given.entriesOff == line.entriesOff && given.until == line.until && given.hand == line.hand;
   if(line.known && (given.seq < line.seq || (given.seq == line.seq && !same)))
      return(LINE_STALE);
   if(line.known && same && !line.broken)
      return(LINE_TAKEN);
   if(line.known && given.floor < line.floor && !reasoned)
      return(LINE_LOWER);
   const bool over = reasoned && !given.entriesOff;
   given.name = line.name;
   given.trippedAt = over ? 0 : line.trippedAt;
   given.trippedEquity = over ? 0 : line.trippedEquity;
   // A peak that only the expert has seen stays, until the bot says that what it was counted from has changed.
   if(!reasoned && given.peak != 0 && line.peak > given.peak)
      given.peak = line.peak;
   const bool written = lineWrite(given);
   // What cannot be written is held all the same where it is stricter, until the terminal ends.
   if(!written && line.known && given.floor < line.floor)
      return(LINE_STORAGE);
   line.known = true;
   line.seq = given.seq;
   line.floor = given.floor;
   line.buffer = given.buffer;
   line.entriesOff = given.entriesOff;
   line.until = given.until;
   line.hand = given.hand;
   lineTrail(line, given);
   line.peakNew = false;
   line.handTold = false;
   if(!written)
      return(LINE_STORAGE);
   line.broken = false;
   line.trippedAt = given.trippedAt;
   line.trippedEquity = given.trippedEquity;
   if(over)
      line.size = 0;
   return(LINE_TAKEN);
  }

#endif
