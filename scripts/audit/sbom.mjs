// What the product contains (software bill of materials), in CycloneDX 1.6.

/** The crates that the packages `roots` contain through their normal dependencies, from the output of `cargo metadata`. */
export function shippedCrates({ packages, resolve }, roots) {
  const byId = new Map(packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const waiting = packages.filter(({ name }) => roots.includes(name)).map(({ id }) => id);
  const found = new Set(waiting);
  while (waiting.length > 0) {
    const { deps } = nodes.get(waiting.pop());
    for (const { pkg, dep_kinds } of deps) {
      if (found.has(pkg) || !dep_kinds.some(({ kind }) => kind === null)) continue;
      found.add(pkg);
      waiting.push(pkg);
    }
  }
  return [...found].map((id) => byId.get(id)).filter(({ source }) => source !== null);
}

const component = (type, { name, version, license }) => {
  const purl = `pkg:${type}/${name.replace('@', '%40')}@${version}`;
  const licenses = license ? { licenses: [{ expression: license }] } : {};
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...licenses };
};

/** The bill of materials. Older crates write `MIT/Apache-2.0` for a choice. */
export function billOfMaterials({ version, crates, packages }) {
  const rust = crates.map(({ name, version, license }) => component('cargo', { name, version, license: license?.replaceAll('/', ' OR ') }));
  const npm = packages.filter(({ isTool }) => !isTool).map((each) => component('npm', each));
  const components = [...new Map([...rust, ...npm].map((each) => [each.purl, each])).values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'stylebox', name: 'stylebox', version } },
    components,
  };
}
