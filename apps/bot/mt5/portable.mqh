// What MQL5 writes in a way that C++ does not. The tests define the same names for C++ in test/shim.
#ifndef QUORATE_PORTABLE_MQH
#define QUORATE_PORTABLE_MQH

#ifdef __MQL5__
#define ARR(T, name) T name[]
#define AREF(T, name) T &name[]
#define CREF(T, name) const T &name[]
#endif

#define QUORATE_VERSION "1.2.0"
#define QUORATE_PROTOCOL "tb/1"
#define LINE_MAX_BYTES 65536
// Room for the envelope is left beside the records of a part.
#define PART_MAX_CHARS 60000
#define WORDS_MAX 200
#define COMMENT_PREFIX "TB1:"

#endif
