/** What is known of one voter from outcomes of its own votes. */
export type Trust = Readonly<{
  /** Whose model it is: the say of a family is capped. */
  family: string;
  /** Votes whose outcome is known. */
  outcomes: number;
  /** Mean squared distance of its recalibrated chances from what came; null without outcomes. */
  brier: number | null;
  /** Recalibrates its chances: logit of the true chance = slope * logit(said) + offset; null: as said. */
  platt: Readonly<{ slope: number; offset: number }> | null;
}>;

/** A voter's part in a verdict. */
export type PoolShare = Readonly<{
  analyst: string;
  /** 0 to 1; all shares of a verdict make 1. */
  share: number;
  /** Its chance as it went into the pool. */
  pUp: number;
}>;
