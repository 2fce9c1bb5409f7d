/** Stands in for a CSS module: every class is called as it is written. */
const classNames: Record<string, string> = new Proxy({}, { get: (_target, name) => String(name) });
export default classNames;
