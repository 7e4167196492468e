// The expert as a program: the real Quorate.mq5 on the small terminal of shim/, dialling a real port.
//   expert --root FOLDER [--script ok,lost,10004] [--kill-at STEP] [--positions N] [--without PERMISSION] [--netting 1]
// FOLDER/Quorate/bridge.txt says where to dial. It ends when its input ends.
#include "shim/terminal.hpp"
#include <cstring>
// `#property` is left out, and the file copied, by the build.
#include "Quorate.mq5.hpp"

static void readOptions(int count, char **values) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = values[i];
    if (name == "--root") g_root = values[i + 1];
    if (name == "--kill-at") g_killAt = std::atoi(values[i + 1]);
    if (name == "--netting") g_netting = true;
    if (name == "--without") g_permissions[std::atoi(values[i + 1])] = 0;
    if (name == "--script") {
      std::stringstream in(values[i + 1]);
      for (std::string act; std::getline(in, act, ',');) g_script.push_back(act);
    }
    if (name == "--positions")
      for (int j = 0; j < std::atoi(values[i + 1]); j++)
        g_positions.push_back({(ulong)(900000 + j), "EURUSD", j % 2, 0.1, 1.1, 1.09, 0, 0, std::string(31, 'c'), 1700000000000L + j});
  }
}

int main(int count, char **values) {
  readOptions(count, values);
  loadServer();
  if (OnInit() != INIT_SUCCEEDED) return 1;
  pollfd input_ = {0, POLLIN, 0};
  while (poll(&input_, 1, 2) == 0) {
    OnTimer();
    while (!g_results.empty()) {
      const MqlTradeResult result = g_results.front();
      g_results.erase(g_results.begin());
      OnTradeTransaction({0, 0, 0, TRADE_TRANSACTION_REQUEST}, {}, result);
    }
    while (!g_newDeals.empty()) {
      const ulong deal = g_newDeals.back();
      g_newDeals.pop_back();
      OnTradeTransaction({deal, deal - 1, deal - 1, TRADE_TRANSACTION_DEAL_ADD}, {}, {});
    }
  }
  OnDeinit(0);
}
