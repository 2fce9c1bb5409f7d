/** The areas of the product: each has one name in every layer. */
export const AREAS = ['account', 'card', 'style', 'delivery', 'order', 'checkout', 'payment', 'returns', 'subscription', 'mail'];

/** What lies beside the areas in the rooms of the server that have a folder an area, each for a reason. */
export const BESIDE_AREAS = {
  'src/api': {
    demo: 'a visitor plays staff of several areas',
    description: 'completes what all calls say of themselves',
    dev: 'the outbox of demo mode',
    health: 'for programs that watch the server',
    reference: 'closed dates, stores and pictures, which everybody reads',
    rules: 'any rule of core',
    status: "the page's first call",
    webhooks: 'outside parties of several areas call it',
    answers: 'answers that calls of several areas share',
  },
  'src/service': {
    access: 'who may call, how often, and what a call that is sent again gets',
    operation: 'what the service needs to run',
  },
  'src/store': {
    access: 'what service/access keeps',
    operation: 'what service/operation and the jobs keep',
    column: 'how values are stored',
    customer_tx: 'the transaction about a customer',
    engine: 'the two databases',
    history: 'the steps of migration that a database has had',
    macros: 'how statements are sent',
    migrations: 'the steps of migration',
    pool: "the databases' connections",
    table: 'how rows are read and written',
  },
  tests: {
    doubles: 'outside parties: a folder an implementation, as in src/providers',
    fulfilment: 'what staff do, in one room as in src/fulfilment',
    http: 'what every call shares',
    jobs: 'what the service does by itself',
    main: 'lists the folders',
    ops: "staff's commands",
    plans: "the databases' plans of all statements",
    platform: 'the program and its database',
    support: 'what tests share',
  },
};
