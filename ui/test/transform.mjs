import swc from '@swc/jest';

const compiled = swc.createTransformer({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
});

// CommonJS has no import.meta. The packages only ask it for a development server.
const withoutMeta = (source) => source.replaceAll('import.meta.hot', 'undefined');

export default {
  ...compiled,
  process: (source, ...rest) => compiled.process(withoutMeta(source), ...rest),
};
