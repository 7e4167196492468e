// What only native code can have of Windows, for Node: the Credential Manager, a message box, a computer that stays
// awake, and the symbol beside the clock. It imports nothing but what every Windows 10 has.
#define UNICODE
#define _WIN32_WINNT 0x0A00
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wincred.h>
#define NAPI_VERSION 8
#include <node_api.h>

#define ICON 1
#define ITEMS_MAX 20
#define ARGUMENTS_MAX 3

// ---- Values of JavaScript

static napi_value throw_text(napi_env env, const char *text) {
  napi_throw_error(env, NULL, text);
  return NULL;
}

static napi_value throw_code(napi_env env, const char *call, DWORD code) {
  wchar_t reason[300] = L"";
  char bytes[900], text[1000];
  FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, reason, 300, NULL);
  reason[wcscspn(reason, L"\r\n")] = 0;
  WideCharToMultiByte(CP_UTF8, 0, reason, -1, bytes, sizeof bytes, NULL, NULL);
  snprintf(text, sizeof text, "%s failed with code %lu: %s", call, code, bytes);
  return throw_text(env, text);
}

// The text of a string, to be freed; NULL where it is none.
static wchar_t *text_of(napi_env env, napi_value value) {
  size_t length;
  if (napi_get_value_string_utf16(env, value, NULL, 0, &length) != napi_ok) return NULL;
  wchar_t *text = malloc((length + 1) * sizeof *text);
  if (text) napi_get_value_string_utf16(env, value, (char16_t *)text, length + 1, &length);
  return text;
}

// The arguments of a call: texts first, to be freed. False, with an error thrown, where they are others.
static bool arguments(napi_env env, napi_callback_info info, size_t count, napi_value *values, size_t texts,
                      wchar_t **text) {
  size_t given = ARGUMENTS_MAX;
  napi_value all[ARGUMENTS_MAX];
  napi_get_cb_info(env, info, &given, all, NULL, NULL);
  for (size_t at = 0; at < texts; at++) text[at] = at < given ? text_of(env, all[at]) : NULL;
  bool fits = given >= count;
  for (size_t at = 0; at < texts; at++) fits = fits && text[at];
  if (fits) {
    for (size_t at = 0; at < count; at++) values[at] = all[at];
    return true;
  }
  for (size_t at = 0; at < texts; at++) free(text[at]);
  throw_text(env, "The arguments are not those of this call.");
  return false;
}

// ---- The Credential Manager

static napi_value read_secret(napi_env env, napi_callback_info info) {
  napi_value values[1], result = NULL;
  wchar_t *target;
  if (!arguments(env, info, 1, values, 1, &target)) return NULL;
  CREDENTIALW *found;
  BOOL is_read = CredReadW(target, CRED_TYPE_GENERIC, 0, &found);
  DWORD code = GetLastError();
  free(target);
  if (is_read) {
    void *copy;
    napi_value bytes;
    napi_create_arraybuffer(env, found->CredentialBlobSize, &copy, &bytes);
    memcpy(copy, found->CredentialBlob, found->CredentialBlobSize);
    napi_create_typedarray(env, napi_uint8_array, found->CredentialBlobSize, bytes, 0, &result);
    SecureZeroMemory(found->CredentialBlob, found->CredentialBlobSize);
    CredFree(found);
    return result;
  }
  if (code != ERROR_NOT_FOUND) return throw_code(env, "CredRead", code);
  napi_get_null(env, &result);
  return result;
}

static napi_value write_secret(napi_env env, napi_callback_info info) {
  napi_value values[3];
  wchar_t *text[2];
  if (!arguments(env, info, 3, values, 2, text)) return NULL;
  void *bytes;
  size_t length;
  napi_typedarray_type type;
  napi_status status = napi_get_typedarray_info(env, values[2], &type, &length, &bytes, NULL, NULL);
  if (status != napi_ok || type != napi_uint8_array) {
    free(text[0]);
    free(text[1]);
    return throw_text(env, "The secret must be bytes.");
  }
  CREDENTIALW credential = {
      .Type = CRED_TYPE_GENERIC,
      .TargetName = text[0],
      .UserName = text[1],
      .CredentialBlob = bytes,
      .CredentialBlobSize = (DWORD)length,
      .Persist = CRED_PERSIST_LOCAL_MACHINE,
  };
  BOOL is_written = CredWriteW(&credential, 0);
  DWORD code = GetLastError();
  free(text[0]);
  free(text[1]);
  return is_written ? NULL : throw_code(env, "CredWrite", code);
}

static napi_value delete_secret(napi_env env, napi_callback_info info) {
  napi_value values[1];
  wchar_t *target;
  if (!arguments(env, info, 1, values, 1, &target)) return NULL;
  BOOL is_gone = CredDeleteW(target, CRED_TYPE_GENERIC, 0);
  DWORD code = GetLastError();
  free(target);
  return is_gone || code == ERROR_NOT_FOUND ? NULL : throw_code(env, "CredDelete", code);
}

// ---- A message, and a computer that stays awake

static napi_value show_message(napi_env env, napi_callback_info info) {
  napi_value values[2];
  wchar_t *text[2];
  if (!arguments(env, info, 2, values, 2, text)) return NULL;
  MessageBoxW(NULL, text[1], text[0], MB_OK | MB_ICONINFORMATION | MB_SETFOREGROUND | MB_TOPMOST);
  free(text[0]);
  free(text[1]);
  return NULL;
}

static napi_value keep_awake(napi_env env, napi_callback_info info) {
  napi_value values[1];
  bool on;
  if (!arguments(env, info, 1, values, 0, NULL)) return NULL;
  if (napi_get_value_bool(env, values[0], &on) != napi_ok) return throw_text(env, "It is on or off.");
  // Of this thread, which is that of Node and lives as long as the process.
  SetThreadExecutionState(on ? ES_CONTINUOUS | ES_SYSTEM_REQUIRED : ES_CONTINUOUS);
  return NULL;
}

// ---- The symbol beside the clock, with a thread and a message loop of its own

#define FROM_SYMBOL (WM_APP + 1)
#define CHANGED (WM_APP + 2)
#define NOTICE (WM_APP + 3)
#define TRY_AGAIN_MS 5000

typedef struct {
  wchar_t *title, *text;
} Notice;

static struct {
  HANDLE thread, ready;
  HWND window;
  CRITICAL_SECTION lock; // Of what follows, up to the count.
  wchar_t tooltip[128];
  wchar_t *ids[ITEMS_MAX], *texts[ITEMS_MAX];
  int count;
  bool is_shown;
  napi_threadsafe_function select;
} tray;
static HINSTANCE module;
static UINT taskbar_created;

static NOTIFYICONDATAW symbol_data(void) {
  NOTIFYICONDATAW data = {.cbSize = sizeof data, .hWnd = tray.window, .uID = 1};
  data.uFlags = NIF_MESSAGE | NIF_ICON | NIF_TIP;
  data.uCallbackMessage = FROM_SYMBOL;
  data.hIcon = LoadImageW(module, MAKEINTRESOURCEW(ICON), IMAGE_ICON, GetSystemMetrics(SM_CXSMICON),
                          GetSystemMetrics(SM_CYSMICON), LR_SHARED);
  EnterCriticalSection(&tray.lock);
  wcscpy(data.szTip, tray.tooltip);
  LeaveCriticalSection(&tray.lock);
  return data;
}

// Early after a sign-in there is no taskbar yet: it is tried again.
static void show_symbol(void) {
  NOTIFYICONDATAW data = symbol_data();
  tray.is_shown = Shell_NotifyIconW(tray.is_shown ? NIM_MODIFY : NIM_ADD, &data);
  if (!tray.is_shown) SetTimer(tray.window, 1, TRY_AGAIN_MS, NULL);
}

static void tell_selected(int at) {
  EnterCriticalSection(&tray.lock);
  wchar_t *id = at >= 0 && at < tray.count ? _wcsdup(tray.ids[at]) : NULL;
  LeaveCriticalSection(&tray.lock);
  if (id && napi_call_threadsafe_function(tray.select, id, napi_tsfn_nonblocking) != napi_ok) free(id);
}

static void open_menu(void) {
  HMENU menu = CreatePopupMenu();
  EnterCriticalSection(&tray.lock);
  for (int at = 0; at < tray.count; at++) AppendMenuW(menu, MF_STRING, at + 1, tray.texts[at]);
  LeaveCriticalSection(&tray.lock);
  POINT point;
  GetCursorPos(&point);
  // Without it the menu stays when the person clicks elsewhere.
  SetForegroundWindow(tray.window);
  int chosen = TrackPopupMenu(menu, TPM_RETURNCMD | TPM_NONOTIFY, point.x, point.y, 0, tray.window, NULL);
  PostMessageW(tray.window, WM_NULL, 0, 0);
  DestroyMenu(menu);
  tell_selected(chosen - 1);
}

static void show_notice(Notice *notice) {
  NOTIFYICONDATAW data = symbol_data();
  data.uFlags |= NIF_INFO;
  data.dwInfoFlags = NIIF_INFO;
  wcsncpy(data.szInfoTitle, notice->title, ARRAYSIZE(data.szInfoTitle) - 1);
  wcsncpy(data.szInfo, notice->text, ARRAYSIZE(data.szInfo) - 1);
  Shell_NotifyIconW(NIM_MODIFY, &data);
  free(notice->title);
  free(notice->text);
  free(notice);
}

static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM first, LPARAM second) {
  if (message == taskbar_created) {
    // Explorer was started again, and has forgotten it.
    tray.is_shown = false;
    message = CHANGED;
  }
  switch (message) {
    case FROM_SYMBOL:
      if (LOWORD(second) == WM_LBUTTONUP) tell_selected(0);
      if (LOWORD(second) == WM_RBUTTONUP) open_menu();
      return 0;
    case WM_TIMER:
      KillTimer(window, 1);
      show_symbol();
      return 0;
    case CHANGED:
      show_symbol();
      return 0;
    case NOTICE:
      show_notice((Notice *)second);
      return 0;
    case WM_CLOSE: {
      NOTIFYICONDATAW data = {.cbSize = sizeof data, .hWnd = window, .uID = 1};
      Shell_NotifyIconW(NIM_DELETE, &data);
      DestroyWindow(window);
      return 0;
    }
    case WM_DESTROY:
      PostQuitMessage(0);
      return 0;
    default:
      return DefWindowProcW(window, message, first, second);
  }
}

static DWORD WINAPI run_tray(void *unused) {
  (void)unused;
  WNDCLASSW class = {.lpfnWndProc = on_message, .hInstance = module, .lpszClassName = L"QuorateTray"};
  RegisterClassW(&class);
  taskbar_created = RegisterWindowMessageW(L"TaskbarCreated");
  // No window of messages alone: those hear nothing of a taskbar that begins again.
  tray.window = CreateWindowExW(0, class.lpszClassName, L"", WS_POPUP, 0, 0, 0, 0, NULL, NULL, module, NULL);
  SetEvent(tray.ready);
  if (!tray.window) return 1;
  show_symbol();
  MSG message;
  while (GetMessageW(&message, NULL, 0, 0) > 0) DispatchMessageW(&message);
  return 0;
}

// In the thread of Node.
static void on_selected(napi_env env, napi_value call, void *context, void *data) {
  (void)context;
  if (env && call) {
    napi_value receiver, id;
    napi_get_undefined(env, &receiver);
    napi_create_string_utf16(env, (char16_t *)data, NAPI_AUTO_LENGTH, &id);
    napi_call_function(env, receiver, call, 1, &id, NULL);
  }
  free(data);
}

// Tooltip and items of a call become those of the symbol.
static bool take_content(napi_env env, wchar_t *tooltip, napi_value items) {
  uint32_t length = 0;
  if (napi_get_array_length(env, items, &length) != napi_ok || length % 2 != 0 || length > 2 * ITEMS_MAX) {
    throw_text(env, "The menu must be at most 20 items, each with id and text.");
    return false;
  }
  wchar_t *words[2 * ITEMS_MAX];
  for (uint32_t at = 0; at < length; at++) {
    napi_value item;
    napi_get_element(env, items, at, &item);
    words[at] = text_of(env, item);
    if (words[at]) continue;
    while (at > 0) free(words[--at]);
    throw_text(env, "The items of the menu must be texts.");
    return false;
  }
  EnterCriticalSection(&tray.lock);
  for (int at = 0; at < tray.count; at++) {
    free(tray.ids[at]);
    free(tray.texts[at]);
  }
  tray.count = (int)length / 2;
  for (int at = 0; at < tray.count; at++) {
    tray.ids[at] = words[2 * at];
    tray.texts[at] = words[2 * at + 1];
  }
  wcsncpy(tray.tooltip, tooltip, ARRAYSIZE(tray.tooltip) - 1);
  LeaveCriticalSection(&tray.lock);
  return true;
}

static void end_tray(void *unused) {
  (void)unused;
  if (!tray.thread) return;
  PostMessageW(tray.window, WM_CLOSE, 0, 0);
  WaitForSingleObject(tray.thread, 2000);
  CloseHandle(tray.thread);
  CloseHandle(tray.ready);
  tray.thread = NULL;
  tray.is_shown = false;
  napi_release_threadsafe_function(tray.select, napi_tsfn_abort);
}

static napi_value open_tray(napi_env env, napi_callback_info info) {
  napi_value values[3], name;
  wchar_t *tooltip;
  if (!arguments(env, info, 3, values, 1, &tooltip)) return NULL;
  bool is_taken = !tray.thread && take_content(env, tooltip, values[1]);
  free(tooltip);
  if (tray.thread) return throw_text(env, "The symbol is shown already.");
  if (!is_taken) return NULL;
  napi_create_string_utf8(env, "tray", NAPI_AUTO_LENGTH, &name);
  napi_status status = napi_create_threadsafe_function(env, values[2], NULL, name, 0, 1, NULL, NULL, NULL,
                                                       on_selected, &tray.select);
  if (status != napi_ok) return throw_text(env, "Whoever hears of a click must be a function.");
  // A symbol keeps no process alive.
  napi_unref_threadsafe_function(env, tray.select);
  tray.ready = CreateEventW(NULL, TRUE, FALSE, NULL);
  tray.thread = CreateThread(NULL, 0, run_tray, NULL, 0, NULL);
  if (!tray.thread) return throw_code(env, "CreateThread", GetLastError());
  WaitForSingleObject(tray.ready, INFINITE);
  if (tray.window) return NULL;
  end_tray(NULL);
  return throw_text(env, "Windows gives no window for the symbol.");
}

static napi_value update_tray(napi_env env, napi_callback_info info) {
  napi_value values[2];
  wchar_t *tooltip;
  if (!arguments(env, info, 2, values, 1, &tooltip)) return NULL;
  if (tray.thread && take_content(env, tooltip, values[1])) PostMessageW(tray.window, CHANGED, 0, 0);
  free(tooltip);
  return NULL;
}

static napi_value notify_tray(napi_env env, napi_callback_info info) {
  napi_value values[2];
  wchar_t *text[2];
  if (!arguments(env, info, 2, values, 2, text)) return NULL;
  Notice *notice = malloc(sizeof *notice);
  *notice = (Notice){.title = text[0], .text = text[1]};
  if (tray.thread && PostMessageW(tray.window, NOTICE, 0, (LPARAM)notice)) return NULL;
  free(text[0]);
  free(text[1]);
  free(notice);
  return NULL;
}

static napi_value close_tray(napi_env env, napi_callback_info info) {
  (void)env;
  (void)info;
  end_tray(NULL);
  return NULL;
}

NAPI_MODULE_INIT() {
  static bool is_begun;
  if (!is_begun) InitializeCriticalSection(&tray.lock);
  is_begun = true;
  // Otherwise it stays beside the clock until the mouse comes by.
  napi_add_env_cleanup_hook(env, end_tray, NULL);
  const napi_property_descriptor calls[] = {
#define CALL(name, function) {name, NULL, function, NULL, NULL, NULL, napi_enumerable, NULL}
      CALL("readSecret", read_secret),   CALL("writeSecret", write_secret), CALL("deleteSecret", delete_secret),
      CALL("showMessage", show_message), CALL("keepAwake", keep_awake),     CALL("openTray", open_tray),
      CALL("updateTray", update_tray),   CALL("notifyTray", notify_tray),   CALL("closeTray", close_tray),
  };
  napi_define_properties(env, exports, ARRAYSIZE(calls), calls);
  return exports;
}

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, void *unused) {
  (void)unused;
  if (reason == DLL_PROCESS_ATTACH) module = instance;
  return TRUE;
}
