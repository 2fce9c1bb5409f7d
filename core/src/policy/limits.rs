//! How often something may be tried, how large a call may be, and how long the service remembers things (the contract: design,
//! server). The specs ask for limits and name no numbers. These limits allow a customer's mistakes, and stop guessing.

/// A limit of tries in a window of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries {
    /// The tries that a window allows.
    pub most: u32,
    /// The window's length.
    pub minutes: u64,
}

const fn tries(most: u32, minutes: u64) -> Tries {
    Tries { most, minutes }
}

/// Passwords tried for one account on all devices together that have not signed in to it before (the contract: late orders and other rules).
pub const LOGINS_OF_ACCOUNT: Tries = tries(10, 15);
/// Passwords tried for one account on a device that has signed in to it before. Strangers cannot use up these tries.
pub const LOGINS_OF_DEVICE: Tries = tries(10, 15);
/// Sign-ins by one caller, who can be a family or an office behind one address.
pub const LOGINS_BY_CALLER: Tries = tries(100, 15);
/// Accounts made by one caller, who can be a family or an office behind one address.
pub const REGISTRATIONS_BY_CALLER: Tries = tries(60, 60);
/// Links for a forgotten password sent to one email address. Beyond them the answer stays the same and no link is sent; the links that
/// were sent stay valid (the contract: late orders and other rules).
pub const RESETS_OF_ADDRESS: Tries = tries(5, 60);
/// Calls of "Forgot my password" from one network that need no human check.
pub const RESETS_WITHOUT_CHECK: Tries = tries(1, 60);
/// Links for a forgotten password requested by one caller.
pub const RESETS_BY_CALLER: Tries = tries(30, 60);
/// Links for a forgotten password tried by one caller.
pub const RESET_LINKS_BY_CALLER: Tries = tries(30, 60);
/// Email addresses to which a customer in a store has the link for a password sent. Each sends an email to a stranger, and reveals
/// whether the address is taken.
pub const SIGNUP_EMAILS: Tries = tries(10, 60);
/// Links that prove a new email address, sent for one customer. Each sends an email to a stranger.
pub const EMAIL_LINKS: Tries = tries(10, 60);
/// Links that prove a new email address, sent to one address for all customers together.
pub const EMAIL_LINKS_TO_ADDRESS: Tries = tries(5, 60);
/// Links that prove a new email address, tried by one caller.
pub const EMAIL_LINKS_BY_CALLER: Tries = tries(30, 60);
/// Exports of one customer's data. Each reads all of the data.
pub const EXPORTS: Tries = tries(10, 60);
/// One customer's tries to close the account. Each can be a guess at the password.
pub const ACCOUNT_CLOSINGS: Tries = tries(10, 15);
/// Phone links made by one customer.
pub const PHONE_LINKS: Tries = tries(30, 10);
/// Tokens of phone links tried by one caller.
pub const PHONE_LINKS_BY_CALLER: Tries = tries(30, 60);
/// Changes of password by one customer, who gives the current one with each.
pub const PASSWORD_CHANGES: Tries = tries(10, 15);
/// Changes of the account by one customer. Each can reveal whether an email address is taken.
pub const ACCOUNT_CHANGES: Tries = tries(20, 10);
/// Codes of the second factor sent to one customer.
pub const MFA_CODES_SENT: Tries = tries(5, 15);
/// Codes of the second factor requested by one caller, for all accounts together.
pub const MFA_CODES_BY_CALLER: Tries = tries(30, 60);
/// Text messages to one phone, for all accounts together. Each costs money, and rings.
pub const TEXTS_TO_PHONE: Tries = tries(10, 24 * 60);
/// Text messages of the whole shop, so that nobody runs up a bill with many accounts, phones and addresses.
pub const TEXTS_OF_SHOP: Tries = tries(500, 60);
/// Emails of the whole shop with links for forgotten passwords. Each kind of email that a call can request has a budget of its own: if
/// strangers use up one, the others are still sent.
pub const RESET_MAILS_OF_SHOP: Tries = tries(1_000, 60);
/// Emails of the whole shop with codes of the second factor.
pub const CODE_MAILS_OF_SHOP: Tries = tries(2_000, 60);
/// Emails of the whole shop with links that prove a new address.
pub const EMAIL_LINK_MAILS_OF_SHOP: Tries = tries(1_000, 60);
/// Emails of the whole shop that welcome new customers.
pub const GREETING_MAILS_OF_SHOP: Tries = tries(2_000, 60);
/// Emails that welcome a new customer, sent to one address: the welcome and, after a sign-up in a store, the link for a password. Both
/// are sent again if the address is corrected.
pub const GREETINGS_TO_ADDRESS: Tries = tries(5, 60);
/// Codes of the second factor tried by one customer, in all sessions together. However many codes are sent, guessing gets nowhere.
pub const MFA_CODES_TRIED: Tries = tries(30, 60);
/// Coupons and gift cards tried by one customer.
pub const VOUCHERS: Tries = tries(20, 10);
/// Tax calculations for one customer's invoices. Each change of the decisions can need one, and each costs the shop money. Calculations
/// at the customer's checkouts are counted separately, those at the shop's own checkouts not at all.
pub const TAX_CALCULATIONS: Tries = tries(60, 60);
/// Codes tried at sign-ups by one caller. They are too few to guess a friend's code.
pub const SIGNUP_CODES: Tries = tries(30, 10);
/// ZIP codes looked up by one caller. Each address form and each search for a store asks once or twice.
pub const POSTAL_CODES_BY_CALLER: Tries = tries(240, 10);
/// Addresses of one customer that the address check is asked about. Each question may cost the shop money.
pub const ADDRESS_CHECKS: Tries = tries(60, 10);
/// Requests by one customer for address suggestions: one for every few letters that they type.
pub const ADDRESS_SUGGESTIONS: Tries = tries(300, 10);
/// Cards of one customer that the bank is asked about. They are too few to test stolen numbers.
pub const CARDS: Tries = tries(30, 10);
/// Cards of one customer for which the gateway is asked for a token, which reveals whether the gateway knows the number. The limit is
/// higher than [`CARDS`], because a mistyped number gets no token.
pub const CARD_TOKENS: Tries = tries(60, 10);
/// Refused cards of one customer, after which no other card is accepted for the rest of a day. A card without an answer yet counts, and
/// so does another card that is tried with the secret of a card to be confirmed.
pub const CARD_REFUSALS_OF_CUSTOMER: Tries = tries(10, 24 * 60);
/// Refused cards from one network: an IPv4 address, or the /64 of an IPv6 address. Customers of an office or a provider can share one.
pub const CARD_REFUSALS_BY_NETWORK: Tries = tries(30, 24 * 60);
/// Refusals of one card, whoever sends it.
pub const CARD_REFUSALS_OF_CARD: Tries = tries(5, 24 * 60);
/// Refused cards in the whole shop, after which staff are warned of a wave of card testing.
pub const CARD_REFUSALS_OF_SHOP: Tries = tries(50, 60);
/// Declines of one card at the customer's own checkouts, after which it is not tried again for a while (the contract: late orders and
/// other rules).
pub const CHECKOUT_DECLINES_OF_CARD: Tries = tries(5, 60);
/// Declines of one card at the customer's own checkouts, after which it is not tried again for the rest of a day.
pub const CHECKOUT_DECLINES_OF_CARD_A_DAY: Tries = tries(10, 24 * 60);
/// Calls by one customer to save a card, with those whose form is refused.
pub const CARD_CALLS: Tries = tries(120, 10);
/// Orders placed by one customer, and changes of an order that try a coupon.
pub const ORDERS: Tries = tries(30, 10);
/// Questions to the gateway about one customer's payment that waits at the bank. The page asks each time its tab is shown.
pub const PAYMENT_CHECKS: Tries = tries(120, 10);
/// Upload addresses for photos requested by one customer.
pub const UPLOAD_LINKS: Tries = tries(30, 10);
/// Calls by one customer to finish the upload of a photo. A page repeats the call a few times if it gets no answer.
pub const PHOTO_FINISHES: Tries = tries(120, 10);
/// Reviews posted by one customer.
pub const REVIEWS: Tries = tries(20, 10);

/// How long a server believes a refusal of the database, in seconds, before it asks again. Meanwhile what is refused costs no write.
pub const REFUSAL_BELIEVED_SECONDS: u64 = 60;

/// The largest body of a call, in KiB; a photo has a limit of its own.
pub const LARGEST_BODY_KIB: usize = 64;
/// How long the head of a request may take to arrive, in seconds.
pub const REQUEST_HEAD_SECONDS: u64 = 10;
/// The lowest rate at which the body of a request must arrive, in KiB per second. The largest body of a call takes 32 s at this rate, so
/// a body that stops is refused as such before the call's own timeout of 60 s.
pub const BODY_KIB_PER_SECOND: u64 = 2;
/// The time over which that rate is measured, in seconds: a line may fall silent for a moment.
pub const BODY_RATE_SECONDS: u64 = 10;
/// How long a connection is kept open between two calls, in seconds: longer than the 60 s of most proxies.
pub const KEPT_CONNECTION_SECONDS: u64 = 75;
/// The most simultaneous connections from one IPv4 address, or from the /64 of an IPv6 address.
pub const CONNECTIONS_PER_ADDRESS: usize = 100;

/// The longest key under which a call that charges is made, in characters.
pub const IDEMPOTENCY_KEY_MAX_LENGTH: usize = 255;
/// How long an idempotency key is kept, in hours.
pub const IDEMPOTENCY_HOURS: u64 = 24;
/// How long a session lasts however much it is used, in days.
pub const SESSION_MAX_DAYS: u64 = 90;
/// How long an account remembers a device that does not sign in again, in days: as long as browsers keep a cookie.
pub const DEVICE_DAYS: u64 = 400;
/// How long a visitor's puzzle of the human check is valid, in minutes.
pub const HUMAN_CHECK_MINUTES: u64 = 20;
/// Staff see a message, a label, a parcel or a record of the sales tax after an outside party has failed at it this many times.
pub const STUCK_AFTER_TRIES: i64 = 3;
/// How long the first alert of a kind delays the next one to the same customer, in minutes. Each further alert within a day doubles the
/// delay, up to [`ALERT_LONGEST_WAIT_MINUTES`].
pub const ALERT_WAIT_MINUTES: u64 = 60;
/// The longest delay of an alert, in minutes.
pub const ALERT_LONGEST_WAIT_MINUTES: u64 = 16 * 60;

/// If a party does not answer this many times in a run of a job, the run ends, and the party is left alone for a while.
pub const PARTY_SILENCES: u32 = 2;
/// How long a party that does not answer is left alone, in seconds.
pub const PARTY_REST_SECONDS: u64 = 60;
/// For how many minutes a job may be overdue, or all servers may be silent, before staff see it.
pub const JOB_OVERDUE_MINUTES: u64 = 3;
/// After this many minutes of one run staff see that a job has not ended.
pub const JOB_RUNS_LONG_MINUTES: u64 = 4;
/// After this many minutes a run of a job is cut off. The next run continues where it stopped.
pub const JOB_LONGEST_RUN_MINUTES: u64 = 15;
/// How many hours a backup may take before staff see that it is missing.
pub const BACKUP_LASTS_HOURS: u32 = 2;
/// Staff see it if fewer megabytes than this are free on the disk of an SQLite file.
pub const DISK_LOW_MEGABYTES: u64 = 200;
/// After how many seconds a call may be repeated that failed because the database or a party is unavailable.
pub const UNAVAILABLE_SECONDS: u64 = 30;
/// How long a processed event of an outside party is known, so that the same one is not processed again, in days. Parties repeat an event
/// for some days at most.
pub const EVENT_KNOWN_DAYS: u64 = 30;
/// How long the refusal of a card is kept, in days: longer than any limit counts it, so that staff can look into a wave.
pub const CARD_REFUSAL_KEPT_DAYS: u64 = 30;
/// Staff see an event of an outside party after this many failures to process it.
pub const EVENT_STUCK_AFTER_FAILURES: i64 = 3;
