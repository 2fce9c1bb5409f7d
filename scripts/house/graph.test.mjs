import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circles, floorOf, homeless, ties, upward } from './graph.mjs';

const rooms = (arrows) => new Map(Object.entries(arrows).map(([room, imports]) => [room, { imports }]));

test('Rooms that import each other, directly or through others, are a circle, and its imports are listed', () => {
  const house = rooms({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] });
  assert.deepEqual(circles(house), [['a', 'b', 'c']]);
  assert.deepEqual(ties(['a', 'b', 'c'], house), ['a imports b', 'b imports c', 'c imports a']);
  assert.deepEqual(circles(rooms({ a: ['b', 'c'], b: ['c'], c: [] })), []);
});

test('A room stands on the floor of the longest name that fits, and may import its own floor and those below', () => {
  const floors = [['service'], ['service/access', 'store']];
  assert.equal(floorOf('service/checkout', floors), 0);
  assert.equal(floorOf('service/access/session', floors), 1);
  const house = rooms({ 'service/checkout': ['store/card'], 'service/access/session': ['store/card', 'service/checkout'], 'store/card': [] });
  assert.deepEqual(upward(house, floors), ['service/access/session imports service/checkout']);
  assert.deepEqual(homeless(rooms({ '': [], 'store': [], 'storehouse': [] }), floors), ['storehouse']);
});
