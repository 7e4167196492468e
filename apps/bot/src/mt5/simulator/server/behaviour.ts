/** What the broker does to one order out of the ordinary. An empty one is an ordinary order. */
export type Behaviour = Readonly<{
  /** Answered with this code, and nothing is executed. */
  refuse?: number;
  /** Executed, and answered with this code (10012, 10031) or, with null, not at all. */
  loseAnswer?: number | null;
  /** There is no more than this volume, in units. */
  liquidity?: number;
  /** Points against the order. */
  slippage?: number;
  executeAfterMs?: number;
  answerAfterMs?: number;
  /** Answered 10008 at once, executed so much later. */
  placedForMs?: number;
  /** Stop and target are forgotten, as by brokers that want them set after the fill. */
  dropStops?: boolean;
  /** What becomes of the comment. */
  comment?: (comment: string) => string;
}>;

/** How a broker behaves: a habit for every order, and single surprises that come first. */
export type Behaviours = Readonly<{
  next(...behaviours: readonly Behaviour[]): void;
  always(behaviour: Behaviour | (() => Behaviour)): void;
  take(): Behaviour;
  /** The next changes of stops are answered with these codes, and not done; 0 lets one through. */
  refuseStops(...retcodes: readonly number[]): void;
  takeStops(): number;
}>;

export function createBehaviours(): Behaviours {
  const queue: Behaviour[] = [];
  const stops: number[] = [];
  let habit: () => Behaviour = () => ({});
  return {
    next: (...behaviours) => void queue.push(...behaviours),
    always(behaviour) {
      habit = typeof behaviour === 'function' ? behaviour : () => behaviour;
    },
    take: () => ({ ...habit(), ...queue.shift() }),
    refuseStops: (...retcodes) => void stops.push(...retcodes),
    takeStops: () => stops.shift() ?? 0,
  };
}
