// A script for releases and doubts: tries the expert's core in this terminal, and says what came of it.
#property copyright "Quorate"
#property version   "1.20"
#property description "Tries the core of the Quorate expert in this terminal."

#include "portable.mqh"
#include "self-test.mqh"

void OnStart()
  {
   FolderCreate("Quorate");
   const string failed = selfTest();
   Print("Quorate self-test: ", failed == "" ? "everything is right" : "failed: " + failed);
  }
