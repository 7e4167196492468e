// As much of MQL5 as the expert uses, for g++: types, texts of UTF-16, arrays with bounds, numbers.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
// As MQL5's long has on every computer.
static_assert(sizeof(long) == 8);
using datetime = long;
#define input
#define INVALID_HANDLE (-1)
#define WHOLE_ARRAY (-1)
#define CP_UTF8 65001
#define INT_MAX 2147483647
#define ULONG_MAX 18446744073709551615UL

template <typename T> struct mql_array {
  std::vector<T> items;
  T &operator[](long at) { check(at); return items[(size_t)at]; }
  const T &operator[](long at) const { check(at); return items[(size_t)at]; }
  void check(long at) const {
    if (at >= 0 && at < (long)items.size()) return;
    std::fprintf(stderr, "array out of range: %ld of %zu\n", at, items.size());
    std::abort();
  }
};
#define ARR(T, name) mql_array<T> name
#define AREF(T, name) mql_array<T> &name
#define CREF(T, name) const mql_array<T> &name

class string {
public:
  std::u16string s;
  string() = default;
  string(const char *ascii) { for (; *ascii; ascii++) s.push_back((char16_t)(uchar)*ascii); }
  explicit string(std::u16string text) : s(std::move(text)) {}
  string &operator+=(const string &other) { s += other.s; return *this; }
};
inline string operator+(const string &a, const string &b) { return string(a.s + b.s); }
inline bool operator==(const string &a, const string &b) { return a.s == b.s; }
inline bool operator!=(const string &a, const string &b) { return a.s != b.s; }

inline std::string utf8(const string &text) {
  std::string out;
  for (size_t i = 0; i < text.s.size(); i++) {
    uint c = text.s[i];
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.s.size()) c = 0x10000 + ((c - 0xd800) << 10) + (text.s[++i] - 0xdc00u);
    if (c < 0x80) out += (char)c;
    else if (c < 0x800) { out += (char)(0xc0 | (c >> 6)); out += (char)(0x80 | (c & 63)); }
    else if (c < 0x10000) { out += (char)(0xe0 | (c >> 12)); out += (char)(0x80 | ((c >> 6) & 63)); out += (char)(0x80 | (c & 63)); }
    else { out += (char)(0xf0 | (c >> 18)); out += (char)(0x80 | ((c >> 12) & 63)); out += (char)(0x80 | ((c >> 6) & 63)); out += (char)(0x80 | (c & 63)); }
  }
  return out;
}
inline string fromUtf8(const std::string &bytes) {
  std::u16string out;
  for (size_t i = 0; i < bytes.size();) {
    const uint first = (uchar)bytes[i++];
    const int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    uint c = more == 0 ? first : first & (0x3fu >> more);
    for (int j = 0; j < more && i < bytes.size(); j++) c = (c << 6) | ((uchar)bytes[i++] & 63u);
    if (c >= 0x10000) { out.push_back((char16_t)(0xd800 + ((c - 0x10000) >> 10))); out.push_back((char16_t)(0xdc00 + ((c - 0x10000) & 1023))); }
    else out.push_back((char16_t)c);
  }
  return string(out);
}

template <typename T> int ArraySize(const mql_array<T> &a) { return (int)a.items.size(); }
template <typename T> int ArrayResize(mql_array<T> &a, int size, int = 0) { a.items.resize((size_t)size); return size; }
template <typename T> int ArrayCopy(mql_array<T> &to, const mql_array<T> &from) { to.items = from.items; return ArraySize(to); }

inline int StringLen(const string &text) { return (int)text.s.size(); }
inline string StringSubstr(const string &text, int from, int size = -1) {
  if (from < 0 || from >= StringLen(text) || size == 0) return string();
  return string(text.s.substr((size_t)from, size < 0 ? std::u16string::npos : (size_t)size));
}
inline int StringFind(const string &text, const string &what, int from = 0) {
  const size_t at = text.s.find(what.s, (size_t)from);
  return at == std::u16string::npos ? -1 : (int)at;
}
inline ushort StringGetCharacter(const string &text, int at) {
  return at < 0 || at >= StringLen(text) ? (ushort)0 : (ushort)text.s[(size_t)at];
}
inline string ShortToString(ushort c) { return string(std::u16string(1, (char16_t)c)); }
inline string CharArrayToString(const mql_array<uchar> &a, int from, int count, uint) {
  return fromUtf8(std::string(a.items.begin() + from, a.items.begin() + from + count));
}
// With the zero behind, as the terminal does it.
inline int StringToCharArray(const string &text, mql_array<uchar> &a, int, int, uint) {
  const std::string bytes = utf8(text);
  a.items.assign(bytes.begin(), bytes.end());
  a.items.push_back(0);
  return ArraySize(a);
}
inline string IntegerToString(long value) { return string(std::to_string(value).c_str()); }
inline string DoubleToString(double value, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return string(text);
}
inline double NormalizeDouble(double value, int digits) { return std::strtod(utf8(DoubleToString(value, digits)).c_str(), nullptr); }
inline double MathRound(double x) { return std::round(x); }
inline double MathPow(double x, double y) { return std::pow(x, y); }
inline double MathMin(double a, double b) { return a < b ? a : b; }
inline int MathRand() { return std::rand() & 32767; }
inline void MathSrand(int seed) { std::srand((uint)seed); }
template <typename T> void ZeroMemory(T &x) { x = T{}; }

inline int g_lastError = 0;
inline int GetLastError() { return g_lastError; }
inline void ResetLastError() { g_lastError = 0; }
inline bool g_quiet = false;
inline void printOne(const string &text) { std::fprintf(stderr, "%s", utf8(text).c_str()); }
template <typename... Parts> void Print(const Parts &...parts) {
  if (g_quiet) return;
  (printOne(string(parts)), ...);
  std::fprintf(stderr, "\n");
}
inline int g_alerts = 0;
inline void Alert(const string &text) { g_alerts++; Print("alert: " + text); }
inline void Comment(const string &text) { Print("chart: " + text); }
