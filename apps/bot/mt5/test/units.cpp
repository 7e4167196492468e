// The core of the expert, tested without a bot. Prints one line a test; ends with 1 when one failed.
#include "shim/terminal.hpp"
#include "requests.mqh"
#include "self-test.mqh"
#include <filesystem>
#include <random>

static int g_failed = 0;
static UnderWay g_way;
static Session g_session;
static void expect(bool right, const char *what, const std::string &detail = "") {
  if (right) return;
  g_failed++;
  std::printf("  FAILED: %s %s\n", what, detail.c_str());
}
static void bytesOf(const std::string &text, mql_array<uchar> &bytes) { bytes.items.assign(text.begin(), text.end()); }
static std::string digestOf(const std::string &text) {
  mql_array<uchar> data, digest;
  bytesOf(text, data);
  sha256(data, digest);
  return utf8(hexOf(digest));
}
static std::string hmacOf(const std::string &key, const std::string &text) {
  mql_array<uchar> k, data, digest;
  bytesOf(key, k);
  bytesOf(text, data);
  hmacSha256(k, data, digest);
  return utf8(hexOf(digest));
}
static bool parses(const std::string &text, JsonLine &line) {
  mql_array<uchar> bytes;
  bytesOf(text, bytes);
  return jsonParse(bytes, line);
}
static bool parses(const std::string &text) { JsonLine line; return parses(text, line); }
static void removeFolder() {
  if (g_root != ".") std::filesystem::remove_all(g_root);
}
static void freshFolder() {
  removeFolder();
  char folder[] = "/tmp/quorate-units-XXXXXX";
  g_root = mkdtemp(folder);
  FolderCreate("Quorate");
  g_positions.clear(); g_orders.clear(); g_pastOrders.clear(); g_deals.clear(); g_script.clear(); g_sentRequests.clear();
  sessionReset(g_session); wayReset(g_way); g_results.clear(); g_equity = 10000; g_alerts = 0;
  g_checkScript.clear(); g_diskFull = g_diskHalf = g_netting = false; g_aheadMs = g_clockSetMs = g_connectedAt = 0; g_nextTicket = 1001;
  g_permissions = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}};
  g_symbols["EURUSD"] = {5, 1.10200, 1.10210, 3, SYMBOL_TRADE_EXECUTION_MARKET};
}
static void openBook(Book &book) {
  book.file = INVALID_HANDLE;
  book.magic = 77;
  expect(bookOpen(book, "Quorate\\book.txt", utcMs()) == "", "the book opens");
}
static OrderTerms terms(const char *key, const char *symbol = "EURUSD") {
  OrderTerms t;
  t.key = key; t.work = "open"; t.expires = utcMs() + 5000; t.symbol = symbol; t.side = "BUY"; t.lots = 10000000;
  t.stop = 109000000; t.target = 112000000; t.deviation = 10; t.bid = 110200000; t.ask = 110210000; t.ticket = 0; t.mostLoss = 0;
  return t;
}
// Hands over what the trade server has answered, and lets a second go by for what it has only taken.
static void hear(Book &book) {
  while (!g_results.empty()) {
    const MqlTradeResult result = g_results.front();
    g_results.erase(g_results.begin());
    wayHear(g_session, book, g_way, result);
  }
  g_aheadMs += PLACED_MS;
  for (int i = g_way.flightCount - 1; i >= 0; i--) flightLook(g_session, book, g_way, i);
  g_aheadMs -= PLACED_MS;
}
static OrderAnswer toldAtLast(Book &book, const OrderTerms &t, OrderAnswer answer) {
  if (!answer.waits) return answer;
  hear(book);
  answer.entry = book.entries[bookIndex(book, t.key)];
  answer.waits = false;
  return answer;
}
static OrderAnswer open(Book &book, OrderTerms t, bool mayOpen = true, const string &refused = "") {
  OrderAnswer answer{};
  openOrder(g_session, book, g_way, t, answer, mayOpen, refused, "");
  return toldAtLast(book, t, answer);
}
static OrderAnswer close(Book &book, OrderTerms t) {
  OrderAnswer answer{};
  closePosition(g_session, book, g_way, t, answer, "");
  return toldAtLast(book, t, answer);
}
static int sentDeals() {
  int count = 0;
  for (const MqlTradeRequest &r : g_sentRequests) count += r.action == TRADE_ACTION_DEAL;
  return count;
}
static std::string bookText() {
  std::ifstream file(pathOf("Quorate\\book.txt"));
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

static void digests() {
  expect(digestOf("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "SHA-256 of nothing");
  expect(digestOf("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "SHA-256 of abc");
  expect(digestOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", "SHA-256 of two blocks");
  expect(digestOf(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "SHA-256 of a million a");
  expect(hmacOf(std::string(20, '\x0b'), "Hi There") == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", "RFC 4231 case 1");
  expect(hmacOf("Jefe", "what do ya want for nothing?") == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", "RFC 4231 case 2");
  expect(hmacOf(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First") ==
             "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54", "RFC 4231 case 6");
}
static void decimals() {
  long units = 0;
  expect(decimalOfText("1.10210", units) && units == 110210000, "a price");
  expect(decimalOfText("-3.50", units) && units == -350000000, "a loss");
  expect(decimalOfText("9999999999.99999999", units) && units == 999999999999999999L, "the largest");
  for (const char *wrong : {"", "-", ".5", "5.", "1,5", "1e5", " 1", "1 ", "0x1", "1.123456789", "12345678901", "1.2.3", "--1", "+1"})
    expect(!decimalOfText(wrong, units), "refuses", wrong);
  expect(decimalText(100000) == "100000" && decimalText(0.01) == "0.01" && decimalText(-6.2) == "-6.2" && decimalText(-0.0) == "0", "the shortest text");
  ulong ticket = 0;
  expect(ticketOfText("18446744073709551615", ticket) && ticketText(ticket) == "18446744073709551615", "the largest ticket");
  expect(!ticketOfText("18446744073709551616", ticket) && !ticketOfText("1a", ticket), "no ticket");
  for (int i = 0; i < 200000; i++) {
    const long whole = (long)(std::rand() % 1000000000);
    const std::string text = utf8(DoubleToString((double)whole / 1e5, 5));
    expect(decimalOfText(string(text.c_str()), units) && units == whole * 1000, "reads what it prints", text);
  }
}
static void json() {
  JsonLine line;
  string text;
  long whole = 0;
  mql_array<string> list;
  expect(parses("{\"a\":\"x\\u00e9\\n\\\"\",\"b\":-12,\"c\":true,\"d\":null,\"e\":[\"p\",\"q\"]}", line), "reads every kind");
  expect(jsonGetText(line, "a", text) && utf8(text) == "x\xc3\xa9\n\"", "escapes");
  expect(jsonGetWhole(line, "b", whole) && whole == -12 && jsonIsTrue(line, "c") && jsonIsNull(line, "d"), "values");
  expect(jsonGetList(line, "e", list) && ArraySize(list) == 2 && list[1] == "q", "lists");
  expect(parses("{\"a\":\"\xf0\x9f\x98\x80\"}", line) && jsonGetText(line, "a", text) && jsonQuoted(text) == "\"\\ud83d\\ude00\"", "beyond the basic plane");
  for (const char *wrong : {"", "{", "{}x", "[]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":01}", "{\"a\":1.5}", "{\"a\":1e3}", "{\"a\":{}}", "{\"a\":[1]}",
                            "{\"a\":tru}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u00g0\"}", "{\"a\":\"\x01\"}", "{\"a\":1,\"a\":2}", "{\"a\":1234567890123456789}",
                            "{\"a\":\"\xff\"}", "{\"a\":\"\xed\xa0\x80\"}", "{\"a\":\"\xc0\x80\"}", "{\"a\":\"\xe0\x80\x80\"}", "{\"a\":\"\xf4\x90\x80\x80\"}", "{\"a\":\"\\u0000\"}", "{a:1}", "{\"a\":[\"x\",]}"})
    expect(!parses(wrong), "refuses", wrong);
  std::mt19937 random(7);
  const std::string good = "{\"v\":1,\"t\":\"order.open\",\"id\":\"b1\",\"list\":[\"a\",\"b\\u0041\"],\"n\":-5,\"z\":null,\"k\":true}";
  for (int i = 0; i < 100000; i++) {
    std::string bad = good;
    for (uint changes = random() % 4 + 1; changes > 0; changes--) bad[random() % bad.size()] = (char)random();
    if (random() % 3 == 0) bad.resize(random() % bad.size());
    parses(bad);
  }
}
static void lines() {
  std::mt19937 random(11);
  for (int run = 0; run < 2000; run++) {
    std::vector<std::string> sent, got;
    std::string stream;
    for (int i = 0; i < 5; i++) {
      sent.push_back(std::string(random() % 200, (char)('a' + i)));
      stream += sent.back() + (random() % 2 ? "\n" : "\r\n");
    }
    LineSplitter splitter;
    linesReset(splitter);
    for (size_t at = 0; at < stream.size();) {
      const size_t size = std::min<size_t>(run % 3 == 0 ? 1 : random() % 90 + 1, stream.size() - at);
      mql_array<uchar> chunk, line;
      bytesOf(stream.substr(at, size), chunk);
      linesAdd(splitter, chunk, (int)size);
      at += size;
      while (linesNext(splitter, line)) got.push_back(std::string(line.items.begin(), line.items.end()));
    }
    expect(got == sent, "any split gives the same lines");
  }
  for (int size : {65535, 65536}) {
    LineSplitter splitter;
    mql_array<uchar> chunk, line;
    linesReset(splitter);
    bytesOf(std::string((size_t)size, 'x') + "\n", chunk);
    linesAdd(splitter, chunk, size + 1);
    expect(linesNext(splitter, line) == (size == 65535) && splitter.broken == (size == 65536), "64 KiB with the newline, not one byte more");
  }
}
static void retcodes() {
  std::map<uint, int> special = {{10008, 1}, {10009, 1}, {10010, 1}, {10004, 2}, {10020, 2}, {10021, 2}, {10030, 3}, {0, 4}, {10012, 4}, {10031, 4}};
  for (uint code = 10004; code <= 10046; code++) {
    expect(retcodeClass(code) == (special.count(code) ? special[code] : CLASS_PERMANENT), "each code has its class", std::to_string(code));
    if (code != 10005 && code != 10037) expect(StringFind(retcodeWords(code), "10") < 0, "each code has its words", std::to_string(code));
  }
  for (const auto &[code, kind] : special) expect(retcodeClass(code) == kind, "class", std::to_string(code));
}
// A book cut after any byte: what stood whole is known, and the next line stands alone.
static void bookCutAnywhere() {
  freshFolder();
  Book book;
  openBook(book);
  open(book, terms("AAAAAAAAAA"));
  bookHalt(book, true);
  bookHalt(book, false);
  open(book, terms("BBBBBBBBBB"));
  bookClose(book);
  const std::string whole = bookText();
  for (size_t size = 0; size <= whole.size(); size++) {
    std::ofstream(pathOf("Quorate\\book.txt"), std::ios::trunc) << whole.substr(0, size);
    Book cut;
    openBook(cut);
    int expected = 0;
    for (const char *key : {"\"key\":\"AAAAAAAAAA\"", "\"key\":\"BBBBBBBBBB\""}) {
      const size_t end = whole.find('\n', whole.find(key));
      expected += size > end;
    }
    expect(cut.size == expected, "intents that stood whole are known", std::to_string(size));
    OrderTerms next = terms("CCCCCCCCCC");
    BookEntry entry;
    entryOfTerms(next, entry);
    expect(bookIntend(cut, entry), "the next intent is written");
    bookClose(cut);
    Book again;
    openBook(again);
    expect(bookIndex(again, "CCCCCCCCCC") >= 0, "and found again", std::to_string(size));
    bookClose(again);
  }
}
static void bookCompacts() {
  freshFolder();
  Book book, again, second;
  openBook(book);
  OrderTerms old = terms("AAAAAAAAAA");
  BookEntry entry;
  old.expires = utcMs() - 40L * 86400000;
  entryOfTerms(old, entry);
  bookIntend(book, entry);
  open(book, terms("BBBBBBBBBB"));
  bookHalt(book, true);
  second.file = INVALID_HANDLE;
  expect(bookOpen(second, "Quorate\\book.txt", utcMs()) != "", "a second expert finds the book taken");
  OrderTerms open_ = terms("CCCCCCCCCC");
  open_.expires = old.expires;
  entryOfTerms(open_, entry);
  bookIntend(book, entry);
  BookEntry over = book.entries[0];
  over.state = "rejected";
  bookSettle(book, 0, over);
  expect(bookCompact(book, utcMs()), "compacts");
  expect(bookIndex(book, "CCCCCCCCCC") >= 0, "keeps what has no outcome, whatever the clock says");
  expect(bookIndex(book, "AAAAAAAAAA") < 0 && bookIndex(book, "BBBBBBBBBB") >= 0 && book.halted, "keeps a month, results and the halt");
  expect(book.entries[bookIndex(book, "BBBBBBBBBB")].state == "filled", "with its result");
  bookClose(book);
  expect(rename(pathOf("Quorate\\book.txt").c_str(), pathOf("Quorate\\book.txt.new").c_str()) == 0, "cut between the two names");
  openBook(again);
  expect(bookIndex(again, "BBBBBBBBBB") >= 0, "a compaction that was cut is finished");
  bookClose(again);
}
static void refusals() {
  freshFolder();
  Book book;
  openBook(book);
  OrderTerms t = terms("AAAAAAAAAA");
  t.expires = utcMs() - 1;
  expect(open(book, t).code == "expired", "past its time");
  bookHalt(book, true);
  expect(open(book, terms("AAAAAAAAAA")).code == "halted", "halted");
  bookClose(book);
  openBook(book);
  expect(open(book, terms("AAAAAAAAAA")).code == "halted", "halted after a restart, too");
  bookHalt(book, false);
  expect(open(book, terms("AAAAAAAAAA"), false).code == "halted", "nothing is opened while the bot is silent");
  const char *names[] = {"connected", "algo_trading", "expert_trading", "account_trading", "account_experts"};
  for (int i = 0; i < 5; i++) {
    g_permissions[i] = 0;
    const OrderAnswer answer = open(book, terms("AAAAAAAAAA"));
    expect(answer.code == "not_allowed" && answer.message == names[i], "names the missing permission", names[i]);
    g_permissions[i] = 1;
  }
  t = terms("AAAAAAAAAA");
  t.stop = 0;
  expect(open(book, t).code == "no_stop", "never without a stop");
  expect(open(book, terms("AAAAAAAAAA", "NOSUCH")).code == "unknown_symbol", "unknown symbol");
  g_diskFull = true;
  expect(open(book, terms("AAAAAAAAAA")).code == "storage", "what cannot be written down is not sent");
  g_diskFull = false;
  expect(sentDeals() == 0, "and nothing of all that was sent");
  expect(open(book, terms("AAAAAAAAAA")).entry.state == "filled", "the key is still good");
  bookClose(book);
}
static void sendsOnce() {
  freshFolder();
  Book book;
  openBook(book);
  OrderAnswer first = open(book, terms("AAAAAAAAAA"));
  expect(first.entry.state == "filled" && !first.duplicate && first.entry.resultPrice == "1.10210" && first.entry.resultLots == "0.1", "filled");
  OrderAnswer second = open(book, terms("AAAAAAAAAA"));
  expect(second.duplicate && second.entry.deal == first.entry.deal && sentDeals() == 1, "the same key again tells the same result");
  OrderTerms other = terms("AAAAAAAAAA");
  other.lots = 20000000;
  expect(open(book, other).code == "conflict" && sentDeals() == 1, "other terms are a conflict");
  bookClose(book);
  expect(unlink(pathOf("Quorate\\book.txt").c_str()) == 0, "the book is lost");
  openBook(book);
  second = open(book, terms("AAAAAAAAAA"));
  expect(second.duplicate && second.entry.state == "filled" && sentDeals() == 1, "the comment at the broker says it, too");
  OrderTerms part = terms("CCCCCCCCCC");
  part.work = "close";
  part.ticket = first.entry.position;
  part.lots = 5000000;
  const OrderAnswer closed = close(book, part);
  part.symbol = ""; part.side = "";
  expect(closed.entry.state == "filled" && close(book, part).duplicate && g_positions.at(0).volume > 0.049, "a part is closed once");
  part.key = "DDDDDDDDDD"; part.ticket = 5;
  expect(close(book, part).code == "unknown_ticket", "a ticket that is not open");
  bookClose(book);
}
static void outcomes() {
  struct Case { const char *script; const char *state; uint retcode; int sent; int positions; };
  const Case cases[] = {
      {"10004,10020,10021,ok", "filled", 10009, 4, 1}, {"10004,10004,10004,10004", "rejected", 10004, 4, 0}, {"10030,ok", "filled", 10009, 2, 1},
      {"10030,10030,10030", "rejected", 10030, 3, 0}, {"10030,10030,ok", "filled", 10009, 3, 1},  {"10019", "rejected", 10019, 1, 0},             {"10024", "rejected", 10024, 1, 0},
      {"10012", "unknown", 10012, 1, 0},         {"10031", "unknown", 10031, 1, 0},              {"none", "unknown", 0, 1, 0},
      {"lost", "unknown", 10012, 1, 1},          {"pending", "placed", 10008, 1, 0},             {"partial", "partial", 10010, 1, 1},
  };
  for (const Case &c : cases) {
    freshFolder();
    Book book;
    openBook(book);
    std::stringstream in(c.script);
    for (std::string act; std::getline(in, act, ',');) g_script.push_back(act);
    const OrderAnswer answer = open(book, terms("AAAAAAAAAA"));
    expect(answer.entry.state == c.state && answer.entry.retcode == c.retcode, c.script, utf8(answer.entry.state));
    expect(sentDeals() == c.sent && (int)g_positions.size() == c.positions, "sent as often as it may be", c.script);
    bookClose(book);
  }
}
static void asksNeverSendsAgain() {
  for (const char *act : {"lost", "silent", "rewrite"}) {
    freshFolder();
    Book book;
    openBook(book);
    g_script.push_back(act);
    open(book, terms("AAAAAAAAAA"));
    OrderAnswer asked;
    queryKey(book, "AAAAAAAAAA", asked);
    expect(asked.entry.state == "filled" && asked.entry.position == g_positions.at(0).ticket, "found after a lost answer", act);
    expect(open(book, terms("AAAAAAAAAA")).duplicate && sentDeals() == 1, "and not sent again", act);
    bookClose(book);
  }
  freshFolder();
  Book book;
  OrderAnswer asked;
  openBook(book);
  queryKey(book, "BBBBBBBBBB", asked);
  expect(asked.entry.state == "none" && !asked.duplicate, "a key that nobody knows");
  g_script.push_back("10012");
  open(book, terms("AAAAAAAAAA"));
  g_aheadMs = 64000;
  queryKey(book, "AAAAAAAAAA", asked);
  expect(asked.entry.state == "unknown", "not given up before its time");
  g_aheadMs = 67000;
  queryKey(book, "AAAAAAAAAA", asked);
  expect(asked.entry.state == "unknown", "nor while the connection is fresh");
  g_aheadMs = 75000;
  queryKey(book, "AAAAAAAAAA", asked);
  expect(asked.entry.state == "rejected", "given up for good a minute after its time");
  bookClose(book);
}
static OrderTerms closing(const char *key, ulong ticket, long lots) {
  OrderTerms t = terms(key);
  t.work = "close"; t.symbol = t.side = ""; t.ticket = ticket; t.lots = lots;
  return t;
}
static std::string stateOf(Book &book, const char *key) {
  OrderAnswer asked;
  queryKey(book, key, asked);
  return utf8(asked.entry.state);
}
static void tellDeal(ulong order, ulong position, int type, int entry, double volume, const char *comment, int reason) {
  g_deals.push_back({order + 1, order, position, "EURUSD", type, entry, volume, 1.1, 0, 0, 0, 77, comment, TimeCurrent() * 1000, reason});
}
// What a stop or a hand has done is no order of ours, however alike it looks.
static void takesNothingForItsOwn() {
  freshFolder();
  Book book;
  openBook(book);
  g_script = {"10012"};
  open(book, terms("AAAAAAAAAA"));
  tellDeal(5001, 4001, 0, DEAL_ENTRY_OUT, 0.1, "[sl 1.10210]", DEAL_REASON_SL);
  expect(stateOf(book, "AAAAAAAAAA") == "unknown", "the stop of another position is not the order");
  tellDeal(5003, 4003, 0, DEAL_ENTRY_OUT, 0.1, "", DEAL_REASON_EXPERT);
  expect(stateOf(book, "AAAAAAAAAA") == "unknown", "nor is a closing, where positions stand side by side");
  const ulong ticket = open(book, terms("BBBBBBBBBB")).entry.position;
  g_script = {"10012"};
  close(book, closing("CCCCCCCCCC", ticket, 10000000));
  tellDeal(5005, 4005, 1, DEAL_ENTRY_OUT, 0.1, "", DEAL_REASON_EXPERT);
  tellDeal(5007, ticket, 1, DEAL_ENTRY_OUT, 0.1, "[sl 1.09000]", DEAL_REASON_SL);
  expect(stateOf(book, "CCCCCCCCCC") == "unknown", "a closing is no other position's, and no stop");
  bookClose(book);
}
static void brokersCutComments() {
  freshFolder();
  Book book;
  openBook(book);
  g_script = {"cut"};
  open(book, terms("AAAAAAAAAA"));
  expect(stateOf(book, "AAAAAAAAAA") == "filled" && sentDeals() == 1, "an order whose comment was cut is found");
  g_script = {"10012"};
  open(book, terms("BBBBBBBBBB"));
  tellDeal(5001, 5001, 0, DEAL_ENTRY_IN, 0.1, "TB1:CCCCC", DEAL_REASON_EXPERT);
  expect(stateOf(book, "BBBBBBBBBB") == "unknown", "the beginning of another key is another's");
  bookClose(book);
}
static void lateExecutions() {
  freshFolder();
  Book book;
  openBook(book);
  g_script = {"10004", "10012"};
  open(book, terms("AAAAAAAAAA"));
  g_pastOrders.push_back({6001, "EURUSD", 0, 0.1, 1.1, 1.09, 0, 77, "TB1:AAAAAAAAAA", TimeCurrent() * 1000, ORDER_STATE_REJECTED});
  expect(stateOf(book, "AAAAAAAAAA") == "unknown", "a rejected attempt says nothing of the one after it");
  executeDeal(6003, "EURUSD", 0, 0.1, 1.1021, 1.09, 0, 77, "TB1:AAAAAAAAAA", 0);
  expect(stateOf(book, "AAAAAAAAAA") == "filled", "which was executed late");
  g_script = {"pending"};
  const ulong order = open(book, terms("BBBBBBBBBB")).entry.order;
  g_pastOrders.push_back(g_orders.back());
  g_pastOrders.back().state = ORDER_STATE_CANCELED;
  g_orders.clear();
  expect(order != 0 && stateOf(book, "BBBBBBBBBB") == "rejected", "an order that was placed and taken off is over at once");
  g_script = {"half"};
  open(book, terms("CCCCCCCCCC"));
  expect(stateOf(book, "CCCCCCCCCC") == "placed" && g_orders.empty(), "the rest of a partial fill is cancelled later, too");
  expect(stateOf(book, "CCCCCCCCCC") == "partial", "and the part is told");
  bookClose(book);
}
static void givesUpOnlyWhenSure() {
  freshFolder();
  Book book;
  openBook(book);
  g_script = {"10012"};
  open(book, terms("AAAAAAAAAA"));
  g_clockSetMs = 3600000;
  expect(stateOf(book, "AAAAAAAAAA") == "unknown", "a clock that was set decides nothing");
  g_clockSetMs = 0;
  g_aheadMs = 67000;
  g_permissions[0] = 0;
  expect(stateOf(book, "AAAAAAAAAA") == "unknown", "a terminal without its broker knows nothing");
  expect(stateOf(book, "ZZZZZZZZZZ") == "unknown", "not even that a key was never there");
  executeDeal(7001, "EURUSD", 0, 0.1, 1.1021, 1.09, 0, 77, "", 0);
  g_deals.back().ms -= 60000;
  g_permissions[0] = 1;
  expect(stateOf(book, "AAAAAAAAAA") == "filled", "what happened meanwhile is found");
  bookClose(book);
}
static void halfALineOnAFullDisk() {
  freshFolder();
  Book book;
  openBook(book);
  g_diskHalf = true;
  expect(open(book, terms("AAAAAAAAAA")).code == "storage" && sentDeals() == 0, "half written is not written");
  g_diskHalf = false;
  g_script = {"rewrite"};
  open(book, terms("BBBBBBBBBB"));
  bookClose(book);
  openBook(book);
  expect(bookIndex(book, "BBBBBBBBBB") >= 0 && bookIndex(book, "AAAAAAAAAA") < 0, "the next line stands alone");
  expect(stateOf(book, "BBBBBBBBBB") == "filled" && open(book, terms("BBBBBBBBBB")).duplicate, "and its key is known after a restart");
  bookClose(book);
}
static void nettingAccounts() {
  freshFolder();
  g_netting = true;
  Book book;
  openBook(book);
  const ulong position = open(book, terms("AAAAAAAAAA")).entry.position;
  OrderTerms turn = terms("BBBBBBBBBB");
  turn.side = "SELL"; turn.lots = 30000000; turn.stop = 112000000; turn.target = 0;
  g_script = {"rewrite"};
  expect(open(book, turn).entry.state == "unknown", "the answer is lost");
  OrderAnswer asked;
  queryKey(book, "BBBBBBBBBB", asked);
  expect(asked.entry.state == "filled" && asked.entry.resultLots == "0.3" && asked.entry.position == position, "a turned position is found as filled");
  expect(g_positions.size() == 1 && g_positions[0].type == 1 && std::abs(g_positions[0].volume - 0.2) < 1e-9, "once");
  expect(stateOf(book, "AAAAAAAAAA") == "filled", "and the first order stays what it was");
  g_script = {"rewrite"};
  close(book, closing("CCCCCCCCCC", position, 5000000));
  expect(stateOf(book, "CCCCCCCCCC") == "filled", "a part that was closed without an answer is found");
  expect(close(book, closing("CCCCCCCCCC", position, 5000000)).duplicate && std::abs(g_positions[0].volume - 0.15) < 1e-9, "and not closed again");
  OrderTerms less = terms("DDDDDDDDDD");
  g_script = {"rewrite"};
  open(book, less);
  queryKey(book, "DDDDDDDDDD", asked);
  expect(asked.entry.state == "filled" && asked.entry.position == position && sentDeals() == 4, "an order that takes off is filled, too");
  bookClose(book);
}
static void otherTickets() {
  freshFolder();
  Book book;
  openBook(book);
  const ulong position = open(book, terms("AAAAAAAAAA")).entry.position;
  g_reopened = 1000000;
  expect(selectPosition(position) == position + g_reopened && selectPosition(position + g_reopened) == 0, "a position is known by its identifier");
  expect(utf8(positionJson()).find("\"ticket\":\"" + std::to_string(position) + "\"") != std::string::npos, "and told by it");
  expect(close(book, closing("CCCCCCCCCC", position, 10000000)).entry.state == "filled" && g_positions.empty(), "and closed under the ticket it has now");
  expect(g_sentRequests.back().position == position + g_reopened, "which is what the server is told");
  expect(close(book, closing("DDDDDDDDDD", position, 10000000)).code == "unknown_ticket", "once it is gone it is not open");
  bookClose(book);
  g_reopened = 0;
}
static void keepsStops() {
  freshFolder();
  Book book;
  openBook(book);
  g_script = {"nostop", "10018", "10027"};
  open(book, terms("AAAAAAAAAA"));
  expect(g_way.changeCount == 1 && g_positions.at(0).sl == 0, "a stop that the broker took off is asked for");
  for (int i = 0; i < 3; i++) {
    hear(book);
    g_aheadMs += AGAIN_MS;
    wayWork(g_session, book, g_way);
  }
  hear(book);
  expect(g_way.changeCount == 0, "until it stands");
  expect(g_positions.at(0).sl > 1.08 && g_positions.at(0).sl < 1.1, "a stop that the broker took off is set again");
  bookClose(book);
}
static void fillings() {
  freshFolder();
  const struct { int bits; int execution; std::vector<int> modes; } cases[] = {
      {0, SYMBOL_TRADE_EXECUTION_MARKET, {0, 1, 2}},   {2, SYMBOL_TRADE_EXECUTION_MARKET, {1, 0, 2}}, {3, SYMBOL_TRADE_EXECUTION_MARKET, {0, 1, 2}},
      {0, SYMBOL_TRADE_EXECUTION_INSTANT, {0, 1, 2}},  {2, SYMBOL_TRADE_EXECUTION_REQUEST, {0, 1, 2}},
      {0, SYMBOL_TRADE_EXECUTION_EXCHANGE, {2, 0, 1}}, {3, SYMBOL_TRADE_EXECUTION_EXCHANGE, {0, 1, 2}}};
  for (const auto &c : cases) {
    mql_array<int> modes;
    g_symbols["EURUSD"].filling = c.bits;
    g_symbols["EURUSD"].execution = c.execution;
    const int count = fillingModes("EURUSD", modes);
    expect(std::vector<int>(modes.items.begin(), modes.items.begin() + count) == c.modes, "what the execution allows first, then the rest");
  }
  freshFolder();
  Book book;
  openBook(book);
  OrderTerms moved = terms("AAAAAAAAAA", "GBPUSD");
  moved.ask = 126980000;
  expect(open(book, moved).entry.state == "rejected" && sentDeals() == 0, "a price that ran away is not taken where the broker executes instantly");
  moved = terms("BBBBBBBBBB");
  moved.ask = 110190000;
  const OrderAnswer away = open(book, moved);
  expect(away.entry.state == "rejected" && away.entry.retcode == 10004 && sentDeals() == 0, "nor where it executes at the market");
  OrderTerms costly = terms("CCCCCCCCCC");
  // 1,210 ticks of 0.10 lots at 1.00.
  costly.mostLoss = 12000000000;
  expect(open(book, costly).entry.state == "rejected" && sentDeals() == 0, "what would lose more at its stop than it may is not sent");
  costly.key = "DDDDDDDDDD";
  costly.mostLoss = 12200000000;
  expect(open(book, costly).entry.state == "filled", "what loses less is");
  bookClose(book);
}
static LastLine given(long seq, long floor, bool off = false, bool hand = false) {
  LastLine line;
  lineReset(line);
  line.seq = seq; line.floor = floor * 100000000; line.buffer = 1000000000; line.entriesOff = off; line.hand = hand;
  return line;
}
static int taken(LastLine &line, LastLine next, bool reasoned = false) { return lineTake(line, next, reasoned); }
static std::string lineText(const char *name) {
  std::ifstream file(pathOf(name));
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}
static void holdsTheLine() {
  freshFolder();
  LastLine line;
  const char *name = "Quorate\\line.txt";
  lineOpen(line, name);
  expect(!line.known && !line.broken && lineRefusal(line, false) == "", "no line refuses nothing");
  expect(taken(line, given(5, 9000)) == LINE_TAKEN && taken(line, given(5, 9000)) == LINE_TAKEN, "a guard is taken, and again");
  expect(taken(line, given(4, 9500)) == LINE_STALE && taken(line, given(5, 9100)) == LINE_STALE, "an older one is not");
  expect(taken(line, given(6, 8999)) == LINE_LOWER && line.seq == 5, "a lower floor is not");
  expect(taken(line, given(6, 8999), true) == LINE_TAKEN, "but with a reason");
  expect(taken(line, given(7, 9200)) == LINE_TAKEN, "a higher one always is");
  lineOpen(line, name);
  expect(line.known && line.seq == 7 && line.floor == 920000000000, "it outlives the terminal");
  g_diskFull = true;
  expect(taken(line, given(8, 9300)) == LINE_STORAGE && line.floor == 930000000000, "what the disk does not take is held all the same where it is higher");
  expect(taken(line, given(9, 9100), true) == LINE_STORAGE && line.floor == 930000000000, "and not where it is lower");
  g_diskFull = false;
  lineOpen(line, name);
  expect(line.floor == 920000000000, "the file has the one before");
  const std::string whole = lineText(name);
  for (size_t cut = 0; cut < whole.size(); cut++) {
    std::ofstream(pathOf(name), std::ios::trunc) << whole.substr(0, cut);
    lineOpen(line, name);
    expect(line.broken && lineRefusal(line, false) != "", "a file that was cut switches entries off", std::to_string(cut));
  }
  std::ofstream(pathOf("Quorate\\line.txt.new")) << whole;
  lineOpen(line, name);
  expect(line.known && line.broken && line.floor == 920000000000, "the floor of the new file is known all the same");
  expect(taken(line, given(8, 9200)) == LINE_TAKEN && !line.broken && lineRefusal(line, false) == "", "a guard mends it");
  std::ofstream(pathOf("Quorate\\line.txt.new")) << "half";
  lineOpen(line, name);
  expect(line.known && !line.broken && line.seq == 8, "half a new file beside a whole one is no loss");
}
static void closesAtTheLine() {
  freshFolder();
  Book book;
  Session session;
  LastLine line;
  openBook(book);
  sessionReset(session);
  lineOpen(line, "Quorate\\line.txt");
  taken(line, given(1, 9000));
  const ulong position = open(book, terms("AAAAAAAAAA")).entry.position;
  g_positions.push_back({900, "EURUSD", 1, 0.3, 1.1, 1.12, 0, 0, "by hand", 1});
  g_equity = 9014.5;
  lineWork(session, line, book.magic, 5000);
  expect(line.trippedAt == 0 && g_positions.size() == 2, "above floor, costs and buffer nothing happens");
  g_equity = 9014.3;
  lineWork(session, line, book.magic, 500);
  expect(line.trippedAt == 0, "nor while the terminal has just been connected");
  g_script = {"10018", "10021", "10030", "10024", "ok"};
  lineWork(session, line, book.magic, 5000);
  expect(line.trippedAt != 0 && sentDeals() == 2 && g_positions.size() == 2, "it asks for the closing", std::to_string(sentDeals()));
  int turns = 0;
  while (g_positions.size() == 2 && turns++ < 50) {
    for (const MqlTradeResult &r : g_results) lineHear(line, r.request_id, r.retcode);
    g_results.clear();
    g_aheadMs += 250;
    lineWork(session, line, book.magic, 5000);
  }
  expect(g_positions.size() == 1 && g_positions.at(0).ticket == 900, "until it is done, and leaves what was opened by hand");
  expect(selectPosition(position) == 0 && sentDeals() == 6, "with one request for each answer", std::to_string(sentDeals()));
  expect(open(book, terms("BBBBBBBBBB"), true, lineRefusal(line, lineNear(line, 5000))).code == "last_line", "nothing is opened any more");
  lineOpen(line, "Quorate\\line.txt");
  expect(line.trippedAt != 0 && lineRefusal(line, false) != "", "nor after a restart");
  expect(taken(line, given(2, 9000)) == LINE_TAKEN && line.trippedAt != 0, "nor after a guard without a reason");
  expect(taken(line, given(3, 8000, true), true) == LINE_TAKEN && line.trippedAt != 0, "nor while entries are off");
  expect(taken(line, given(4, 8000), true) == LINE_TAKEN && line.trippedAt == 0, "until a reason ends it");
  taken(line, given(5, 9500, false, true));
  lineWork(session, line, book.magic, 5000);
  expect(g_positions.empty(), "what was opened by hand is closed where its owner said so");
  bookClose(book);
}
static void risesWithEquity() {
  freshFolder();
  Book book;
  Session session;
  LastLine line;
  const char *name = "Quorate\\line.txt";
  openBook(book);
  sessionReset(session);
  lineOpen(line, name);
  LastLine trails = given(1, 9000);
  // 90% of the peak, up to 9,500.
  trails.peak = 1000000000000; trails.kept = 90000000; trails.less = 0; trails.most = 950000000000;
  taken(line, trails);
  open(book, terms("AAAAAAAAAA"));
  g_equity = 10200;
  lineWork(session, line, book.magic, 500);
  expect(lineFloor(line) == 900000000000, "what the terminal shows before it is connected raises nothing");
  lineWork(session, line, book.magic, 5000);
  expect(lineFloor(line) == 918000000000 && line.floor == 900000000000, "the floor rises with equity, without the bot");
  g_equity = 10100;
  lineWork(session, line, book.magic, 5000);
  expect(lineFloor(line) == 918000000000, "and never falls with it");
  lineOpen(line, name);
  expect(line.peak == 1020000000000 && lineFloor(line) == 918000000000, "it outlives the terminal");
  LastLine next = trails;
  next.seq = 2;
  expect(taken(line, next) == LINE_TAKEN && lineFloor(line) == 918000000000, "a bot that saw less lowers nothing");
  next.seq = 3; next.peak = 1010000000000;
  expect(taken(line, next, true) == LINE_TAKEN && lineFloor(line) == 909000000000, "but with a reason");
  g_equity = 11000;
  lineWork(session, line, book.magic, 5000);
  expect(lineFloor(line) == 950000000000, "it rises no further than it may");
  g_equity = 9500;
  lineWork(session, line, book.magic, 5000);
  expect(line.trippedAt != 0 && g_positions.empty(), "and holds where it has risen to");
  LastLine stays = given(4, 9600);
  expect(taken(line, stays) == LINE_TAKEN && line.peak == 0 && lineFloor(line) == 960000000000, "a floor that stays has no peak");
  bookClose(book);
}
static void waitsForNobody() {
  freshFolder();
  Book book;
  LastLine line;
  openBook(book);
  lineOpen(line, "Quorate\\line.txt");
  taken(line, given(1, 9000));
  open(book, terms("AAAAAAAAAA"));
  g_script = {"hang"};
  OrderAnswer answer{};
  OrderTerms slow = terms("BBBBBBBBBB");
  openOrder(g_session, book, g_way, slow, answer, true, "", "");
  expect(answer.waits && g_way.flightCount == 1, "an order that the server does not answer is under way");
  queryKey(book, "BBBBBBBBBB", answer);
  expect(answer.entry.state == "unknown", "and nobody knows what becomes of it");
  g_equity = 9000;
  lineWork(g_session, line, book.magic, 5000);
  expect(g_positions.empty(), "meanwhile the last line closes");
  g_aheadMs += ANSWER_MS;
  wayWork(g_session, book, g_way);
  expect(g_way.flightCount == 0 && stateOf(book, "BBBBBBBBBB") == "unknown", "what is not answered in time is not waited for");
  executeDeal(3001, "EURUSD", 0, 0.1, 1.1021, 1.09, 1.12, 77, "TB1:BBBBBBBBBB", 0);
  queryKey(book, "BBBBBBBBBB", answer);
  expect(answer.entry.state == "filled", "and is found when it comes after all");
  lineWork(g_session, line, book.magic, 5000);
  expect(g_positions.empty(), "the last line closes that, too");
  g_results.clear();
  g_equity = 10000;
  g_script = {"pending"};
  openOrder(g_session, book, g_way, slow = terms("DDDDDDDDDD"), answer, true, "", "");
  const MqlTradeResult placed = g_results.front();
  g_results.clear();
  wayHear(g_session, book, g_way, placed);
  executeDeal(g_orders.at(0).ticket, "EURUSD", 0, 0.1, 1.1021, 1.09, 1.12, 77, "TB1:DDDDDDDDDD", 0);
  g_orders.clear();
  wayWork(g_session, book, g_way);
  expect(g_way.flightCount == 0 && stateOf(book, "DDDDDDDDDD") == "filled", "one that is executed in moments is told as filled");
  wayHear(g_session, book, g_way, placed);
  expect(stateOf(book, "DDDDDDDDDD") == "filled", "an answer that comes twice changes nothing");
  bookClose(book);
}
static void triesClosingsOn() {
  freshFolder();
  Book book;
  Session session;
  openBook(book);
  sessionReset(session);
  const ulong position = open(book, terms("AAAAAAAAAA")).entry.position;
  for (const char *act : {"10018", "10018", "10024", "10018", "10018", "10018", "10018"}) g_script.push_back(act);
  OrderAnswer answer = close(book, closing("CCCCCCCCCC", position, 4000000));
  expect(answer.code == "" && answer.entry.state == "sent", "a closing that the market does not take is under way", utf8(answer.entry.state));
  g_aheadMs += 400000;
  queryKey(book, "CCCCCCCCCC", answer);
  expect(answer.entry.state == "sent" && answer.duplicate, "and is not given up while it is tried");
  g_aheadMs -= 400000;
  for (int i = 0; i < 12; i++) {
    g_aheadMs += 600;
    wayWork(session, book, g_way);
    hear(book);
  }
  expect(g_positions.size() == 1 && g_positions.at(0).volume < 0.061 && g_positions.at(0).volume > 0.059, "it is done once the market takes it, and once");
  expect(g_alerts == 1, "after three seconds there was an alert");
  queryKey(book, "CCCCCCCCCC", answer);
  expect(answer.entry.state == "filled" && g_way.closingCount == 0, "and the book says so");
  bookClose(book);
}
static void triesItself() {
  freshFolder();
  expect(selfTest() == "", "nothing fails", utf8(selfTest()));
  const std::string text = lineText("Quorate\\self-test.txt");
  expect(text.rfind("version=1.", 0) == 0 && text.find("\nchecks=11\nfailed=\n") != std::string::npos, "and the file says so", text);
  g_diskHalf = true;
  expect(selfTest() == "", "a full disk stops no expert");
  g_diskHalf = false;
}

int main() {
  g_quiet = true;
  const struct { const char *name; void (*run)(); } tests[] = {
      {"digests equal the published vectors", digests}, {"decimals", decimals}, {"flat JSON", json}, {"lines", lines},
      {"every retcode has a class", retcodes}, {"a book cut after any byte", bookCutAnywhere}, {"the book compacts", bookCompacts},
      {"refusals send nothing", refusals}, {"an order is sent once", sendsOnce}, {"what each answer of the server leads to", outcomes},
      {"asks, never sends again", asksNeverSendsAgain}, {"no position without a stop", keepsStops}, {"filling modes", fillings},
      {"takes nothing for its own", takesNothingForItsOwn}, {"brokers cut comments", brokersCutComments},
      {"late executions", lateExecutions}, {"gives up only when sure", givesUpOnlyWhenSure},
      {"half a line on a full disk", halfALineOnAFullDisk}, {"netting accounts", nettingAccounts},
      {"other tickets", otherTickets}, {"holds the line", holdsTheLine}, {"closes at the line", closesAtTheLine},
      {"rises with equity", risesWithEquity}, {"waits for nobody", waitsForNobody},
      {"tries closings on", triesClosingsOn}, {"tries itself", triesItself}};
  for (const auto &test : tests) {
    const int before = g_failed;
    test.run();
    std::printf("%s %s\n", g_failed == before ? "ok" : "not ok", test.name);
  }
  removeFolder();
  return g_failed == 0 ? 0 : 1;
}
