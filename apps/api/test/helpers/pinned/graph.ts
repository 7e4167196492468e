/** One column of one relation in one place of a statement. */
export type Place = number;

/** Which columns can hold one value only, because they equal a value that is given, or one that does. */
export type Graph = {
  make(): Place;
  /** It is a value that is given. */
  pin(place: Place): void;
  /** Where `from` is one value, `to` is that value. */
  lead(from: Place, to: Place): void;
  /** It is one value if all of these are. */
  all(places: readonly Place[]): Place;
  pinned(): (place: Place) => boolean;
};

export function createGraph(): Graph {
  let count = 0;
  const pins = new Set<Place>();
  const leads: [Place, Place][] = [];
  const alls: [readonly Place[], Place][] = [];
  const make = () => {
    count += 1;
    return count;
  };
  return {
    make,
    pin: (place) => void pins.add(place),
    lead: (from, to) => void leads.push([from, to]),
    all(places) {
      const place = make();
      alls.push([places, place]);
      return place;
    },
    pinned() {
      const known = new Set(pins);
      for (let before = -1; before < known.size; ) {
        before = known.size;
        for (const [from, to] of leads) if (known.has(from)) known.add(to);
        for (const [places, to] of alls)
          if (places.length > 0 && places.every((place) => known.has(place))) known.add(to);
      }
      return (place) => known.has(place);
    },
  };
}
