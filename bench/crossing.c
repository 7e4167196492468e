// The twin of crossing.ts in C, on the same bars: five arrays of int32 after their length.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STOP = 300, TARGET = 600, FAST = 20, SLOW = 50 };

typedef struct {
  double weight, sum, average;
  int period, count;
} Ema;

static double step(Ema *ema, double value) {
  if (ema->count < ema->period) {
    ema->count += 1;
    ema->sum += value;
    if (ema->count == ema->period) ema->average = ema->sum / ema->period;
    return ema->average;
  }
  ema->average += ema->weight * (value - ema->average);
  return ema->average;
}

static void trade(const int32_t *bars, int32_t n, long *trades, long long *points) {
  const int32_t *open = bars, *high = open + n, *low = high + n, *close = low + n;
  Ema fast = {2.0 / (FAST + 1), 0, NAN, FAST, 0}, slow = {2.0 / (SLOW + 1), 0, NAN, SLOW, 0};
  int above = 1, held = 0, waiting = 0, stop = 0, target = 0;
  *trades = 0;
  *points = 0;
  for (int32_t i = 0; i < n; i += 1) {
    if (waiting) {
      waiting = 0;
      // A stop or target that the open has passed is refused, as the broker does.
      if (open[i] - stop >= 1 && target - open[i] >= 1) {
        held = 1;
        *points -= open[i];
      }
    }
    if (held) {
      int out = 0;
      if (open[i] <= stop) out = open[i];
      else if (open[i] >= target) out = target;
      else if (low[i] <= stop) out = stop;
      else if (high[i] >= target) out = target;
      if (out) {
        held = 0;
        *points += out;
      }
    }
    const double f = step(&fast, close[i]), s = step(&slow, close[i]);
    const int is_above = !(f <= s);
    const int crossed = is_above && !above;
    above = is_above;
    if (!crossed || held) continue;
    stop = close[i] - STOP;
    target = close[i] + TARGET;
    waiting = 1;
    *trades += 1;
  }
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  FILE *file = fopen(argv[1], "rb");
  int32_t n;
  if (!file || fread(&n, 4, 1, file) != 1) return 1;
  int32_t *bars = malloc(sizeof(int32_t) * 4 * n);
  if (fread(bars, 4, 4 * (size_t)n, file) != 4 * (size_t)n) return 1;
  for (int run = 0; run < atoi(argv[2]); run += 1) {
    struct timespec a, b;
    long trades;
    long long points;
    clock_gettime(CLOCK_MONOTONIC, &a);
    trade(bars, n, &trades, &points);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%ld %lld %.9f\n", trades, points, (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
  }
  return 0;
}
