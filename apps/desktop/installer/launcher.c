// Starts the app without a console. It is two programs in one: as Quorate.exe, beside current.ini, it starts the
// version that is current; as quorate-app.exe, in the folder of a version, it compares the version's files with
// what was built and starts Node with the script. The table of what it decides is in docs/how-to/desktop.md, and
// the app's updates decide by the same.
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include <bcrypt.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>
// Of the release: BRAND, NODE_FOLDER, NODE_BYTES, NODE_ARGUMENTS and GUARDED, the files of the version.
#include "release.h"

#define PROGRAM L"quorate-app.exe"
#define SCRIPT L"quorate.cjs"
#define LENGTH 32768 // Of the longest path and the longest command line.
#define TRIES_MAX 2  // Starts that a version on trial has to come up in.
#define NOT_WHOLE 97 // The exit code of a version that is damaged.
#define STARTS_WITHIN_MS 10000
// Names the event that a version sets once its Node runs: whoever chose the version waits for it.
#define STARTED L"QUORATE_STARTED"

static wchar_t folder[LENGTH], path[LENGTH], line[LENGTH];

static const wchar_t *in_folder(const wchar_t *name) {
  _snwprintf(path, LENGTH - 1, L"%ls\\%ls", folder, name);
  return path;
}

static bool is_file(const wchar_t *file) {
  DWORD found = GetFileAttributesW(file);
  return found != INVALID_FILE_ATTRIBUTES && !(found & FILE_ATTRIBUTE_DIRECTORY);
}

// What comes after the program's own name, as it was typed.
static const wchar_t *typed(void) {
  const wchar_t *rest = GetCommandLineW();
  bool is_quoted = false;
  for (; *rest && (is_quoted || (*rest != L' ' && *rest != L'\t')); rest++)
    if (*rest == L'"') is_quoted = !is_quoted;
  while (*rest == L' ' || *rest == L'\t') rest++;
  return rest;
}

static bool has_word(const wchar_t *text, const wchar_t *word) {
  size_t length = wcslen(word);
  for (const wchar_t *at = text; (at = wcsstr(at, word)); at++) {
    bool begins = at == text || at[-1] == L' ';
    if (begins && (at[length] == 0 || at[length] == L' ')) return true;
  }
  return false;
}

// The app itself runs for days; whatever else is typed is waited for, and its exit code is passed on.
static bool is_waited_for(const wchar_t *arguments) {
  if (!*arguments) return false;
  bool is_app = !wcscmp(arguments, L"ui") || !wcsncmp(arguments, L"ui ", 3);
  return !is_app || has_word(arguments, L"--quit") || has_word(arguments, L"--print-address");
}

// Starts the command in `line`, with where this program's own words go.
static bool start(const wchar_t *program, DWORD flags, PROCESS_INFORMATION *process) {
  STARTUPINFOW info = {.cb = sizeof info, .dwFlags = STARTF_USESTDHANDLES};
  info.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  info.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  info.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  return CreateProcessW(program, line, NULL, NULL, TRUE, flags, NULL, NULL, &info, process);
}

static int exit_code(HANDLE process) {
  DWORD code = 1;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &code);
  return (int)code;
}

// ---- As the program of a version

static bool is_as_built(const wchar_t *file, const unsigned char *sha256) {
  static unsigned char chunk[1 << 16];
  unsigned char actual[32];
  DWORD length;
  BCRYPT_ALG_HANDLE algorithm = NULL;
  BCRYPT_HASH_HANDLE hash = NULL;
  HANDLE open = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
  if (open == INVALID_HANDLE_VALUE) return false;
  bool fits = !BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, NULL, 0) &&
              !BCryptCreateHash(algorithm, &hash, NULL, 0, NULL, 0, 0);
  while (fits && (fits = ReadFile(open, chunk, sizeof chunk, &length, NULL)) && length > 0)
    fits = !BCryptHashData(hash, chunk, length, 0);
  fits = fits && !BCryptFinishHash(hash, actual, sizeof actual, 0) && !memcmp(actual, sha256, sizeof actual);
  if (hash) BCryptDestroyHash(hash);
  if (algorithm) BCryptCloseAlgorithmProvider(algorithm, 0);
  CloseHandle(open);
  return fits;
}

static bool is_whole(const wchar_t *node) {
  WIN32_FILE_ATTRIBUTE_DATA found;
  // Node carries its publisher's signature; its length finds one that was cut short.
  if (!GetFileAttributesExW(node, GetFileExInfoStandard, &found)) return false;
  if (((unsigned long long)found.nFileSizeHigh << 32 | found.nFileSizeLow) != NODE_BYTES) return false;
  for (size_t at = 0; at < sizeof GUARDED / sizeof *GUARDED; at++)
    if (!is_as_built(in_folder(GUARDED[at].path), GUARDED[at].sha256)) return false;
  return true;
}

// When this program is killed, Node goes with it; what Node has started, such as bots, goes on.
static void tie(HANDLE process) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
  HANDLE job = CreateJobObjectW(NULL, NULL);
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  AssignProcessToJobObject(job, process);
}

static int run_version(void) {
  static wchar_t node[LENGTH], number[32];
  HANDLE started = NULL;
  if (GetEnvironmentVariableW(STARTED, number, 32)) started = (HANDLE)(UINT_PTR)_wcstoui64(number, NULL, 10);
  SetEnvironmentVariableW(STARTED, NULL);
  // What a person set for the Node of their own is not for this one.
  SetEnvironmentVariableW(L"NODE_OPTIONS", NULL);
  _snwprintf(node, LENGTH - 1, L"%ls\\..\\" NODE_FOLDER L"\\node.exe", folder);
  PROCESS_INFORMATION process;
  _snwprintf(line, LENGTH - 1, L"\"%ls\" " NODE_ARGUMENTS L" \"%ls\\" SCRIPT L"\" %ls", node, folder, typed());
  if (started) SetHandleInformation(started, HANDLE_FLAG_INHERIT, 0);
  if (!is_whole(node) || !start(node, DETACHED_PROCESS | CREATE_SUSPENDED, &process)) {
    // An app that is updated by the version before, or that starts with the computer, has somebody who looks.
    if (!started && !is_waited_for(typed()) && !has_word(typed(), L"--after-update"))
      MessageBoxW(NULL, BRAND L" is damaged. Please install it again; your configurations stay.", BRAND,
                  MB_OK | MB_ICONSTOP);
    return NOT_WHOLE;
  }
  tie(process.hProcess);
  ResumeThread(process.hThread);
  if (started) SetEvent(started);
  return exit_code(process.hProcess);
}

// ---- As what people start

static struct {
  wchar_t current[64], previous[64], trial[64], rolled_back[64];
  int tries;
} pointer;

static void read_version(const wchar_t *key, wchar_t *version) {
  GetPrivateProfileStringW(L"app", key, L"", version, 64, in_folder(L"current.ini"));
  // Nothing that leads to another folder.
  if (version[wcsspn(version, L"0123456789.")]) *version = 0;
}

static void read_pointer(void) {
  read_version(L"current", pointer.current);
  read_version(L"previous", pointer.previous);
  read_version(L"trial", pointer.trial);
  read_version(L"rolled_back", pointer.rolled_back);
  pointer.tries = (int)GetPrivateProfileIntW(L"app", L"tries", 0, in_folder(L"current.ini"));
}

// Whole or not at all: it is written beside the old one and moved over it.
static void write_pointer(void) {
  static wchar_t unfinished[LENGTH];
  char text[512];
  int length = snprintf(text, sizeof text,
                        "[app]\r\ncurrent=%ls\r\nprevious=%ls\r\ntrial=%ls\r\ntries=%d\r\nrolled_back=%ls\r\n",
                        pointer.current, pointer.previous, pointer.trial, pointer.tries, pointer.rolled_back);
  DWORD written = 0;
  wcscpy(unfinished, in_folder(L"current.ini.new"));
  HANDLE file = CreateFileW(unfinished, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return;
  bool is_kept = WriteFile(file, text, (DWORD)length, &written, NULL) && (int)written == length && FlushFileBuffers(file);
  CloseHandle(file);
  // What a full disk has cut short must not take its place.
  if (is_kept) MoveFileExW(unfinished, in_folder(L"current.ini"), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
  else DeleteFileW(unfinished);
}

static const wchar_t *program_of(const wchar_t *version) {
  _snwprintf(path, LENGTH - 1, L"%ls\\versions\\%ls\\" PROGRAM, folder, version);
  return path;
}

static bool is_installed(const wchar_t *version) {
  return *version && is_file(program_of(version));
}

static void go_back(void) {
  wcscpy(pointer.rolled_back, pointer.current);
  wcscpy(pointer.current, pointer.previous);
  *pointer.previous = *pointer.trial = 0;
  pointer.tries = 0;
  write_pointer();
}

// Whether the current version runs, or ran to its end.
static bool start_current(HANDLE started, int *code) {
  if (!is_installed(pointer.current)) return false;
  const wchar_t *program = program_of(pointer.current);
  PROCESS_INFORMATION process;
  _snwprintf(line, LENGTH - 1, L"\"%ls\" %ls", program, typed());
  if (!start(program, 0, &process)) return false;
  HANDLE either[] = {process.hProcess, started};
  *code = 0;
  // One of before this launcher sets no event, and counts as started after a while.
  if (WaitForMultipleObjects(2, either, FALSE, STARTS_WITHIN_MS) == WAIT_OBJECT_0 || is_waited_for(typed()))
    *code = exit_code(process.hProcess);
  return *code != NOT_WHOLE;
}

static int choose_version(void) {
  SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
  HANDLE started = CreateEventW(&inherited, TRUE, FALSE, NULL);
  wchar_t number[32];
  int code;
  _snwprintf(number, 31, L"%llu", (unsigned long long)(UINT_PTR)started);
  SetEnvironmentVariableW(STARTED, number);
  read_pointer();
  if (*pointer.trial && !wcscmp(pointer.trial, pointer.current)) {
    if (pointer.tries >= TRIES_MAX) {
      if (is_installed(pointer.previous)) go_back();
    } else if (is_installed(pointer.current)) {
      pointer.tries++;
      write_pointer();
    }
  }
  if (start_current(started, &code)) return code;
  if (is_installed(pointer.previous)) {
    // The current one is gone, is damaged, or does not start at all.
    go_back();
    if (start_current(started, &code)) return code;
  }
  if (!has_word(typed(), L"/S"))
    MessageBoxW(NULL, BRAND L" cannot start: no version of it is whole. Please install it again; your configurations stay.",
                BRAND, MB_OK | MB_ICONSTOP);
  return 1;
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, wchar_t *arguments, int shown) {
  (void)instance, (void)before, (void)arguments, (void)shown;
  DWORD length = GetModuleFileNameW(NULL, folder, LENGTH);
  if (length == 0 || length >= LENGTH) return 1;
  *wcsrchr(folder, L'\\') = 0;
  return is_file(in_folder(SCRIPT)) ? run_version() : choose_version();
}
