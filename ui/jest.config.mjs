/** Components and screens in jsdom, with the built WebAssembly for Node behind them. */
export default {
  testEnvironment: '<rootDir>/test/environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  transform: { '^.+\\.(m?js|tsx?)$': '<rootDir>/test/transform.mjs' },
  // Much of what the page uses is published as ECMAScript modules alone.
  transformIgnorePatterns: ['/core-wasm/', '/node_modules/(react|react-dom|scheduler|@testing-library|pretty-format)/'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/test/classNames.ts',
    '\\.(css|svg|png|jpg|woff2)(\\?.*)?$': '<rootDir>/test/file.ts',
    // The widget works in web workers, which jsdom has none of.
    '^\\./HumanCheckWidget$': '<rootDir>/test/HumanCheckWidget.tsx',
    '^~test/(.*)$': '<rootDir>/test/$1',
    '^~/(.*)$': '<rootDir>/src/$1',
    '^stylebox-core-wasm$': '<rootDir>/../core-wasm/pkg-node/door.cjs',
  },
};
