/**
 * What a value is, as far as MetaEditor's errors tell values apart. `number` holds whole numbers, fractions,
 * truth and moments, which MQL5 turns into one another; `any` is whatever a built-in prints or clears.
 */
export type Mql5Kind = 'number' | 'text' | 'array' | 'struct' | 'none' | 'any';

/** A built-in function: what it gives, what it takes, and how many of the last may be left out. */
type Builtin = Readonly<{ gives: Mql5Kind; takes: readonly Mql5Kind[]; optional: number }>;

/** `name: gives < takes`, those that may be left out in brackets. Source: MQL5 reference, each function's page. */
const SIGNATURES = `
AccountInfoDouble: number < number
AccountInfoInteger: number < number
AccountInfoString: text < number
Alert: none < any [any any any any any any any]
ArrayCopy: number < array array [number number number]
ArrayResize: number < array number [number]
ArraySize: number < array
CalendarCountryById: number < number struct
CalendarEventById: number < number struct
CalendarValueHistory: number < array number [number any text]
CharArrayToString: text < array [number number number]
Comment: none < any [any any any any any any any]
CopyRates: number < text number number number array
DoubleToString: text < number [number]
EventKillTimer: none <
EventSetMillisecondTimer: number < number
FileClose: none < number
FileFlush: none < number
FileIsExist: number < text [number]
FileMove: number < text number text number
FileOpen: number < text number [number number]
FileReadArray: number < number array [number number]
FileSeek: number < number number number
FileSize: number < number
FileWriteArray: number < number array [number number]
FolderCreate: number < text [number]
GetLastError: number <
GetMicrosecondCount: number <
GetTickCount64: number <
HistoryDealGetDouble: number < number number
HistoryDealGetInteger: number < number number
HistoryDealGetString: text < number number
HistoryDealGetTicket: number < number
HistoryDealsTotal: number <
HistoryOrderGetInteger: number < number number
HistoryOrderGetString: text < number number
HistoryOrderGetTicket: number < number
HistoryOrdersTotal: number <
HistorySelect: number < number number
HistorySelectByPosition: number < number
IntegerToString: text < number [number number]
MathMin: number < number number
MathPow: number < number number
MathRand: number <
MathRound: number < number
MathSrand: none < number
MQLInfoInteger: number < number
NormalizeDouble: number < number number
OrderCheck: number < struct struct
OrderGetDouble: number < number
OrderGetInteger: number < number
OrderGetString: text < number
OrderGetTicket: number < number
OrderSelect: number < number
OrderSend: number < struct struct
OrderSendAsync: number < struct struct
OrdersTotal: number <
PositionGetDouble: number < number
PositionGetInteger: number < number
PositionGetString: text < number
PositionGetTicket: number < number
PositionsTotal: number <
Print: none < any [any any any any any any any]
ResetLastError: none <
SeriesInfoInteger: number < text number number
ShortToString: text < number
SocketClose: number < number
SocketConnect: number < number text number number
SocketCreate: number < [number]
SocketIsConnected: number < number
SocketIsReadable: number < number
SocketRead: number < number array number number
SocketSend: number < number array number
SocketTimeouts: number < number number number
StringFind: number < text text [number]
StringGetCharacter: number < text number
StringLen: number < text
StringSubstr: text < text number [number]
StringToCharArray: number < text array [number number number]
SymbolInfoDouble: number < text number
SymbolInfoInteger: number < text number
SymbolInfoString: text < text number
SymbolInfoTick: number < text struct
SymbolName: text < number number
SymbolSelect: number < text number
SymbolsTotal: number < number
TerminalInfoInteger: number < number
TimeCurrent: number <
TimeGMT: number <
TimeLocal: number <
ZeroMemory: none < any
`;

/** Every built-in function that the expert may call. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  SIGNATURES.trim()
    .split('\n')
    .map((line): [string, Builtin] => {
      const [, name = '', gives = '', needed = '', left = ''] =
        /^(\w+): (\w+) <([\w ]*)(?:\[([\w ]*)\])?$/.exec(line) ?? [];
      const kinds = (text: string) => text.split(' ').filter((kind) => kind !== '') as Mql5Kind[];
      const optional = kinds(left);
      return [
        name,
        {
          gives: gives as Mql5Kind,
          takes: [...kinds(needed), ...optional],
          optional: optional.length,
        },
      ];
    }),
);

/** Words with a space between. */
export function listed(words: string): readonly string[] {
  return words.split(' ');
}

/** Simple types, and the structures of the terminal with their fields. */
export const NUMBER_TYPES: ReadonlySet<string> = new Set([
  'bool',
  'char',
  'uchar',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'float',
  'double',
  'datetime',
  'ENUM_TIMEFRAMES',
  'ENUM_ORDER_TYPE_FILLING',
]);
export const TERMINAL_STRUCTS: Readonly<Record<string, readonly string[]>> = {
  MqlTradeRequest: listed(
    'action magic order symbol volume price stoplimit sl tp deviation type type_filling type_time expiration comment position position_by',
  ),
  MqlTradeResult: listed(
    'retcode deal order volume price bid ask comment request_id retcode_external',
  ),
  MqlTradeCheckResult: listed(
    'retcode balance equity profit margin margin_free margin_level comment',
  ),
  MqlTradeTransaction: listed(
    'deal order symbol type order_type order_state deal_type time_type time_expiration price price_trigger price_sl price_tp volume position position_by',
  ),
  MqlTick: ['time', 'bid', 'ask', 'last', 'volume', 'time_msc', 'flags', 'volume_real'],
  MqlRates: ['time', 'open', 'high', 'low', 'close', 'tick_volume', 'spread', 'real_volume'],
  MqlCalendarValue: listed(
    'id event_id time period revision actual_value prev_value revised_prev_value forecast_value impact_type',
  ),
  MqlCalendarEvent: listed(
    'id type sector frequency time_mode country_id unit importance multiplier digits source_url event_code name',
  ),
  MqlCalendarCountry: ['id', 'name', 'code', 'currency', 'currency_symbol', 'url_name'],
};

/** Families of the terminal's constants by their beginnings; a test holds each name against the shim's enums. */
export const CONSTANTS =
  /^(ACCOUNT|CALENDAR|DEAL|FILE|INIT|MQL|ORDER|PERIOD|POSITION|SEEK|SERIES|SYMBOL|TERMINAL|TRADE|ERR)_[A-Z0-9_]+$|^(INT_MAX|ULONG_MAX|INVALID_HANDLE|WHOLE_ARRAY|CP_UTF8|NULL)$/;

/** Older names of functions that MQL5 keeps: a variable of such a name hides or upsets them. */
export const OLD_NAMES: ReadonlySet<string> = new Set(
  listed(
    'abs acos asin atan ceil cos exp fabs floor fmax fmin fmod log log10 pow printf rand round sin sqrt srand tan',
  ),
);
