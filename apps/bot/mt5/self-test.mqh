// What the expert tries on itself when it starts: that this compiler and this terminal count, read and write as
// the tests expect. `bot doctor` reads what came of it.
#ifndef QUORATE_SELF_TEST_MQH
#define QUORATE_SELF_TEST_MQH
#include "portable.mqh"
#include "sha256.mqh"
#include "decimal.mqh"
#include "json-fields.mqh"
#include "json-writer.mqh"
#include "lines.mqh"
#include "retcodes.mqh"
#include "last-line.mqh"

#define SELF_TEST_FILE "Quorate\\self-test.txt"
#define SELF_TEST_LINE "Quorate\\self-test-line.txt"

struct SelfTest
  {
   int               checks;
   string            failed;
  };

void selfCheck(SelfTest &test, const string name, const bool right)
  {
   test.checks++;
   if(!right)
      test.failed += (test.failed == "" ? "" : ", ") + name;
  }

void selfTestCore(SelfTest &test)
  {
   ARR(uchar, bytes);
   ARR(uchar, key);
   ARR(uchar, digest);
   bytesOfText("abc", bytes);
   sha256(bytes, digest);
   selfCheck(test, "sha256", hexOf(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
   bytesOfText("Jefe", key);
   selfCheck(test, "hmac", macOf(key, "what do ya want for nothing?") ==
             "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
   long units = 0;
   selfCheck(test, "decimal", decimalOfText("-3.50", units) && units == -350000000 && decimalText(0.01) == "0.01" &&
             unitsOf(1.1021) == 110210000 && DoubleToString(numberOfUnits(110210000, 5), 5) == "1.10210");
   selfCheck(test, "no decimal", !decimalOfText("1,5", units) && !decimalOfText("1e5", units));
   ulong ticket = 0;
   selfCheck(test, "ticket", ticketOfText("18446744073709551615", ticket) && ticketText(ticket) == "18446744073709551615");
   JsonLine json;
   string text = "";
   bytesOfText("{\"a\":\"x\\u00e9\",\"b\":-12,\"c\":null}", bytes);
   selfCheck(test, "json", jsonParse(bytes, json) && jsonGetText(json, "a", text) && StringLen(text) == 2 &&
             jsonGetWhole(json, "b", units) && units == -12 && jsonIsNull(json, "c"));
   selfCheck(test, "json text", jsonQuoted("a\"b") == "\"a\\\"b\"");
   selfCheck(test, "retcodes", retcodeClass(10009) == CLASS_DONE && retcodeClass(10012) == CLASS_UNKNOWN &&
             retcodeClass(10030) == CLASS_FILLING && retcodeClass(10019) == CLASS_PERMANENT);
  }

// The last line on a file of its own, which is no account's.
void selfTestLine(SelfTest &test)
  {
   LastLine line;
   LastLine given;
   lineOpen(line, SELF_TEST_LINE);
   lineReset(given);
   given.seq = line.seq + 1;
   given.floor = 900000000000;
   given.buffer = 1000000000;
   selfCheck(test, "line taken", lineTake(line, given, true) == LINE_TAKEN);
   given.floor = 890000000000;
   given.seq++;
   selfCheck(test, "line not lowered", lineTake(line, given, false) == LINE_LOWER);
   const long number = line.seq;
   lineOpen(line, SELF_TEST_LINE);
   selfCheck(test, "line kept", line.known && !line.broken && line.seq == number && line.floor == 900000000000);
  }

// Tries everything, and leaves what came of it for the doctor. Returns what of the core failed, or nothing: a full
// disk is for the doctor to tell, and must not take the last line off its post.
string selfTest()
  {
   SelfTest test;
   test.checks = 0;
   test.failed = "";
   selfTestCore(test);
   const string wrong = test.failed;
   selfTestLine(test);
   const int file = FileOpen(SELF_TEST_FILE, FILE_WRITE | FILE_BIN);
   if(file != INVALID_HANDLE)
     {
      ARR(uchar, bytes);
      string text = QUORATE_VERSION;
      text = "version=" + text + "\nbuild=" + IntegerToString(TerminalInfoInteger(TERMINAL_BUILD)) +
             "\nchecks=" + IntegerToString(test.checks) + "\nfailed=" + test.failed + "\n";
      bytesOfText(text, bytes);
      FileWriteArray(file, bytes, 0, ArraySize(bytes));
      FileClose(file);
     }
   return(wrong);
  }

#endif
