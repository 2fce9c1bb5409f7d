/** Finds circles among imports, and imports that run upwards. */

/** The circles, each as a list of its rooms in order of their names. */
export function circles(rooms) {
  // Tarjan: two rooms that reach each other are in one circle.
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const found = [];
  const visit = (room) => {
    order.set(room, order.size);
    lowest.set(room, order.get(room));
    open.push(room);
    for (const next of rooms.get(room)?.imports ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(room, Math.min(lowest.get(room), lowest.get(next)));
    }
    if (lowest.get(room) !== order.get(room)) return;
    const circle = open.splice(open.indexOf(room));
    if (circle.length > 1) found.push(circle.toSorted());
  };
  for (const room of rooms.keys()) if (!order.has(room)) visit(room);
  return found;
}

/** The imports inside a circle, as sentences. Removing some of them ends the circle. */
export function ties(circle, rooms) {
  return circle.flatMap((room) => rooms.get(room).imports.filter((next) => circle.includes(next)).map((next) => `${room} imports ${next}`));
}

/** The index of the floor on which a room stands. If several names of folders and files fit, the longest decides. */
export function floorOf(room, floors) {
  const fits = (name) => room === name || room.startsWith(`${name}/`);
  const names = floors.flat().filter(fits);
  const longest = names.toSorted((one, other) => other.length - one.length)[0];
  return floors.findIndex((floor) => floor.includes(longest));
}

/** The imports of a floor above, as sentences. `floors` begins with the top. */
export function upward(rooms, floors) {
  return [...rooms].flatMap(([room, { imports }]) =>
    imports.filter((next) => floorOf(next, floors) < floorOf(room, floors)).map((next) => `${room} imports ${next}`),
  );
}

/** The rooms that stand on no floor. */
export const homeless = (rooms, floors) => [...rooms.keys()].filter((room) => room !== '' && floorOf(room, floors) < 0);
