// Files, sockets and clocks of the terminal, on POSIX. Every place where a program can be killed is a step.
#pragma once
#include "mql.hpp"
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <map>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define FILE_READ 1
#define FILE_WRITE 2
#define FILE_BIN 4
#define FILE_REWRITE 512
#define FILE_SHARE_READ 128
#define FILE_SHARE_WRITE 256
#define ERR_NETSOCKET_IO_ERROR 5273
#define ERR_FUNCTION_NOT_ALLOWED 4014
enum ENUM_FILE_POSITION { SEEK_FROM_START, SEEK_FROM_HERE, SEEK_FROM_END };
#undef SEEK_SET
#undef SEEK_END
#define SEEK_SET SEEK_FROM_START
#define SEEK_END SEEK_FROM_END

inline std::string g_root = ".";
inline int g_killAt = 0;
inline int g_steps = 0;
inline bool g_diskFull = false;
// The disk takes the first half of a writing alone.
inline bool g_diskHalf = false;
inline long g_aheadMs = 0;
// How far the computer's clock was set forward; the server's and the count of milliseconds do not care.
inline long g_clockSetMs = 0;

inline void step() {
  if (++g_steps == g_killAt) std::raise(SIGKILL);
}

inline std::string pathOf(const string &name) {
  std::string path = utf8(name);
  const std::string pipe = "\\\\.\\pipe\\";
  if (path.rfind(pipe, 0) == 0) return g_root + "/" + path.substr(pipe.size()) + ".sock";
  for (char &c : path) if (c == '\\') c = '/';
  return g_root + "/" + path;
}
inline bool isPipe(const string &name) { return StringFind(name, "\\\\.\\pipe\\") == 0; }
inline int dialPipe(const std::string &path) {
  const int handle = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "%s", path.c_str());
  if (connect(handle, (sockaddr *)&address, sizeof address) == 0) return handle;
  close(handle);
  return INVALID_HANDLE;
}
inline int FileOpen(const string &name, int flags) {
  const std::string path = pathOf(name);
  if (isPipe(name)) return dialPipe(path);
  const int mode = (flags & FILE_WRITE) == 0 ? O_RDONLY
                   : (flags & FILE_READ) ? O_RDWR | O_CREAT : O_WRONLY | O_CREAT | O_TRUNC;
  const int handle = open(path.c_str(), mode | O_CLOEXEC, 0600);
  if (handle < 0) return INVALID_HANDLE;
  if ((flags & FILE_WRITE) && flock(handle, LOCK_EX | LOCK_NB) != 0) { close(handle); return INVALID_HANDLE; }
  return handle;
}
inline void FileClose(int handle) { close(handle); }
inline bool FileIsExist(const string &name) { struct stat s; return stat(pathOf(name).c_str(), &s) == 0; }
inline bool FileMove(const string &from, int, const string &to, int) {
  step();
  return rename(pathOf(from).c_str(), pathOf(to).c_str()) == 0;
}
inline bool FolderCreate(const string &name) { return mkdir(pathOf(name).c_str(), 0700) == 0; }
inline ulong FileSize(int handle) {
  struct stat s;
  if (fstat(handle, &s) != 0) { g_lastError = 5008; return 0; }
  if (!S_ISSOCK(s.st_mode)) return (ulong)s.st_size;
  int waiting = 0;
  pollfd watched = {handle, POLLIN, 0};
  poll(&watched, 1, 0);
  ioctl(handle, FIONREAD, &waiting);
  if (waiting == 0 && (watched.revents & (POLLIN | POLLHUP))) g_lastError = 5008;
  return (ulong)waiting;
}
inline bool FileSeek(int handle, long at, ENUM_FILE_POSITION from) { return lseek(handle, at, from == SEEK_FROM_END ? 2 : 0) >= 0; }
inline uint FileReadArray(int handle, mql_array<uchar> &a, int from, int count) {
  const ssize_t got = read(handle, a.items.data() + from, (size_t)count);
  return got < 0 ? 0 : (uint)got;
}
inline uint FileWriteArray(int handle, const mql_array<uchar> &a, int from, int count) {
  step();
  if (g_diskFull) return 0;
  // In two halves, so that a kill can leave half a line.
  const int half = count / 2;
  ssize_t done = write(handle, a.items.data() + from, (size_t)half);
  step();
  if (g_diskHalf) return (uint)done;
  done += write(handle, a.items.data() + from + half, (size_t)(count - half));
  step();
  return done < 0 ? 0 : (uint)done;
}
inline void FileFlush(int) { step(); }

inline long realMs() {
  using namespace std::chrono;
  return (long)duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count() + g_aheadMs;
}
inline ulong GetTickCount64() { return (ulong)(realMs() - 1700000000000L); }
inline ulong GetMicrosecondCount() { return (ulong)std::chrono::steady_clock::now().time_since_epoch().count(); }
inline datetime TimeGMT() { return (realMs() + g_clockSetMs) / 1000; }
inline datetime TimeLocal() { return TimeGMT(); }
// New York + 7 hours, in winter.
inline datetime TimeCurrent() { return realMs() / 1000 + 7200; }
inline bool EventSetMillisecondTimer(int) { return true; }
inline void EventKillTimer() {}

inline int SocketCreate() { return socket(AF_INET, SOCK_STREAM, 0); }
inline void SocketClose(int handle) { close(handle); }
inline bool SocketConnect(int handle, const string &host, uint port, uint) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons((ushort)port);
  inet_pton(AF_INET, utf8(host).c_str(), &address.sin_addr);
  const int one = 1;
  setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return connect(handle, (sockaddr *)&address, sizeof address) == 0;
}
inline bool SocketTimeouts(int, uint, uint) { return true; }
inline bool readable(int handle) {
  pollfd watched = {handle, POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}
inline uint SocketIsReadable(int handle) {
  int waiting = 0;
  ioctl(handle, FIONREAD, &waiting);
  return (uint)waiting;
}
inline bool SocketIsConnected(int handle) {
  char c;
  return !readable(handle) || recv(handle, &c, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}
inline int SocketRead(int handle, mql_array<uchar> &a, uint most, uint) {
  a.items.resize(most);
  const ssize_t got = recv(handle, a.items.data(), most, MSG_DONTWAIT);
  if (got > 0) { a.items.resize((size_t)got); return (int)got; }
  if (got == 0 || errno != EAGAIN) g_lastError = ERR_NETSOCKET_IO_ERROR;
  return -1;
}
inline int SocketSend(int handle, const mql_array<uchar> &a, uint size) {
  step();
  uint sent = 0;
  while (sent < size) {
    const ssize_t done = send(handle, a.items.data() + sent, size - sent, MSG_NOSIGNAL);
    if (done <= 0) { g_lastError = ERR_NETSOCKET_IO_ERROR; return -1; }
    sent += (uint)done;
  }
  step();
  return (int)sent;
}
