import { availableParallelism } from 'node:os';
import { DEVICE_STARTS_AT } from './test/environment.mjs';

/**
 * Tests of components and screens in jsdom, with the WebAssembly built for Node. `npm test` gives new objects 64 MB (four times Node's
 * default), because tests make and drop whole screens: it takes a tenth less processor time.
 */
export default {
  // By default Jest would use one processor of two. A test waits for timers a fifth of its time, so three run on two processors.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // By default it lies among the temporary files, which `just test` removes.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/test/environment.mjs',
  // Fake timers start at the same time as the device's clock.
  fakeTimers: { now: DEVICE_STARTS_AT },
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/scripts'],
  testMatch: ['**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  transform: { '^.+\\.(m?js|tsx?)$': '<rootDir>/test/transform.mjs' },
  // Many packages are published as ES modules only.
  transformIgnorePatterns: ['/core-wasm/', '/node_modules/(react|react-dom|scheduler|@testing-library|pretty-format)/'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/test/classNames.ts',
    '\\.(css|svg|png|jpg|woff2)(\\?.*)?$': '<rootDir>/test/file.ts',
    // React Aria's words in languages that the page does not speak: a third of all modules that a test of a page would load.
    '/intl/(\\w+/)?(?!en-US)[a-z]{2}-[A-Z]{2}\\.cjs$': '<rootDir>/test/emptyModule.cjs',
    // Our own human check needs web workers, which jsdom lacks.
    '^\\./OwnCheck$': '<rootDir>/test/OwnCheck.tsx',
    // The page's build renders in Node.
    '^react-dom/server$': '<rootDir>/node_modules/react-dom/server.node.js',
    '^~test/(.*)$': '<rootDir>/test/$1',
    '^~journeys/(.*)$': '<rootDir>/journeys/$1',
    '^~/(.*)$': '<rootDir>/src/$1',
    '^stylebox-core-wasm/loading$': '<rootDir>/test/rulesLoaded.ts',
    '^stylebox-core-wasm$': '<rootDir>/../core-wasm/pkg-node/door.cjs',
  },
};
