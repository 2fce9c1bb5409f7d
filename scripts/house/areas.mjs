/** The areas of the product: each has one name in every layer. */
export const AREAS = ['account', 'card', 'style', 'delivery', 'order', 'checkout', 'payment', 'returns', 'subscription', 'mail', 'shop'];

/** The names that modules of two areas have, each with the reason. The files of `mail` are named after the matter of a message. */
export const NAMES_OF_TWO_AREAS = {
  body: "the bodies that an area's calls share",
  change: 'what a customer changes: the account, or an order',
  confirmation: 'the bank lets a customer confirm a card that is saved, or a charge',
  stripe: "Stripe's fields for a card, or the tests of Stripe as the gateway",
};

/** The folders that have a folder for each area, in which a name stands for one thing. */
export const FOLDERS_OF_AREAS = [
  'core/src',
  'server/src/api',
  'server/src/service',
  'server/src/store',
  'server/tests',
  'ui/src/api',
  'ui/src/components',
  'ui/src/features',
];

/** The folders and files of the server that stand beside the areas' folders, each with the reason. */
export const BESIDE_AREAS = {
  'src/api': {
    demo: 'a visitor acts as staff of several areas',
    description: 'completes the descriptions of all calls',
    dev: 'the outbox of demo mode',
    health: 'for programs that watch the server',
    rules: 'any rule of core',
    status: "the page's first call",
    webhooks: 'outside parties of several areas call it',
    answers: 'answers that calls of several areas share',
  },
  'src/service': {
    access: 'who may call, how often, and the answer to a repeated call',
    operation: 'what the service needs to run',
  },
  'src/store': {
    access: 'what service/access keeps',
    operation: 'what service/operation and the jobs keep',
    column: 'how values are stored',
    customer_tx: 'the transaction about a customer',
    engine: 'the two databases',
    history: 'the migrations that a database has had',
    macros: 'how statements are sent',
    migrations: 'the migrations',
    migrating: 'how its tables are brought up to date',
    opening: 'how a database is opened',
    pool: "the databases' connections",
    place: 'names of what says in the database where the rows are',
    postgres: 'how connections to PostgreSQL are made',
    table: 'how rows are read and written',
  },
  tests: {
    doubles: 'outside parties, with a folder for each implementation, as in src/providers',
    fulfilment: 'what staff do, in one folder as in src/fulfilment',
    http: 'what every call shares',
    jobs: 'background jobs',
    main: 'lists the folders',
    ops: "staff's commands",
    plans: "the databases' plans of all statements",
    platform: 'the program and its database',
    faults: 'shops that are broken on purpose: no tests of one area (docs/faults.md)',
    support: 'what tests share',
  },
};
