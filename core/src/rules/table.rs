//! All rules, a row each: what the rule answers, its id, the sections of the specs that it comes from, and its function. The
//! registry, the browser's functions and `core/rules.json` are made from this table. `server` before a function means that no
//! screen asks the rule, and that the browser has no function for it.

use stylebox_core_macros::rules;

rules! {
    // account

    /// The first issue of each field of the registration form.
    "registration.validate", "spec A, sections 2, 5 and 9",
        account::registration::validate(typed RegistrationForm) -> Vec<Issue>;
    /// The first issue of each field of the store's sign-up form.
    "store_signup.validate", "spec A, sections 2, 5 and 9",
        account::store_signup::validate(typed StoreSignupForm) -> Vec<Issue>;
    /// The first issue of each campaign text of a registration.
    "campaign.validate", "spec A, section 3", server account::campaign::validate(CampaignForm) -> Vec<Issue>;
    /// A text from the link that a visitor followed, or null if it cannot be stored.
    "campaign.usable", "spec A, section 3", account::campaign::usable(text: Option<&str>) -> Option<&str>;
    /// The issue of a human check that is not passed.
    "human_check.validate", "spec A, section 2", account::human_check::validate(token: &str) -> Vec<Issue>;
    /// The first issue of each field of the sign-in form.
    "login.validate", "spec A, section 5", account::login::validate(typed LoginForm) -> Vec<Issue>;
    /// The issue of the address to which a reset link is sent.
    "forgot_password.validate", "spec A, section 5",
        account::forgot_password::validate(typed ForgotPasswordForm) -> Vec<Issue>;
    /// The first issue of each field of the form for a new password.
    "reset_password.validate", "spec A, sections 5 and 9; spec B, section 5",
        account::reset_password::validate(typed ResetPasswordForm) -> Vec<Issue>;
    /// The first issue of each field of the account form.
    "account.validate", "spec B, section 5", account::account_details::validate(AccountForm) -> Vec<Issue>;
    /// The first issue of each field of a partial change of the account.
    "account_change.validate", "spec A, section 3; spec B, section 3",
        account::account_change::validate(AccountChangeForm) -> Vec<Issue>;
    /// The note before an email that is sent after a day or a time that it names, or null.
    "late_mail.note", "spec B, section 2", server mail::late_mail::note(WrittenMail) -> Option<&str>;
    /// Whether a code must be asked for before a change of the account.
    "account_change.needs_mfa", "spec A, section 4; spec B, sections 4 and 6",
        server account::account_change::needs_mfa(ProtectedChange) -> bool;
    /// What has to happen before an account can be closed.
    "account_closing.waits_for", "spec B, section 2",
        server account::account_closing::waits_for(ClosingInput) -> Vec<&str>;
    /// What follows from closing an account: what ends, what is deleted, and what is kept and why.
    "account_closing.consequences", "spec B, section 2",
        account::account_closing::consequences() -> Vec<&str>;
    /// The first issue of each field of a shipping address.
    "address.validate", "spec A, section 5; spec B, section 5", account::address::validate(AddressForm) -> Vec<Issue>;
    /// The first issue of each field of an address in the customer's list.
    "shipping_address.validate", "spec A, sections 3, 5 and 7; spec B, sections 3 and 7",
        server account::shipping_address::validate(ShippingAddressForm) -> Vec<Issue>;
    /// The first issue of each field of a change of password.
    "password_change.validate", "spec A, sections 5 and 7; spec B, sections 5 and 7",
        account::password_change::validate(PasswordChangeForm) -> Vec<Issue>;
    /// The requirements of a new password, each with whether the typed text meets it.
    "password.hints", "spec A, sections 5 and 9; spec B, section 5", account::password::hints(text: &str) -> Vec<PasswordHint>;
    /// The issue of a code that is sent.
    "mfa.validate", "spec A, sections 4 and 7; spec B, sections 4 and 7",
        server account::mfa::validate(CodeForm) -> Vec<Issue>;
    /// What the button for a code does while `code` is in the field.
    "mfa.button", "spec A, sections 4 and 9; spec B, sections 4 and 9",
        account::mfa::button(code: Option<&str>) -> MfaButton;
    /// Whether an address must be sent as a new one.
    "address.changed", "spec A, section 5; spec B, section 4", account::address::changed(AddressChange) -> bool;
    /// The lines of an address as on an envelope.
    "address.lines", "spec A, section 5; spec B, section 4", account::address::lines(ShownAddress) -> Vec<String>;
    /// What to ask about an address whose state and ZIP code disagree, or null.
    "address.state_question", "spec A, section 5; spec B, section 5",
        account::state_of_zip::question(StateAndZip) -> Option<StateQuestion>;
    /// Whether a visitor may see a path of the page, below the base path.
    "session.is_public_route", "spec A, section 2", screens::session::is_public_route(path: &str) -> bool;
    /// What a screen does after a 401.
    "session.on_unauthorized", "spec A, sections 2 and 4; spec B, sections 6 and 8",
        screens::session::on_unauthorized(Unauthorized) -> AfterUnauthorized;
    /// The path to go to after signing in.
    "session.after_login", "spec A, sections 2 and 4", screens::session::after_login(SignedIn) -> &str;
    /// Whether the customer's record is loaded on a path.
    "session.loads_customer", "spec A, section 6; spec B, section 2",
        screens::session::loads_customer(path: &str) -> bool;
    /// Whether a call needs the anti-forgery token, by its method and its path below `/api`.
    "session.needs_csrf", "spec A, sections 6 and 7; spec B, section 6", screens::session::needs_csrf(ApiCall) -> bool;
    /// The state of a change that needs a code, after an event.
    "mfa.next", "spec A, sections 4 and 8; spec B, sections 4 and 8",
        account::mfa::next(MfaTransition) -> Result<MfaState>;
    /// The customer's answer to the present version of the question about analytics, or null.
    "analytics.answer", "spec A, sections 4 and 7", account::analytics::answer(StoredConsent) -> Option<bool>;
    /// What a call changes in a customer's consent to analytics.
    "analytics.change", "spec A, sections 4 and 7", server account::analytics::change(ConsentCall) -> ConsentChange;
    /// The path that a friend is sent, below the base path.
    "referral.link", "spec B, section 2", account::referral::link(referral_code: &str) -> String;
    /// How far a referral is, and since or until when.
    "referral.progress", "spec B, sections 1, 2 and 9",
        account::referral::progress(Referral) -> ReferralProgress;
    /// Whether a friend has earned the referrer a reward.
    "referral.is_earned", "spec B, section 2", server account::referral::is_earned(FriendsCheckouts) -> bool;
    /// How many rewards a customer's friends have earned them, how many can be used, and until when.
    "referral.earnings", "spec B, sections 1, 2 and 9",
        server account::referral::earnings(ReferralRewards) -> ReferralEarnings;

    // quiz

    /// The first issue of each field of a day of birth.
    "birthday.validate", "spec A, section 5; spec B, section 5", style::birthday::validate(BirthdayForm) -> Vec<Issue>;
    /// The day of birth that was typed, or null if something is wrong with it.
    "birthday.date", "spec A, section 5; spec B, section 5", style::birthday::date(BirthdayForm) -> Option<Date>;
    /// The media type of a photo by its first bytes, or null if it is no photo that is accepted.
    "photos.media_type", "spec A, sections 5 and 9; spec B, sections 5 and 9",
        style::photos::media_type(start: &str) -> Option<&str>;
    /// The issue of a choice of photos, under `photos`.
    "photos.validate", "spec A, sections 5 and 9; spec B, sections 5 and 9",
        style::photos::validate(PhotosForm) -> Vec<Issue>;
    /// The issue of a choice of colors to avoid, under `colors`.
    "disliked_colors.validate", "spec A, sections 5 and 9; spec B, sections 5 and 9",
        style::disliked_colors::validate(DislikedColorsForm) -> Vec<Issue>;
    /// The positions of the denim slider's ends on its steps.
    "denim_spend.normalize", "spec A, sections 5 and 9; spec B, section 5",
        style::denim_spend::normalize(DenimSpendInput) -> DenimSpend;
    /// The positions of the denim slider's ends in an answer, or null if it has none.
    "denim_spend.read", "spec A, sections 5 and 9; spec B, section 5",
        style::denim_spend::read(text: &str) -> Option<DenimSpend>;
    /// Whether a step of the quiz can be left.
    "quiz_step.readiness", "spec A, sections 2 and 3", style::quiz_step::readiness(QuizStep) -> StepReadiness;
    /// The questions whose answers a customer takes over from their time as a visitor.
    "answers.from_visitor", "spec A, sections 4 and 7", style::answers::from_visitor(VisitorAnswers) -> Vec<&str>;
    /// The questions whose answers are kept on a device and were changed elsewhere meanwhile.
    "answers.changed_elsewhere", "spec A, sections 4 and 7", style::answers::changed_elsewhere(KeptAnswers) -> Vec<&str>;
    /// The pages of the quiz in their order, and how far the customer is.
    "quiz_plan.state", "spec A, sections 2 and 4", style::quiz_plan::state(QuizPlanInput) -> QuizPlan;
    /// The sections of the quiz in their order, each with how far the customer is.
    "quiz_progress.sections", "spec A, section 2",
        server style::quiz_progress::sections(QuizProgress) -> Vec<SectionProgress>;
    /// The issue of an answer to a question, under `value`.
    "quiz_answer.validate", "spec A, sections 3 and 5", style::quiz_answer::validate(QuizAnswer) -> Vec<Issue>;
    /// How complete a style profile is.
    "style_profile.stats", "spec A, section 3; spec B, sections 2 and 3",
        server style::style_profile::stats(StyleProfile) -> ProfileStats;
    /// The sections of the profile's form.
    "style_profile.sections", "spec B, section 2",
        style::style_profile::sections() -> Vec<FormSectionDetails>;
    /// The stylists whom a customer can ask for, and the answer that asks for none of them.
    "stylists.offered", "spec A, section 3; spec B, section 2",
        style::stylists::offered(OfferedQuestions) -> OfferedStylists;
    /// How far the style shuffle is.
    "shuffle.state", "spec A, sections 4 and 9", style::shuffle::state(Shuffle) -> ShuffleState;
    /// How many more swipes of the style shuffle enable Next.
    "shuffle.swipes_left", "spec A, sections 4 and 9", style::shuffle::swipes_left(Shuffle) -> u64;
    /// How far the daily deck is.
    "reshuffle.state", "spec B, sections 2, 4 and 9", style::reshuffle::state(Reshuffle) -> ReshuffleState;

    // delivery

    /// Why nothing can be picked up on a day, or null.
    "pickup_calendar.blocked", "spec A, section 5; spec B, section 5",
        delivery::pickup_calendar::blocked(CalendarDay, terms) -> Result<Option<Blocked>>;
    /// Why nothing can be delivered on a day, or null.
    "delivery_calendar.blocked", "spec A, section 5; spec B, section 5",
        delivery::delivery_calendar::blocked(CalendarDay, terms) -> Result<Option<Blocked>>;
    /// The day on which a box has to leave to be delivered on a given day.
    "delivery_calendar.ship_date", "spec A, section 5; spec B, section 5",
        delivery::delivery_calendar::ship_date(DeliveryDay) -> Result<Date>;
    /// The first day from a given day on that can be chosen for a delivery, or null.
    "delivery_calendar.first_open", "spec A, section 5; spec B, section 5",
        delivery::delivery_calendar::first_open(DeliverySearch, terms) -> Result<Option<Date>>;
    /// The delivery date that is proposed, or null.
    "delivery_calendar.default_date", "spec A, section 9; spec B, sections 4 and 9",
        delivery::delivery_calendar::default_date(DeliveryPresent, terms) -> Result<Option<Date>>;
    /// Today, and the last day that can be chosen.
    "calendar.range", "spec A, section 5; spec B, section 5",
        delivery::calendar::range(CalendarPresent, terms) -> Result<CalendarRange>;
    /// Each day from one day to another, with why it cannot be chosen.
    "calendar.window", "spec A, section 5; spec B, section 5",
        delivery::calendar::window(CalendarStretch, terms) -> Result<Vec<WindowDay>>;
    /// Whether the pick-up step of the sign-up can be left.
    "pickup_signup.readiness", "spec A, section 2", delivery::pickup_signup::readiness(PickupChoice) -> bool;
    /// The address of the carrier's page about a shipment.
    "shipment.tracking_page", "spec B, section 4",
        server delivery::shipment::tracking_page(tracking_code: &str) -> String;
    /// Where a parcel is, in words for the customer.
    "shipment.whereabouts", "spec B, section 4", delivery::shipment::whereabouts(Parcel) -> Whereabouts;
    /// How the first box comes, whether it is a theme box, and how often boxes come after it.
    "first_box.plan", "spec A, sections 3 and 4; spec B, section 9",
        order::first_box::plan(FirstBoxSignup) -> FirstBoxPlan;
    /// Whether saving the first card also orders the first box.
    "first_box.is_ordered_with_card", "spec B, section 4", order::first_box::is_ordered_with_card(FirstCard) -> bool;
    /// The questions that must still be answered on the delivery step of the sign-up.
    "signup.open_choices", "spec A, sections 2 and 4",
        delivery::signup::open_choices(FirstBoxChoices) -> Vec<&str>;
    /// The path after the delivery step of the sign-up.
    "signup.next_step", "spec A, sections 2 and 4", delivery::signup::next_step(DeliveryStep) -> Result<&str>;
    /// The id of the location that a choice of store assigns, or null.
    "stores.assigned_location", "spec A, section 4", delivery::stores::assigned_location(StoreChoice) -> Option<&str>;
    /// The ids of the stores that a search finds, in their order.
    "stores.found", "spec A, section 2; spec B, section 2", delivery::stores::found(StoreSearch) -> Vec<&str>;
    /// The stores that are offered.
    "stores.visible", "spec A, section 2; spec B, sections 2 and 9",
        delivery::stores::visible(StoreList) -> Vec<String>;

    // order

    /// The first issue of each field of an order.
    "order_form.validate", "spec A, sections 3 and 7; spec B, sections 2, 5 and 7",
        order::order_form::validate(OrderForm) -> Vec<Issue>;
    /// Whether the day of an order must be open.
    "order_form.day_is_asked", "spec B, sections 2 and 5",
        order::order_form::day_is_asked(PlannedDayChange) -> bool;
    /// The questions of the style profile that the form of an order shows.
    "order_form.questions", "spec B, sections 2 and 5", order::order_form::questions(OrderFlow) -> &[Missing];
    /// The day on which a box is expected.
    "order.expected_delivery_date", "spec B, section 3",
        server order::expected_delivery_date(ExpectedDeliveryInput) -> Result<Date>;
    /// Whether a box that has not come may be lost.
    "order.delivery_is_overdue", "spec B, section 3", server order::delivery_is_overdue(ExpectedBox) -> Result<bool>;
    /// What to do about an order that can no longer come on its day.
    "order.late", "spec B, sections 2 and 4", server order::late(LateInput, terms) -> Result<Late>;
    /// Subtotal, discount and total of a past order.
    "order.totals", "spec B, sections 2 and 5", order::totals(HistoryItems, terms) -> Result<OrderTotals>;
    /// The styling fee of the next box.
    "styling_fee.amount", "spec A, sections 1 and 9; spec B, sections 1, 4 and 9",
        payment::styling_fee::amount(StylingFeeInput, terms) -> Money;
    /// How much the styling fee is and when it is charged, in words for the customer.
    "styling_fee.words", "spec A, sections 1 and 9; spec B, sections 1, 4 and 9",
        payment::styling_fee::words(StylingFeeInput, terms) -> String;
    /// Whether saving a card charges the styling fee to it immediately.
    "styling_fee.by_new_card", "spec B, sections 1 and 4",
        server payment::styling_fee::by_new_card(UnpaidFee) -> bool;
    /// What is charged next, and from when on.
    "next_charge.of", "spec B, sections 1, 2 and 4",
        server screens::next_charge::of(NextChargeInput, terms) -> Result<NextCharge>;
    /// The words of the next charge: what it is for, how much, when, on which card, and how to stop it.
    "next_charge.words", "spec B, sections 1 and 2", screens::charge_words::words(ChargeToSay) -> ChargeWords;
    /// The note to the stylist of the next box, with the items that the customer wants more of.
    "next_box_note.with_items", "spec B, sections 2 and 3",
        server order::next_box_note::with_items(NextBoxWishes) -> NextBoxNote;
    /// The items of a note that wait for the next box again because this one is called off.
    "next_box_note.given_back", "spec B, sections 2 and 3",
        server order::next_box_note::given_back(UnusedNote) -> Vec<String>;
    /// Whether fulfilment may move an order from one status to another.
    "order.can_transition", "spec B, section 4", order::can_transition(Transition) -> bool;
    /// Whether an order can be cancelled, and by whom.
    "order.can_cancel", "spec B, sections 1 and 4", order::can_cancel(CancelInput) -> bool;
    /// Whether the customer can still change an order.
    "order.can_edit", "spec B, sections 1 and 4", order::can_edit(EditInput) -> bool;
    /// Whether the shop can write a box off that the carrier has lost.
    "order.can_be_lost", "spec B, section 4", server order::can_be_lost(SentBox) -> bool;
    /// Whether an order is between its delivery and its end.
    "order.is_after_delivery", "spec B, section 4", server order::is_after_delivery(DeliveredBox) -> bool;
    /// Whether the shop can write off items that will not come back.
    "order.can_write_off", "spec B, section 4", server order::can_write_off(AwaitedReturn) -> bool;
    /// What must happen before an order is charged: the fraud check, a decision by the shop, or nothing.
    "order.screening", "spec A, section 7; spec B, section 4",
        server payment::screening::screening(ScreeningInput) -> Screening;
    /// What to do with a charge whose money is reserved: take it, hold it for the shop, or release it.
    "order.authorised", "spec A, section 7; spec B, section 4",
        server payment::authorization::next_step(AuthorizedInput) -> AuthorizedNext;
    /// Whether the customer can check an order out.
    "order.can_check_out", "spec B, section 4", order::can_check_out(CheckOutInput) -> bool;
    /// Whether the customer can decide what to keep.
    "order.can_decide", "spec B, sections 2 and 4", order::can_decide(DecideInput) -> bool;
    /// The status that follows a checkout, or null.
    "order.after_checkout", "spec B, section 4", server order::after_checkout(EditInput) -> Option<Status>;
    /// What a delivery to the customer does to an order, or null.
    "order.on_delivery", "spec B, section 4", server order::on_delivery(DeliveryInput) -> Option<Delivery>;
    /// Whether an order can be closed.
    "order.can_complete", "spec B, section 4", server order::can_complete(CompletionInput) -> bool;
    /// What is still missing for a pick-up order.
    "pickup_order.readiness", "spec B, section 5",
        order::pickup_order::readiness(PickupOrderInput, terms) -> Result<OrderReadiness>;
    /// What is still missing for a shipped order.
    "delivery_order.readiness", "spec B, section 5",
        order::delivery_order::readiness(DeliveryOrderInput, terms) -> Result<OrderReadiness>;

    // box_

    /// Who signs the letter in a box, and whether it may answer what the customer wrote.
    "letter.signature", "spec B, section 2", server style::letter::signature(Release) -> Signature;
    /// What the customer is told after the first order about a code that they gave at sign-up and that had ended by then.
    "coupon.gave_way", "spec B, section 2", server checkout::coupon::gave_way(code: &str) -> String;
    /// What the customer is told before the first order about a code that they gave at sign-up and that has ended.
    "coupon.ended", "spec B, section 2", server checkout::coupon::ended(code: &str) -> String;
    /// The first issue of each field of a review.
    "review.validate", "spec B, sections 2 and 4", checkout::review::validate(SentReview) -> Vec<Issue>;
    /// The price of an item with the multi-item discount.
    "line_item.discounted_price", "spec B, section 3",
        checkout::line_item::discounted_price(OriginalPrice, terms) -> Result<Money>;
    /// The price of an item with the multi-item discount, or null if it is not lower than the retail price.
    "line_item.multi_item_price", "spec B, section 3",
        checkout::line_item::multi_item_price(RetailPrice, terms) -> Result<Option<Money>>;
    /// Whether an item is due back.
    "line_item.is_due_back", "spec B, section 4", checkout::line_item::is_due_back(ReturnInput) -> bool;
    /// What the arrival of an item at the shop means, or null if it cannot arrive.
    "line_item.on_arrival", "spec B, section 4", server checkout::line_item::on_arrival(ArrivalInput) -> Option<Arrival>;
    /// What can be done with an item.
    "decision.choices", "spec B, sections 2 and 3", checkout::decision::choices(ChoicesInput) -> &[Action];
    /// The reasons that are offered for an action.
    "decision.reasons", "spec B, sections 2 and 9", checkout::decision::reasons(ReasonsFor) -> &[&str];
    /// The decision that a line item stores, or null.
    "decision.from_line_item", "spec B, section 4", checkout::decision::from_line_item(StoredDecision) -> Option<Action>;
    /// The action that is decided for an item, or null while there is none or its size is missing.
    "decision.of_choice", "spec B, sections 2 and 4", checkout::decision::of_choice(ItemChoice) -> Option<Action>;
    /// What the system's checkout does with an item.
    "decision.at_system_checkout", "spec B, sections 1 and 4",
        server checkout::decision::at_system_checkout(LeftDecision) -> Action;
    /// The reasons and the note of a decision as one text for the stylist.
    "decision.feedback", "spec B, section 4", checkout::decision::feedback(Feedback) -> String;
    /// The reasons and the note in a text for the stylist.
    "decision.feedback_parts", "spec B, section 4", checkout::decision::feedback_parts(KeptFeedback) -> FeedbackParts;
    /// The decisions about a box in the form in which they are sent.
    "decision.line_items_attributes", "spec B, sections 4 and 7",
        checkout::decision::line_items_attributes(BoxDecisions) -> Result<Vec<LineItemAttributes>>;
    /// The items of a box that are still to come back, by when and how, or null.
    "way_back.list", "spec B, sections 2 and 4", returns::way_back::list(WayBackInput) -> Result<Option<WayBack>>;
    /// Which size the customer keeps of an exchanged item, or null.
    "way_back.kept_size", "spec B, sections 2 and 4",
        returns::way_back::kept_size(exchange_size: Option<&str>) -> Option<String>;
    /// Whether every item is decided.
    "review.readiness", "spec B, sections 2 and 5",
        checkout::review_step::readiness(ReviewStepItems) -> ReviewStepReadiness;
    /// What the button of the review reads.
    "review.button", "spec B, section 2", checkout::review::button(ReviewForm) -> &str;

    // checkout

    /// Whether an extension of the checkout is offered, and until when.
    "checkout.extension", "spec B, sections 4 and 9",
        checkout::try_on_days::extension(ExtensionInput, terms) -> Result<Extension>;
    /// The day by which a return must be postmarked.
    "checkout.return_by", "spec B, sections 2, 4 and 9",
        checkout::try_on_days::return_by(ReturnByInput) -> Result<Date>;
    /// The day to check out by.
    "checkout.due_date", "spec A, sections 1 and 9; spec B, sections 1 and 9",
        server checkout::try_on_days::due_date(DueDateInput, terms) -> Result<Date>;
    /// What is to be paid, and how it is calculated.
    "invoice.total_due", "spec A, section 9; spec B, section 9",
        checkout::invoice::total_due(Charges, terms) -> Result<TotalDue>;
    /// The invoice that results from the decisions so far, as the server will make it.
    "invoice.preview", "spec B, sections 2 and 9", checkout::invoice::preview(PreviewInput, terms) -> Result<Preview>;
    /// The rows of an invoice above its total.
    "invoice.rows", "spec B, sections 2 and 9", checkout::invoice::rows(InvoiceAmounts, terms) -> Vec<InvoiceRow>;
    /// The opening of the email about a paid checkout.
    "receipt.opening", "spec B, sections 2 and 4", server checkout::receipt::opening(PaidCheckout) -> String;
    /// What a coupon takes off.
    "coupon.discount", "spec B, sections 3 and 9", checkout::coupon::discount(CouponUse, terms) -> Result<Money>;
    /// Whether a checkout uses up its coupon.
    "coupon.is_used_up", "spec B, sections 1 and 9", server checkout::coupon::is_used_up(TakenOff) -> bool;
    /// The coupon of a sign-up, or null if the code is another one or the customer cannot use it.
    "coupon.welcome", "spec A, sections 2, 4 and 9; spec B, section 4",
        server checkout::coupon::welcome(WelcomeRequest, terms) -> Option<CodedCoupon>;
    /// Which of the customer's own coupons a code means, or null.
    "coupon.own", "spec A, sections 1 and 4; spec B, sections 1 and 4",
        server checkout::coupon::own(OwnCouponRequest, terms) -> Option<OwnCoupon>;
    /// Which of the customer's own coupons a code means that is already on an invoice, or null.
    "coupon.standing", "spec A, sections 1 and 4; spec B, sections 1 and 4",
        server checkout::coupon::standing(OwnCouponRequest, terms) -> Option<OwnCoupon>;
    /// Which of the customer's own coupons a box has if none was typed, or null.
    "coupon.by_default", "spec A, sections 1, 4 and 9; spec B, section 1",
        server checkout::coupon::by_default(DefaultCouponInput, terms) -> Option<OwnCoupon>;
    /// Whether a customer may use a coupon that the shop issued.
    "coupon.usable", "spec A, sections 2 and 7; spec B, sections 4 and 7",
        server checkout::coupon::usable(IssuedCoupon) -> bool;
    /// Why the shop cannot issue a coupon, or null.
    "coupon.unissuable", "spec B, section 3", server checkout::coupon::unissuable(NewCoupon, terms) -> Option<Unissuable>;
    /// What is refunded for an item whose other size is sold out, in words.
    "refund.words", "spec B, section 4", payment::refund::words(Refunded) -> String;
    /// What is refunded for an item that was paid for and cannot be delivered.
    "refund.of_item", "spec B, section 4", server payment::refund::of_item(ReturnedItem) -> Result<GoesBack>;
    /// What is refunded for a checkout whose box never came.
    "refund.of_checkout", "spec B, section 4", server payment::refund::of_checkout(LostCheckout) -> Result<GoesBack>;
    /// The total before tax, spread over the items.
    "invoice.taxed_lines", "spec B, section 9", server checkout::taxed::lines(TaxedInput) -> Result<Vec<TaxedLine>>;
    /// How many more items bring the multi-item discount, in words.
    "invoice.keep_banner", "spec B, section 2", checkout::invoice::keep_banner(KeptCount, terms) -> String;
    /// The sentence about the multi-item discount in the email about a delivered box, or null if the box has too few items for it.
    "invoice.multi_item_offer", "spec B, sections 2 and 9",
        server checkout::invoice::multi_item_offer(BoxSize, terms) -> Option<String>;
    /// What a purchase charges to the card, in words.
    "invoice.charge", "spec B, section 2", checkout::invoice::charge(DueTotal) -> String;
    /// How an amount due is split into what is charged and what is forgiven because it is too small.
    "checkout.least_charge", "spec B, sections 2 and 9", checkout::least_charge(DueTotal) -> LeastCharge;
    /// The reminders whose hour has come, as days before the day to check out by.
    "try_on.reminders_due", "spec B, section 1",
        server checkout::try_on::reminders_due(RemindersInput, terms) -> Result<Vec<u64>>;
    /// Whether the system checks out, or why not.
    "try_on.system_checkout", "spec B, sections 1 and 4",
        server checkout::try_on::system_checkout(SystemCheckoutInput, terms) -> Result<SystemCheckout>;
    /// Whether a return that has not arrived is overdue.
    "try_on.return_is_overdue", "spec B, section 4",
        server checkout::try_on::return_is_overdue(ReturnByInput) -> Result<bool>;
    /// The path of the page after a checkout.
    "checkout.success_page", "spec B, sections 2 and 4", checkout::try_on_days::success_page(CustomerPickUp) -> &str;

    // card

    /// The first issue of each field of the shipping and payment form, by its dotted name: `card_info.cvv`.
    "payment.validate", "spec A, section 5; spec B, section 5",
        card::payment::validate(typed PaymentForm) -> Vec<Issue>;
    /// The first issue of each field of the shipping and payment form without the card, by its dotted name.
    "billing.validate", "spec A, section 5; spec B, section 5", card::billing::validate(BillingForm) -> Vec<Issue>;
    /// The first issue of each field of the form for another card, by its dotted name.
    "card_change.validate", "spec A, section 5; spec B, section 5",
        card::card_change::validate(typed CardChangeForm) -> Vec<Issue>;
    /// The first issue of each field of the form for another card without the card, by its dotted name.
    "card_change.billing_validate", "spec A, section 5; spec B, section 5",
        card::card_change::billing_validate(BillingChangeForm) -> Vec<Issue>;
    /// A card's brand by the first digits of its number; empty if it is unknown.
    "card.brand", "spec A, section 3", card::brand(text: Option<&str>) -> &str;
    /// A card as its owner knows it.
    "card.name", "spec B, sections 2 and 5", card::name(NamedCard) -> String;
    /// What is wrong with a card in the gateway's own fields, or null.
    "card_field.issue", "spec A, section 5; spec B, section 5",
        card::field::issue(CardFieldReport) -> Option<CardFieldIssue>;
    /// The field that a card's refusal is about, by its code, or null.
    "card_field.refused", "spec A, sections 4 and 8; spec B, section 8",
        card::field::refused(code: &str) -> Option<CardField>;
    /// The name of a card's brand from the gateway's word for it; empty if it is unknown.
    "card_field.brand", "spec A, section 3", card::field::brand(word: &str) -> &str;
    /// The dashboard's notice about the card on file, or null.
    "card.dashboard_banner", "spec A, sections 8 and 9; spec B, sections 2, 5 and 9",
        card::dashboard_banner(CardToday) -> Option<CardNotice>;
    /// An order form's notice about the card on file, or null.
    "card.order_warning", "spec A, sections 5 and 9; spec B, sections 5 and 9",
        card::order_warning(CardForOrder) -> Option<CardNotice>;
    /// Whether and when a declined charge is tried again, and whether the customer is told.
    "charge.retry", "spec B, sections 1 and 4", payment::charge::retry(DeclinedCharge) -> Result<Retry>;
    /// Whether a charge may begin although its card may have expired.
    "charge.may_begin", "spec B, sections 1 and 4", server payment::charge::may_begin(ChargeToBegin) -> bool;
    /// Why the service does not charge the card on file, with the words after its name, or null.
    "card.not_charged", "spec B, sections 1 and 4",
        server card::not_charged(CardToCharge) -> Option<CardNotCharged>;
    /// Whether the page that changes the card opens, and in which words.
    "card_change.access", "spec B, sections 2 and 6", card::card_change::access(CardChangeInput, terms) -> CardChangeAccess;
    /// The sentence about automatic checkout that a customer agrees to with the card.
    "consent.current", "spec B, sections 1 and 4", card::consent::current() -> Consent;

    // subscription

    /// The day of the next subscription box, or null.
    "subscription.next_box_date", "spec A, section 9; spec B, sections 4 and 9",
        subscription::next_box_date(NextBoxInput) -> Result<Option<Date>>;
    /// When the customer is told of the next box, when it is ordered, when it comes, and what to do today.
    "subscription.next_box_timing", "spec B, sections 2 and 4",
        server subscription::next_box_timing(NextBox) -> Result<NextBoxTiming>;
    /// Whether a notice about the next box is still true after a change of the account.
    "subscription.notice_stands", "spec B, section 4", server subscription::notice_stands(NoticeChange) -> bool;
    /// The name of a frequency.
    "subscription.label", "spec B, section 3", subscription::label(Frequency) -> &str;
    /// The frequencies that can be chosen, and their names.
    "subscription.options", "spec A, section 9; spec B, sections 2 and 3",
        subscription::options(OwnFrequency, terms) -> Vec<SubscriptionOption>;
    /// Whether a customer who orders a box is asked how often boxes come.
    "subscription.asked_with_box", "spec B, section 2", subscription::asked_with_box(BesideBox) -> bool;
    /// Why the subscription plans no next box.
    "subscription.none_because", "spec B, section 2", subscription::none_because(PlanInput) -> NoneBecause;
    /// Whether skipping the next box is offered.
    "subscription.skip_offered", "spec B, section 4", subscription::skip_offered(SkipInput) -> bool;
    /// What the customer reads when the frequency changes, or null.
    "subscription.change", "spec B, sections 1 and 4", subscription::change(ChangeInput, terms) -> Option<String>;
    /// Whether a change of frequency must be confirmed.
    "subscription.change_needs_confirmation", "spec B, section 4",
        subscription::change_needs_confirmation(ConfirmationInput) -> bool;
    /// What choosing a frequency changes, for the next box and for the order with which it is chosen.
    "subscription.choose", "spec B, sections 2 and 4", server subscription::choose(FrequencyChoice, terms) -> ChosenFrequency;
    /// The frequency that a sign-up starts with, or null.
    "subscription.for_signup", "spec A, section 4; spec B, section 9",
        subscription::for_signup(SignupChoice) -> Option<Type>;

    // screens

    /// The id of the order that the dashboard shows, or null.
    "dashboard.current_order", "spec B, sections 2 and 4",
        screens::dashboard::current_order(OrderRefs) -> Option<String>;
    /// What the dashboard's tile shows and offers.
    "dashboard.tile", "spec B, section 4", screens::dashboard::tile(TileInput, terms) -> Result<Tile>;
    /// What the dashboard's tile shows below its title.
    "dashboard.tile_details", "spec B, sections 1 and 4",
        screens::dashboard::tile_details(TileDetailsInput) -> Result<TileDetails>;
    /// The steps to the first box, or null if its customer is no longer signing up.
    "dashboard.first_box", "spec A, sections 2 and 4; spec B, section 3",
        screens::signup_progress::first_box(SignupProgress) -> Option<FirstBox>;
    /// The words above the steps to the first box, or null if they are not shown.
    "dashboard.first_box_words", "spec B, section 3",
        screens::signup_progress::first_box_words(SignupProgress) -> Option<FirstBoxWords>;
    /// The last minute of a day that is a deadline.
    "deadline.moment", "spec B, sections 3 and 4", screens::deadline::moment(date: &str) -> Result<String>;
    /// The day under which an order is listed.
    "orders.date", "spec B, sections 2 and 3", screens::orders::date(OrderDays) -> Date;
    /// The words for the day under which an order is listed.
    "orders.date_name", "spec B, sections 2 and 3", screens::orders::date_name(DatedStatus) -> &str;
    /// A day on which something is expected, or null if it is past.
    "orders.day_to_come", "spec B, sections 2 and 4", screens::orders::day_to_come(ExpectedDay) -> Option<Date>;
    /// Whether a box was lost on its way to the customer.
    "orders.was_lost", "spec B, section 2", screens::orders::was_lost(SentOrder) -> bool;
    /// Whether a return is over although nothing has come back.
    "orders.nothing_came_back", "spec B, section 4", screens::orders::nothing_came_back(ReturnedOrder) -> bool;
    /// The code of the message that tells the customer an order's status.
    "orders.status_message", "spec B, sections 2 and 4", screens::orders::status_message(ShownStatus) -> &str;
    /// The ids of past orders, newest first.
    "orders.previous", "spec B, section 2", screens::orders::previous(DatedOrders) -> Result<Vec<String>>;
    /// The ids of the orders that the purchase history shows.
    "purchase_history.visible", "spec B, section 4", screens::purchase_history::visible(OrderRefs) -> Vec<String>;
    /// The purchase history with one more page.
    "purchase_history.append", "spec A, section 9; spec B, sections 4 and 9",
        screens::purchase_history::append(NextPage) -> Pages;
    /// The ids of the orders whose notes are shown, newest first.
    "stylist_notes.list", "spec B, section 2", screens::stylist_notes::list(DeliveredOrders) -> Result<Vec<String>>;
    /// The ids of an order's items, grouped by outcome.
    "history.group_lines", "spec B, section 2", screens::history::group_lines(HistoryLines) -> LineGroups;
    /// The errors in a failed call's body, at least one.
    "errors.parse", "spec A, sections 5 and 8; spec B, sections 5 and 8",
        screens::errors::parse(body: Json) -> Vec<ApiError>;
    /// What a screen shows after a failed call.
    "errors.presentation", "spec A, sections 4 and 8; spec B, sections 5 and 8",
        screens::errors::presentation(FailedCall) -> Presentation;
    /// The outcome of a failed call: whether it can be tried again, and whether it may have been carried out.
    "errors.outcome", "spec A, sections 4 and 8; spec B, section 8",
        screens::errors::outcome(FailedStatus) -> CallOutcome;
    /// What a box costs and promises.
    "terms.shown", "spec A, sections 1, 2 and 9; spec B, section 1", screens::terms::shown(terms) -> Vec<Term>;

    // values

    /// A ZIP code as it is typed: `55401-1234`.
    "mask.zip", "spec A, sections 5 and 9; spec B, section 5", values::mask::zip(text: Option<&str>) -> String;
    /// A phone number as it is typed: `(612) 555-0100`.
    "mask.phone", "spec A, section 5", values::mask::phone(text: Option<&str>) -> String;
    /// A phone number as it is typed: `612-555-0100`.
    "mask.phone_dashed", "spec A, section 5; spec B, section 5",
        values::mask::phone_dashed(text: Option<&str>) -> String;
    /// A card number as it is typed: `4242-4242-4242-4242`.
    "mask.card_number", "spec A, section 5", values::mask::card_number(text: Option<&str>) -> String;
    /// An expiration date as it is typed: `MM/YY`.
    "mask.expiration", "spec A, section 5; spec B, section 5", values::mask::expiration(text: Option<&str>) -> String;
    /// A card number without dashes and spaces.
    "normalize.card_number", "spec A, section 5; spec B, section 5",
        values::normalize::card_number(text: Option<&str>) -> String;
    /// The digits of a phone number, without the country's 1.
    "normalize.phone", "spec A, section 5; spec B, section 5", values::normalize::phone(text: Option<&str>) -> String;
    /// An expiration date without its slash.
    "normalize.expiration", "spec A, section 5; spec B, section 5",
        values::normalize::expiration(text: Option<&str>) -> String;
    /// Notes without what an old client appended to them.
    "normalize.notes", "spec A, section 3; spec B, section 5", values::normalize::notes(text: Option<&str>) -> String;

    /// The month and year in a text, as `MM/YY`, or null.
    "expiration.read", "spec A, section 5; spec B, section 5",
        values::reading::expiration::read(text: Option<&str>) -> Option<String>;
    /// The code of the state that a text names, or null.
    "state.read", "spec A, section 5; spec B, section 5",
        values::reading::state::read(text: Option<&str>) -> Option<&str>;
    /// The states that an address can be in, by their codes and names.
    "state.options", "spec A, section 5; spec B, section 5", values::reading::state::options() -> Vec<StateOption>;
    /// The ten digits of the phone number in a text, or null.
    "phone.read", "spec A, section 5; spec B, section 5",
        values::reading::phone::read(text: Option<&str>) -> Option<String>;
    /// What is checked and sent for a phone number: its ten digits, or the text with `011` in place of a plus if it is no US number.
    "phone.dialed", "spec A, section 5; spec B, section 5",
        values::reading::phone::dialed(text: Option<&str>) -> String;
    /// The digits of a code or a card number, or null.
    "digits.read", "spec A, section 5; spec B, section 5",
        values::reading::digits::read(text: Option<&str>) -> Option<String>;
    /// The ZIP code in a text, `55401` or `55401-1234`, or null.
    "zip.read", "spec A, section 5; spec B, section 5",
        values::reading::zip::read(text: Option<&str>) -> Option<String>;

    /// A name, a line of an address or a campaign's text without invisible characters.
    "name.clean", "spec A, sections 3 and 5; spec B, section 5",
        values::reading::name::clean(text: Option<&str>) -> String;
    /// The form in which a search compares texts.
    "search.fold", "spec A, section 2; spec B, section 2", values::search::fold(text: Option<&str>) -> String;

    // money

    /// An amount as customers read it: `$1,234.50`.
    "money.format", "spec A, section 9; spec B, section 9", values::money::format(amount: &str) -> Result<String>;

    // the shop

    /// What is wrong with the terms that a retailer wants.
    "shop_terms.validate", "spec A, sections 1 and 9; spec B, sections 1 and 9",
        server shop::shop_terms::validate(ShopTerms) -> Vec<Issue>;

    // messages

    /// The words for a code that a rule answers.
    "messages.text", "spec A, section 8; spec B, section 8",
        screens::messages::required_text(code: &str, terms) -> Result<Cow<str>>;
}
