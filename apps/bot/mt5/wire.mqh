// The connection to the bot: a socket, or a named pipe opened as a file.
#ifndef QUORATE_WIRE_MQH
#define QUORATE_WIRE_MQH
#include "portable.mqh"
#include "settings.mqh"

#define CONNECT_TIMEOUT_MS 500
#define SEND_TIMEOUT_MS 1000
// SocketRead waits two minutes when it is given no time.
#define READ_TIMEOUT_MS 2

struct Wire
  {
   bool              pipe;
   int               handle;
  };

void wireReset(Wire &wire)
  {
   wire.pipe = false;
   wire.handle = INVALID_HANDLE;
  }

void wireClose(Wire &wire)
  {
   if(wire.handle == INVALID_HANDLE)
      return;
   if(wire.pipe)
      FileClose(wire.handle);
   else
      SocketClose(wire.handle);
   wire.handle = INVALID_HANDLE;
  }

// Opens the connection. Returns what is wrong, or nothing.
string wireDial(Wire &wire, Settings &settings)
  {
   const string nobody = "the bot does not answer on port " + IntegerToString(settings.port);
   wire.pipe = settings.pipe;
   if(wire.pipe)
     {
      wire.handle = FileOpen("\\\\.\\pipe\\quorate-" + IntegerToString(settings.port), FILE_READ | FILE_WRITE | FILE_BIN);
      return(wire.handle != INVALID_HANDLE ? "" : nobody);
     }
   wire.handle = SocketCreate();
   if(wire.handle == INVALID_HANDLE)
      return("the terminal gave no socket");
   ResetLastError();
   if(!SocketConnect(wire.handle, "127.0.0.1", (uint)settings.port, CONNECT_TIMEOUT_MS))
     {
      const int error = GetLastError();
      wireClose(wire);
      if(error == ERR_FUNCTION_NOT_ALLOWED)
         return("the terminal does not allow 127.0.0.1: add it under Tools, Options, Expert Advisors");
      return(nobody + " (error " + IntegerToString(error) + ")");
     }
   SocketTimeouts(wire.handle, SEND_TIMEOUT_MS, SEND_TIMEOUT_MS);
   return("");
  }

// Bytes that have come: 0 for none, -1 when the connection is over.
int wireRead(Wire &wire, AREF(uchar, bytes))
  {
   if(wire.handle == INVALID_HANDLE)
      return(-1);
   if(wire.pipe)
     {
      ResetLastError();
      const ulong waiting = FileSize(wire.handle);
      if(GetLastError() != 0)
         return(-1);
      if(waiting == 0)
         return(0);
      const int most = (int)MathMin((double)waiting, LINE_MAX_BYTES);
      ArrayResize(bytes, most, LINE_MAX_BYTES);
      const int read = (int)FileReadArray(wire.handle, bytes, 0, most);
      return(read > 0 ? read : -1);
     }
   const uint waiting = SocketIsReadable(wire.handle);
   if(waiting == 0)
      return(SocketIsConnected(wire.handle) ? 0 : -1);
   const uint most = (waiting < LINE_MAX_BYTES) ? waiting : LINE_MAX_BYTES;
   ResetLastError();
   const int got = SocketRead(wire.handle, bytes, most, READ_TIMEOUT_MS);
   if(got > 0)
      return(got);
   // It may say that one byte waits where none does; only a broken link ends the connection.
   return((GetLastError() == ERR_NETSOCKET_IO_ERROR || !SocketIsConnected(wire.handle)) ? -1 : 0);
  }

bool wireSend(Wire &wire, CREF(uchar, bytes))
  {
   const int size = ArraySize(bytes);
   if(wire.handle == INVALID_HANDLE)
      return(false);
   if(wire.pipe)
     {
      const bool whole = (FileWriteArray(wire.handle, bytes, 0, size) == (uint)size);
      FileFlush(wire.handle);
      return(whole);
     }
   return(SocketSend(wire.handle, bytes, (uint)size) == size);
  }

#endif
