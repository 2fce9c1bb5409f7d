//! How often something may be tried, how large a call may be, and how long the service remembers one (the contract: design,
//! server). The specs ask for limits and name no numbers: these allow a customer's mistakes, and stop guessing.

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

/// Passwords tried for one account on devices that have not signed in to it before, all of them together (the contract: late, little, and
/// said).
pub const LOGINS_OF_ACCOUNT: Tries = tries(10, 15);
/// Passwords tried for one account on a device that has signed in to it before: strangers cannot use them up.
pub const LOGINS_OF_DEVICE: Tries = tries(10, 15);
/// Sign-ins by one caller: a family, or an office, behind one address.
pub const LOGINS_BY_CALLER: Tries = tries(100, 15);
/// Registrations by one caller.
pub const REGISTRATIONS_BY_CALLER: Tries = tries(60, 60);
/// Links for a forgotten password that go to one email address. Beyond them the answer stays the same, and no further one goes: those
/// that were sent stay good (the contract: late, little, and said).
pub const RESETS_OF_ADDRESS: Tries = tries(5, 60);
/// Calls of "Forgot my password" from one network that need no human check.
pub const RESETS_WITHOUT_CHECK: Tries = tries(1, 60);
/// Links for a forgotten password asked for by one caller.
pub const RESETS_BY_CALLER: Tries = tries(30, 60);
/// Such links tried by one caller.
pub const RESET_LINKS_BY_CALLER: Tries = tries(30, 60);
/// Email addresses to which one customer of a store has the link for a password sent: each costs a mail to a stranger, and tells
/// whether it is taken.
pub const SIGNUP_EMAILS: Tries = tries(10, 60);
/// Links that prove a new email address, sent for one customer: each costs a mail to a stranger.
pub const EMAIL_LINKS: Tries = tries(10, 60);
/// Such links sent to one address, whoever asks.
pub const EMAIL_LINKS_TO_ADDRESS: Tries = tries(5, 60);
/// Such links tried by one caller.
pub const EMAIL_LINKS_BY_CALLER: Tries = tries(30, 60);
/// Exports of one customer's data: each reads all of it.
pub const EXPORTS: Tries = tries(10, 60);
/// Tries of one customer to close the account: each can be a guess at the password.
pub const ACCOUNT_CLOSINGS: Tries = tries(10, 15);
/// Phone links made by one customer.
pub const PHONE_LINKS: Tries = tries(30, 10);
/// Tokens of phone links tried by one caller.
pub const PHONE_LINKS_BY_CALLER: Tries = tries(30, 60);
/// Changes of password, with the one before, by one customer.
pub const PASSWORD_CHANGES: Tries = tries(10, 15);
/// Changes of the account by one customer: each can ask whether an email address is taken.
pub const ACCOUNT_CHANGES: Tries = tries(20, 10);
/// Codes of the second factor sent to one customer.
pub const MFA_CODES_SENT: Tries = tries(5, 15);
/// Codes of the second factor asked for by one caller, for any account.
pub const MFA_CODES_BY_CALLER: Tries = tries(30, 60);
/// Text messages to one phone, for any account: each costs money, and rings.
pub const TEXTS_TO_PHONE: Tries = tries(10, 24 * 60);
/// Text messages of the whole shop: nobody runs up a bill by many accounts, phones and addresses.
pub const TEXTS_OF_SHOP: Tries = tries(500, 60);
/// Emails of the whole shop that somebody asks for by a call. Each kind has a budget of its own, so that one that is used up by
/// strangers keeps nobody from the others. These are links for forgotten passwords.
pub const RESET_MAILS_OF_SHOP: Tries = tries(1_000, 60);
/// Emails of the whole shop with codes of the second factor.
pub const CODE_MAILS_OF_SHOP: Tries = tries(2_000, 60);
/// Emails of the whole shop with links that prove a new address.
pub const EMAIL_LINK_MAILS_OF_SHOP: Tries = tries(1_000, 60);
/// Emails of the whole shop that greet new customers.
pub const GREETING_MAILS_OF_SHOP: Tries = tries(2_000, 60);
/// How often letters that greet a new customer go to one email address: the welcome and, for a customer of a store, the link for a
/// password, which are sent again if the address is corrected.
pub const GREETINGS_TO_ADDRESS: Tries = tries(5, 60);
/// Codes of the second factor tried by one customer, in all sessions: however many are sent, guessing gets nowhere.
pub const MFA_CODES_TRIED: Tries = tries(30, 60);
/// Coupons and gift cards tried by one customer.
pub const VOUCHERS: Tries = tries(20, 10);
/// Calculations of the tax of one customer's invoices: each change of what is kept can need one, and each costs the shop money. Those of
/// the customer's checkouts are counted apart, and those of the shop's own checkouts not at all.
pub const TAX_CALCULATIONS: Tries = tries(60, 60);
/// Codes tried at a sign-up by one caller: too few to guess a friend's code.
pub const SIGNUP_CODES: Tries = tries(30, 10);
/// ZIP codes looked up by one caller: each address form and each search for a store asks once or twice.
pub const POSTAL_CODES_BY_CALLER: Tries = tries(240, 10);
/// Addresses of one customer that the address check is asked about: each question may cost the shop money.
pub const ADDRESS_CHECKS: Tries = tries(60, 10);
/// Questions by one customer for addresses to suggest: one for every few letters that are typed.
pub const ADDRESS_SUGGESTIONS: Tries = tries(300, 10);
/// Cards of one customer that the bank is asked about: too few to test stolen numbers.
pub const CARDS: Tries = tries(30, 10);
/// Cards of one customer that the gateway is asked to make a token of: its answer tells whether it knows the number. More than the
/// bank is asked about, because a number that is mistyped gets no token.
pub const CARD_TOKENS: Tries = tries(60, 10);
/// Refused cards of one customer, after which no other one is looked at for the rest of a day. One whose answer has not come counts, and so
/// does another card that is tried with the secret of one to be confirmed.
pub const CARD_REFUSALS_OF_CUSTOMER: Tries = tries(10, 24 * 60);
/// Refused cards from one network: an IPv4 address, or the /64 of an IPv6 address. Customers of an office or a provider can share one.
pub const CARD_REFUSALS_BY_NETWORK: Tries = tries(30, 24 * 60);
/// Refusals of one card, whoever sends it.
pub const CARD_REFUSALS_OF_CARD: Tries = tries(5, 24 * 60);
/// Refused cards in the whole shop that staff are told of as a wave.
pub const CARD_REFUSALS_OF_SHOP: Tries = tries(50, 60);
/// The customer's own checkouts with one card that were declined, after which it is not tried again for a while (the contract: late,
/// little, and said).
pub const CHECKOUT_DECLINES_OF_CARD: Tries = tries(5, 60);
/// The same for the rest of a day.
pub const CHECKOUT_DECLINES_OF_CARD_A_DAY: Tries = tries(10, 24 * 60);
/// Calls by one customer that save a card, mistyped forms among them.
pub const CARD_CALLS: Tries = tries(120, 10);
/// Orders placed, and coupons tried with a change of one, by one customer.
pub const ORDERS: Tries = tries(30, 10);
/// Questions by one customer to the gateway about a payment that waits at the bank: the page asks each time that its tab comes to the
/// front.
pub const PAYMENT_CHECKS: Tries = tries(120, 10);
/// Addresses for photos asked for by one customer.
pub const UPLOAD_LINKS: Tries = tries(30, 10);
/// Photos that one customer says are in the store. A page that got no answer repeats it some times.
pub const PHOTO_FINISHES: Tries = tries(120, 10);
/// Reviews posted by one customer.
pub const REVIEWS: Tries = tries(20, 10);

/// The largest body of a call, in KiB; that of a photo has a limit of its own.
pub const LARGEST_BODY_KIB: usize = 64;
/// How long the head of a request may take to arrive, in seconds.
pub const REQUEST_HEAD_SECONDS: u64 = 10;
/// How fast the body of a request must arrive at least, in KiB a second. The largest body of a call takes 32 s at this rate, so a
/// body that stops is refused as such before the call's own time-out of 60 s.
pub const BODY_KIB_PER_SECOND: u64 = 2;
/// The time over which that rate is counted, in seconds: a line may fall silent for a moment.
pub const BODY_RATE_SECONDS: u64 = 10;
/// How long a connection is kept open between two calls, in seconds: longer than the usual proxies' 60 s.
pub const KEPT_CONNECTION_SECONDS: u64 = 75;
/// The most connections at once from one address: one of IPv4, or a /64 of IPv6.
pub const CONNECTIONS_PER_ADDRESS: usize = 100;

/// The longest key under which a call that charges is made, in characters.
pub const IDEMPOTENCY_KEY_MAX_LENGTH: usize = 255;
/// How long such a key is kept, in hours.
pub const IDEMPOTENCY_HOURS: u64 = 24;
/// How long a session lasts without being used, in days.
pub const SESSION_IDLE_DAYS: u64 = 14;
/// How long a session lasts however much it is used, in days.
pub const SESSION_MAX_DAYS: u64 = 90;
/// How long an account remembers a device that does not sign in again, in days: as long as browsers keep a cookie.
pub const DEVICE_DAYS: u64 = 400;
/// How long a visitor's puzzle is good, in minutes.
pub const HUMAN_CHECK_MINUTES: u64 = 20;
/// What a party was asked for in vain so often is shown to staff: a message, a label, a parcel, a record of the sales tax.
pub const STUCK_AFTER_TRIES: i64 = 3;
/// How long the first alert of a kind keeps the next one to the same customer, in minutes. Each further one within a day keeps the next
/// one twice as long, up to [`ALERT_LONGEST_WAIT_MINUTES`].
pub const ALERT_WAIT_MINUTES: u64 = 60;
/// The longest such wait, in minutes.
pub const ALERT_LONGEST_WAIT_MINUTES: u64 = 16 * 60;

/// So many silences of a party in a run of a job end the run, and the party rests.
pub const PARTY_SILENCES: u32 = 2;
/// How long it rests, in seconds.
pub const PARTY_REST_SECONDS: u64 = 60;
/// How many minutes a job may be overdue, or all servers silent, before staff see it.
pub const JOB_OVERDUE_MINUTES: u64 = 3;
/// After how many minutes of one run staff see that a job has not ended.
pub const JOB_RUNS_LONG_MINUTES: u64 = 4;
/// After how many minutes a run of a job is cut off. The next one goes on where it was.
pub const JOB_LONGEST_RUN_MINUTES: u64 = 15;
/// If less than so many megabytes are free on the disk of an SQLite file, staff see it.
pub const DISK_LOW_MEGABYTES: u64 = 200;
/// When a call that could not be served because the database or a party is away may be made again, in seconds.
pub const UNAVAILABLE_SECONDS: u64 = 30;
/// So many failures to work an event of an outside party are shown to staff.
pub const EVENT_STUCK_AFTER_FAILURES: i64 = 3;
