// A process of its own: opens connections that each send half of a request's head, from many addresses of this machine, and opens
// another for each one that the server closes. It prints how many are open, as a line of JSON a second, until its input ends.
import { connect } from 'node:net';

const HALF_A_HEAD = 'GET /api/status HTTP/1.1\r\nHost: half-s';
/** How many connections may be opening at once. */
const OPENING = 100;
/** The process ends after this time, even if the one that started it is gone. */
const LONGEST_MS = 300_000;

const [port, wanted, perAddress] = process.argv.slice(2).map(Number);

/** How many connections of each address (`127.0.1.0`, `127.0.1.1`, …) are open or opening. */
const used = new Map();
const sources = Array.from({ length: Math.ceil(wanted / perAddress) }, (_, index) => `127.0.${1 + (index >> 8)}.${index & 255}`);
const counts = { open: 0, opening: 0, closed: 0 };
let next = 0;

function nextSource() {
  for (let tries = 0; tries < sources.length; tries += 1) {
    const source = sources[(next += 1) % sources.length];
    if ((used.get(source) ?? 0) < perAddress) return source;
  }
  return undefined;
}

function open() {
  const localAddress = nextSource();
  if (!localAddress) return false;
  used.set(localAddress, (used.get(localAddress) ?? 0) + 1);
  counts.opening += 1;
  let isOpen = false;
  const socket = connect({ host: '127.0.0.1', port, localAddress }, () => {
    isOpen = true;
    counts.opening -= 1;
    counts.open += 1;
    socket.write(HALF_A_HEAD);
  });
  // The server's answers do not matter here.
  socket.resume();
  socket.on('error', ({ code }) => {
    if (['EMFILE', 'EADDRNOTAVAIL'].includes(code)) counts.error = code;
  });
  socket.on('close', () => {
    used.set(localAddress, used.get(localAddress) - 1);
    if (isOpen) {
      counts.open -= 1;
      counts.closed += 1;
    } else counts.opening -= 1;
  });
  return true;
}

function fill() {
  while (counts.opening < OPENING && counts.open + counts.opening < wanted && open());
}

setInterval(fill, 5);
setInterval(() => console.log(JSON.stringify(counts)), 1000);
setTimeout(() => process.exit(), LONGEST_MS);
process.stdin.on('end', () => process.exit()).resume();
