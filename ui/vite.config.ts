import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server that the development page talks to. */
const server = process.env.STYLEBOX_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxied = { target: server, changeOrigin: false };

/** The content policy allows no style that a script writes into the page: sonner's style sheet is imported instead. */
const withoutInjectedStyles = (): Plugin => ({
  name: 'stylebox-without-injected-styles',
  apply: 'build',
  transform(code, id) {
    if (!/\/node_modules\/sonner\/.*js$/.test(id)) return null;
    const stripped = code.replace(/^__insertCSS\(".*"\);$/m, '');
    if (stripped === code) this.error('sonner injects its styles in another way now: look at it again.');
    return { code: stripped, map: null };
  },
});

/** The rules are the first thing that every screen needs: the browser fetches them while it still reads the page's code. */
const preloadRules = (): Plugin => ({
  name: 'stylebox-preload-rules',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => name.endsWith('.wasm'));
      if (!file) return [];
      const attrs = {
        rel: 'preload',
        as: 'fetch',
        type: 'application/wasm',
        href: `/members/${file}`,
        crossorigin: true,
      };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});

/** Our own modules that no screen does without. */
const inEveryScreen = new RegExp(
  '/ui/src/(app/|core|paths|memory|features/[a-z-]+/routes|api/(client|account|sessions|status)\\.' +
    '|components/(Button|ButtonLink|PageTitle|SiteFooter|SiteHeader|Spinner|Toaster)\\.)',
);

export default defineConfig({
  base: '/members/',
  plugins: [react(), wasm(), withoutInjectedStyles(), preloadRules()],
  resolve: {
    alias: {
      '~': here('src'),
      'stylebox-core-wasm': here('../core-wasm/pkg/stylebox_core_wasm.js'),
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // Nothing inline: the content policy takes neither data: scripts nor styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What every screen needs comes in two pieces, the packages' and ours: they compress better than many small ones.
        codeSplitting: {
          groups: [
            {
              name: 'foundation',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+)\//,
            },
            { name: 'page', test: inEveryScreen },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    fs: { allow: [here('.'), here('../core-wasm')] },
    proxy: { '/api': proxied, '/dev': proxied },
  },
});
