/** Turns a chance as said into one that came true: logit of it = slope * logit(said) + offset. */
export type Platt = Readonly<{
  /** Below 1 for whoever is surer than right; never negative. */
  slope: number;
  offset: number;
}>;

/** What is known of one voter from outcomes of its own votes. */
export type Trust = Readonly<{
  /** Whose model it is: the say of a family is capped. */
  family: string;
  /** Votes whose outcome is known. */
  outcomes: number;
  /** Mean squared distance of its recalibrated chances from what came; null without outcomes. */
  brier: number | null;
  /** What its chances were surely better by than the plain share of rises; 0 where that is luck. */
  merit: number;
  /** Recalibrates its chances; null: they are taken as said. */
  platt: Platt | null;
}>;

/** A voter's part in a verdict. */
export type PoolShare = Readonly<{
  analyst: string;
  /** 0 to 1 in millionths; all shares of a verdict make 1, but for rounding. */
  share: number;
  /** Its chance as it went into the pool. */
  pUp: number;
}>;
