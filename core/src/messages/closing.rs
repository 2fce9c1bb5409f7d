//! Closing an account (the contract: accounts).

use super::Words;

/// What an account that is being closed waits for.
pub(crate) const BOX_OUT: &str = "Your box has to be checked out.";
pub(crate) const RETURN_OUT: &str = "Your checked-out box has to be completed, and what you return has to arrive.";
pub(crate) const PAYMENT_OPEN: &str = "A payment or a refund is under way.";
pub(crate) const DISPUTE_OPEN: &str = "A payment is disputed at your bank, and the bank has to decide first.";

/// What follows from closing an account.
pub(crate) const CONSEQUENCES: &[&str] = &[
    "Your subscription ends, and a box that we have not started is canceled: nothing is charged for it. Rewards that you have not \
     used end.",
    "A box that is with you or under way is settled first. Until then you can sign in and check out.",
    "Then we delete your name, email, phone number, addresses, answers, photos and notes, what you wrote, the letters in your boxes, and the text \
     of messages, and ask those who take payments and publish reviews for us to forget you. Others who work for us may keep records of their own: the \
     email about your closed account and the download of your data name them. Nobody can bring back what is deleted.",
    "What was bought, paid and returned is kept without your name, because a shop has to be able to show its books: each order with \
     its days, theme, coupon and stars.",
    "Of each card, its kind, last four digits and end stay with what was paid; of each message, only its kind and time.",
    "A coded mark of your email stays for 3 years if you have used our welcome offer or a friend's invitation: each is once an email \
     address. Cards that were refused are counted for 30 days. A card that its bank declined for good and an order that we stopped as \
     fraud are remembered for 3 years. All of these are coded marks that do not name you.",
];

/// What every page says while an account is being closed, and what is said after the customer takes that back.
pub(crate) const WORDS: Words = &[
    ("account_is_closing", "Your account is being closed. It ends by itself as soon as this is settled:"),
    ("account_is_settled", "Your account is being closed. All is settled, and it ends by itself shortly."),
    ("closing_begins_nothing", "Until then you cannot order anything new, and your referral link earns no rewards."),
    (
        "closing_taken_back",
        "Your account stays open. Your subscription has ended, and a box that was canceled stays canceled.",
    ),
];
