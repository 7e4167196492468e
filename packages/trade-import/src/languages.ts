import { plainWord } from './words.ts';

export const LANGUAGE_CODES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'ru'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** Columns of the sections Positions and Deals. `time` and `price` stand twice among positions. */
export const COLUMNS = [
  'time',
  'position',
  'symbol',
  'type',
  'volume',
  'price',
  'stopLoss',
  'takeProfit',
  'commission',
  'fee',
  'swap',
  'profit',
  'deal',
  'direction',
  'order',
  'balance',
] as const;
export type Column = (typeof COLUMNS)[number];

export const SECTIONS = ['positions', 'orders', 'deals'] as const;
export type Section = (typeof SECTIONS)[number];

type Words = Readonly<{
  sections: Readonly<Record<Section, readonly string[]>>;
  columns: Readonly<Record<Exclude<Column, 'stopLoss' | 'takeProfit'>, readonly string[]>>;
  buy: readonly string[];
  sell: readonly string[];
}>;

/** Terminals differ from build to build; where more than one word is known for a thing, all of them stand. */
const WORDS: Readonly<Record<LanguageCode, Words>> = {
  en: words(
    'Positions;Orders;Deals,Trades',
    'Time,Open time,Close time;Position;Symbol;Type;Volume;Price;Commission;Fee;Swap;Profit;Deal;Direction;Order;Balance',
    'buy;sell',
  ),
  de: words(
    'Positionen;Orders,Aufträge;Deals,Trades,Geschäfte,Abschlüsse',
    'Zeit,Zeitpunkt,Uhrzeit;Position;Symbol;Typ;Volumen;Preis,Kurs;Kommission,Provision;Gebühr,Gebühren;Swap;Gewinn,Profit;Deal,Trade,Geschäft,Abschluss;Richtung;Order,Auftrag;Kontostand,Saldo,Bilanz',
    'kaufen,kauf;verkaufen,verkauf',
  ),
  es: words(
    'Posiciones;Órdenes;Transacciones,Operaciones,Deals',
    'Fecha/Hora,Hora,Tiempo,Fecha;Posición;Símbolo;Tipo;Volumen;Precio;Comisión;Tasa,Tarifa,Cuota;Swap;Beneficio,Beneficios,Ganancia;Transacción,Operación;Dirección;Orden;Balance,Saldo',
    'compra,comprar;venta,vender',
  ),
  fr: words(
    'Positions;Ordres;Transactions,Opérations,Deals',
    'Heure,Temps,Date;Position;Symbole;Type;Volume;Prix;Commission;Frais;Swap,Échange;Profit,Bénéfice;Transaction,Opération;Direction,Sens;Ordre;Solde,Balance',
    'achat,acheter;vente,vendre',
  ),
  it: words(
    'Posizioni;Ordini;Affari,Operazioni,Transazioni',
    'Ora,Orario,Tempo,Data/Ora;Posizione;Simbolo;Tipo;Volume;Prezzo;Commissione,Commissioni;Tassa,Tariffa,Costo;Swap;Profitto,Guadagno;Affare,Operazione;Direzione;Ordine;Bilancio,Saldo',
    'acquisto,comprare;vendita,vendere',
  ),
  pt: words(
    'Posições;Ordens;Transações,Ofertas,Negócios,Operações',
    'Horário,Hora,Tempo,Data/Hora;Posição;Ativo,Símbolo;Tipo;Volume;Preço;Comissão;Taxa;Swap;Lucro;Oferta,Transação,Negócio,Operação;Direção;Ordem;Saldo,Balanço',
    'compra,comprar;venda,vender',
  ),
  ru: words(
    'Позиции;Ордера;Сделки',
    'Время;Позиция;Символ,Инструмент;Тип;Объем,Объём;Цена;Комиссия;Сбор,Плата;Своп;Прибыль;Сделка;Направление;Ордер;Баланс',
    'покупка,купить;продажа,продать',
  ),
};

/** The same in every language. */
const SIGNS: Readonly<Record<string, Column>> = { sl: 'stopLoss', tp: 'takeProfit' };

/** What a language calls a column, its usual word first; a terminal's own report has the first. */
export function columnWord(language: LanguageCode, column: Column): string {
  if (column === 'stopLoss') return 'S / L';
  if (column === 'takeProfit') return 'T / P';
  return WORDS[language].columns[column][0] ?? column;
}

export function sectionWord(language: LanguageCode, section: Section): string {
  return WORDS[language].sections[section][0] ?? section;
}

/** The column a header names in a language, whichever section it stands in. */
export function columnNamed(language: LanguageCode, header: string): Column | null {
  const word = plainWord(header);
  return SIGNS[word] ?? COLUMN_INDEX[language].get(word) ?? null;
}

/** The section a title begins, and the languages that call it so. */
export function sectionTitled(
  title: string,
): { section: Section; languages: LanguageCode[] } | null {
  return SECTION_INDEX.get(plainWord(title)) ?? null;
}

export function sideNamed(text: string): 'BUY' | 'SELL' | null {
  return SIDE_INDEX.get(plainWord(text)) ?? null;
}

function words(sections: string, columns: string, sides: string): Words {
  const lists = (text: string) => text.split(';').map((list) => list.split(','));
  const [positions = [], orders = [], deals = []] = lists(sections);
  const [time = [], position = [], symbol = [], type = [], volume = [], price = [], ...rest] =
    lists(columns);
  const [commission = [], fee = [], swap = [], profit = [], deal = [], ...last] = rest;
  const [direction = [], order = [], balance = []] = last;
  const [buy = [], sell = []] = lists(sides);
  return {
    sections: { positions, orders, deals },
    columns: {
      time,
      position,
      symbol,
      type,
      volume,
      price,
      commission,
      fee,
      swap,
      profit,
      deal,
      direction,
      order,
      balance,
    },
    buy,
    sell,
  };
}

function perLanguage<T>(make: (words: Words) => T): Record<LanguageCode, T> {
  return Object.fromEntries(LANGUAGE_CODES.map((code) => [code, make(WORDS[code])])) as Record<
    LanguageCode,
    T
  >;
}

const COLUMN_INDEX = perLanguage(({ columns }) => {
  const index = new Map<string, Column>();
  for (const column of COLUMNS) {
    if (column === 'stopLoss' || column === 'takeProfit') continue;
    for (const word of columns[column]) index.set(plainWord(word), column);
  }
  return index;
});

const SECTION_INDEX = new Map<string, { section: Section; languages: LanguageCode[] }>();
for (const code of LANGUAGE_CODES) {
  for (const section of SECTIONS) {
    for (const word of WORDS[code].sections[section]) {
      const known = SECTION_INDEX.get(plainWord(word));
      if (!known) SECTION_INDEX.set(plainWord(word), { section, languages: [code] });
      else if (known.section === section) known.languages.push(code);
    }
  }
}

const SIDE_INDEX = new Map<string, 'BUY' | 'SELL'>();
for (const code of LANGUAGE_CODES) {
  for (const word of WORDS[code].buy) SIDE_INDEX.set(plainWord(word), 'BUY');
  for (const word of WORDS[code].sell) SIDE_INDEX.set(plainWord(word), 'SELL');
}
