/**
 * The module `code` of `path` without the style sheet that sonner injects by script. The content security policy refuses such a sheet,
 * so the page imports sonner's CSS file. Throws if sonner injects its styles in another way.
 */
export function stripInjectedStyles(code, path) {
  if (!/\/node_modules\/sonner\/.*js$/.test(path)) return code;
  const stripped = code.replace(/^__insertCSS\(".*"\);$/m, '');
  if (stripped === code) throw new Error('sonner injects its styles in another way now: look at it again.');
  return stripped;
}
