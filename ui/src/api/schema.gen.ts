// The calls and their bodies, made from the server's OpenAPI description by `node scripts/openapi.mjs`. Not to be edited.
export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The customer's record. */
        get: operations["get_account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes some of the record. If a field needs a code, the whole change waits for it: repeat this call with the code, or send
         *     the code to `POST /mfa_resubmissions`. If the repeated call has other fields, the code is not accepted, and these fields
         *     wait instead.
         * @description Another email address is not changed here: it is `pending_email` until the link that is sent there is opened. Another
         *     address replaces it, and repeating the same one sends its link again.
         */
        patch: operations["patch_account"];
        trace?: never;
    };
    "/account/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Closes the account: ends the subscription, and cancels an order that nobody has begun to style. If nothing else is open, the
         *     account ends immediately: all sessions end, a last email is sent, and nothing about the person is kept. Otherwise it is
         *     `closing` until all is settled.
         */
        post: operations["post_account_close"];
        /**
         * Keeps an account that is being closed. The subscription stays ended, and a cancelled order cancelled. If the account is not being
         *     closed, nothing changes.
         */
        delete: operations["delete_account_close"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The devices on which the customer is signed in. */
        get: operations["get_account_devices"];
        put?: never;
        post?: never;
        /** Signs the customer out on all other devices. */
        delete: operations["delete_account_devices"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Signs the customer out on another device. If that device signs in again, the customer is notified as for a new device. */
        delete: operations["delete_account_devices_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that is kept about the customer, as a file to save. */
        get: operations["get_account_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/next_box_note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The note for the next box. */
        get: operations["get_account_next_box_note"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/next_box_note/{line_item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds an item of one of the customer's boxes to the note. If it is there already, nothing changes. */
        put: operations["put_account_next_box_note_line_item_id"];
        post?: never;
        /** Removes an item from the note. If it is not there, nothing changes. */
        delete: operations["delete_account_next_box_note_line_item_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/next_charge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is charged next, when, and on which card; if asked for, after another choice of how often boxes come. */
        get: operations["get_account_next_charge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/pending_email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the link to the pending email address again. The links sent before stop working. */
        post: operations["post_account_pending_email"];
        /** Withdraws the pending email address. If there is none, nothing changes. */
        delete: operations["delete_account_pending_email"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/signup_code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The discount on the customer's next box if no code is typed. It is that of the code that came with the card, if the first
         *     order could not be made then; otherwise the percentage of the invitation, or the welcome coupon.
         */
        get: operations["get_account_signup_code"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/skip_a_box": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Postpones the next box by one interval. */
        patch: operations["patch_account_skip_a_box"];
        trace?: never;
    };
    "/account/unskip_a_box": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Takes a skip back. If the next box is not skipped, nothing changes. */
        patch: operations["patch_account_unskip_a_box"];
        trace?: never;
    };
    "/account/validate_signup_code/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a code takes off the first box: the welcome coupon, a coupon that the shop issued, or a friend's referral code. For a
         *     customer who is signed in, it is what the code takes off their next box. A code that would be refused for their order is
         *     refused here too.
         */
        get: operations["get_account_validate_signup_code_code"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/address_checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks an address without saving it. */
        post: operations["post_address_checks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/address_suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suggests addresses in the United States for what is typed so far. */
        post: operations["post_address_suggestions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/address_suggestions/choice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The address of a suggestion. */
        post: operations["post_address_suggestions_choice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The card on file. */
        get: operations["get_credit_card"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Saves a card; at sign-up also makes the first order. The card number is kept in memory for this call only. */
        post: operations["post_credit_cards"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Replaces the card on file. If it is another card, a styling fee that was declined on the card before, or that its bank still
         *     waits to have confirmed, is charged to the new one immediately (the rule `styling_fee.by_new_card`); how that went is in the
         *     order, not in this answer. If a sign-up was left before its card was saved, the first card also makes the first order, provided
         *     that it is a pick-up or a theme box or its day is chosen, and `order_first_box` is not false.
         */
        patch: operations["patch_credit_cards"];
        trace?: never;
    };
    "/credit_cards/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The secret by which the gateway's script lets the customer confirm a card. Call it after `card_to_confirm`, and send the same
         *     card again afterwards.
         */
        post: operations["post_credit_cards_confirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/current_themeboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The theme boxes that can be chosen: the provider's, otherwise the built-in ones. */
        get: operations["get_current_themeboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/demo/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves the customer's current order a step on, as stylists and carriers would. */
        post: operations["post_demo_advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/email_confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the address of a link the account's. It needs no session: the link may be opened on another device. All other sessions of
         *     the customer end, and the old address is told.
         */
        post: operations["post_email_confirmations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holidays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The closed dates of the calendars. */
        get: operations["get_holidays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/human_check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A new proof of work, as the Altcha widget takes it; its answer is sent as `recaptchaToken`. If the status names an outside
         *     party's widget, this challenge is for pages on which that widget does not work, and takes longer.
         */
        get: operations["get_human_check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/available_exchange_sizes/{line_item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sizes in stock that an item can be exchanged for. */
        get: operations["get_invoices_available_exchange_sizes_line_item_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks out: charges the card, once, for what is kept.
         * @description A repeated call, with the same key or another, continues the first one and never charges a second time.
         */
        post: operations["post_invoices_id_checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Applies a coupon. It replaces an earlier one. */
        post: operations["post_invoices_id_coupons"];
        /** Removes the coupon. */
        delete: operations["delete_invoices_id_coupons"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/gift_cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Applies a gift card. It replaces an earlier one. */
        post: operations["post_invoices_id_gift_cards"];
        /** Removes the gift card. */
        delete: operations["delete_invoices_id_gift_cards"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All stores, or those that a search finds. */
        get: operations["get_locations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/locations/{id}/estimated_delivery_date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The first day on which a box that is ordered now can be picked up at a store, by its days of transit and its closing days. */
        get: operations["get_locations_id_estimated_delivery_date"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a code for the waiting change, to the phone or email address from before the change. The message names the change, and
         *     the code is for that change alone. Only the newest code works, for ten minutes and five tries.
         */
        post: operations["post_mfa_requests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa_resubmissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the waiting change if the code is right. For the next ten minutes the session needs no other code. The bank of a card is
         *     asked only now: if it declines the card, the change waits no longer, and another card needs no code.
         */
        post: operations["post_mfa_resubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The customer's orders: the unfinished one first, then the newest first. */
        get: operations["get_orders"];
        put?: never;
        /** Orders a box. With an `Idempotency-Key`, a repeated call answers the order that the first one made. */
        post: operations["post_orders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The customer's orders of every status and year: the purchase history. */
        get: operations["get_orders_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An order, with its money, its return and its exchanges. */
        get: operations["get_orders_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes what was ordered, saves decisions about items, or saves a review. Either all of it succeeds, or nothing changes. */
        patch: operations["patch_orders_id"];
        trace?: never;
    };
    "/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an order that the stylist has not begun, or about which the customer is asked because it is late (`delay.answer_by`). A
         *     styling fee that was paid goes back.
         */
        post: operations["post_orders_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Gives the customer more days to try on, once. */
        patch: operations["patch_orders_id_extend"];
        trace?: never;
    };
    "/orders/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the order's invoice, or answers the one that exists. */
        post: operations["post_orders_id_invoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/invoices/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The order's invoice. The amounts of an open one are calculated again. */
        get: operations["get_orders_id_invoices_current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps a late order, if the customer is asked whether to keep it or cancel it (`delay.answer_by`): it comes on its new day, or on a
         *     later one if the box cannot leave in time for that any more. If the customer is not asked, nothing changes.
         */
        post: operations["post_orders_id_keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/payment_check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the gateway what became of the payment that the bank wanted confirmed, and answers the order. To be called when the customer
         *     comes back from the bank; if no payment waits, nothing is asked. No other charge begins.
         */
        post: operations["post_orders_id_payment_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/payment_confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The secret by which the gateway's script lets the customer confirm the payment that waits for it. No other charge begins. Call
         *     `POST /orders/{id}/payment_check` afterwards, whatever the customer did.
         */
        post: operations["post_orders_id_payment_confirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passwords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets a new password with the link's token, ends all other sessions, and signs in. */
        put: operations["put_passwords"];
        /**
         * Sends a link for setting a new password. The answer is the same whether or not there is an account, and whether or not it has
         *     reached its limit of links per hour. Links that were sent before stay valid.
         */
        post: operations["post_passwords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/phone_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether this session's phone link was used. */
        get: operations["get_phone_links"];
        /** Signs in by a phone link, which works only once. */
        put: operations["put_phone_links"];
        /**
         * Makes a link by which a customer who registered in a store continues on their own phone. It works once, for some minutes,
         *     until this session ends or another link is made.
         */
        post: operations["post_phone_links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/photos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A photo, for its owner only. */
        get: operations["get_photos_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/photos/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says that a photo was sent to the store's own address: it is checked, and shown from then on. It can be repeated. */
        post: operations["post_photos_id_finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/postal_codes/{postal_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The city and state of a ZIP code, and the stores by their distance. Places whose state no address form takes are not known:
         *     Puerto Rico and the other territories, and the armed forces outside the Americas.
         */
        get: operations["get_postal_codes_postal_code"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product_images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a garment, of an outfit of the shuffle, or of a choice of the quiz. */
        get: operations["get_product_images_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/questionnaire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The questionnaire, or a part of it. A visitor who is not signed in can read it too, without answers and id. */
        get: operations["get_questionnaire"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/referrals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The friends whom the customer has referred. */
        get: operations["get_referrals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the password, given the present one. All other sessions end; this one continues with a new token. */
        put: operations["put_registrations"];
        /** Makes an account and signs the customer in. */
        post: operations["post_registrations"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Corrects the email address of a registration in a store, until the customer has a password or an order. The link to
         *     choose a password is sent there, and the link that was sent before stops working.
         */
        patch: operations["patch_registrations"];
        trace?: never;
    };
    "/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Saves a review of a box. Each box can be reviewed once. */
        post: operations["post_reviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{rule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calls a rule. What it takes and answers is the rule's own, so the bodies are any JSON. */
        post: operations["post_rules_rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in: opens a session. */
        post: operations["post_sessions"];
        /**
         * Signs out: ends the session, if there is one. Its cookies are deleted only then: after a sign-out that comes late, the browser may
         *     have those of a newer session.
         */
        delete: operations["delete_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/ttl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The time that is left of the session. Asking counts as using it. */
        get: operations["get_sessions_ttl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shipping_addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds an address. The first one becomes the primary one. */
        post: operations["post_shipping_addresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shipping_addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an address. If it was the primary one, the newest other one becomes primary. */
        delete: operations["delete_shipping_addresses_id"];
        options?: never;
        head?: never;
        /** Changes an address. Boxes that are already styled keep the old one. */
        patch: operations["patch_shipping_addresses_id"];
        trace?: never;
    };
    "/shipping_addresses/{id}/suggestion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Declines the address's `suggestion`: the address stays as it is. Repeating it does nothing. */
        delete: operations["delete_shipping_addresses_id_suggestion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The time, the versions, and whether the service is in demo mode. */
        get: operations["get_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/style_profiles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The customer's style profile. */
        get: operations["get_style_profiles_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Saves answers, all of them or none. The last answer to a question counts. The store, the stylist and how often boxes come are
         *     in the account too: an answer that differs from the last one changes them there, and a later choice elsewhere changes the
         *     answer.
         */
        patch: operations["patch_style_profiles_id"];
        trace?: never;
    };
    "/style_profiles/{id}/upload_urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an address to upload a photo to. */
        post: operations["post_style_profiles_id_upload_urls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggested_items/{id}/click": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follows one of an order's `suggested_items`, and records the click. */
        get: operations["get_suggested_items_id_click"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A customer's record. */
        Account: {
            /** @description Whether the customer agreed to analytics; null if they were not asked. */
            analytics_consent: boolean | null;
            assigned_location_id: string | null;
            billing_info_complete: boolean;
            /** @description The expiration of the saved card, `MM/YY`. */
            cc_expiration: string | null;
            /** @description Assigned when a card is first saved. */
            celerant_id: string | null;
            closing: components["schemas"]["Closing"] | null;
            dressing_room_to_go_signup: boolean;
            email: string;
            /** @description Whether emails to the address came back: the customer should check it, or request a link to confirm it. */
            email_bounced: boolean;
            first_name: string;
            /** @description True until the first order is checked out. */
            first_timer: boolean;
            id: string;
            /** @description The id under which the fraud check's kit watches this session: a new one at each sign-in. */
            kount_session_id: string;
            last_name: string;
            /**
             * @description Whether the card needs the customer: there is none, it has expired or expires soon (`card.dashboard_banner`), it was declined for
             *     good, or the newest charge with it was declined or waits for the customer to confirm it. Hand it to the rule
             *     `card_change.access`.
             */
            payment_needed: boolean;
            /** @description The new address, until the link that was sent there is opened. */
            pending_email: string | null;
            /** @description Ten digits. */
            phone: string | null;
            preferred_stylist: string | null;
            referral_code: string;
            registered_in_store: boolean;
            registration_postal_code: string;
            registration_shipping_address_complete: boolean;
            /** @description The primary one first. */
            shipping_addresses: components["schemas"]["ShippingAddress"][];
            /**
             * Format: int64
             * @description By how many days the next box is postponed.
             */
            skip_days: number;
            /** @description Whether every required question of the quiz is answered. */
            style_profile_complete: boolean;
            styling_fee_override_code: string | null;
            subscription_type: components["schemas"]["SubscriptionType"] | null;
            subscription_type_selected: boolean;
            /** @description Whether codes can go to the phone by text message. The words for it are the text `texts_…` of the rule `messages.text`. */
            text_messages: components["schemas"]["TextMessages"];
            themebox_signup: boolean;
        };
        /** @description The fields to change. One that is null or missing stays as it is. */
        AccountChangeForm: {
            /** @description The store or studio. */
            assigned_location_id?: string | null;
            /** @description The email address of the account. */
            email?: string | null;
            /** @description First name. */
            first_name?: string | null;
            /** @description Last name. */
            last_name?: string | null;
            /** @description The new password. */
            password?: string | null;
            /** @description The same again. */
            password_confirmation?: string | null;
            /** @description Cell phone. */
            phone?: string | null;
            /** @description The stylist who is asked for. */
            preferred_stylist?: string | null;
            subscription_type?: components["schemas"]["SubscriptionType"] | null;
        };
        /** @description The customer's record, under `data`. */
        AccountData: {
            data: components["schemas"]["Account"];
        };
        /** @description A device on which the customer is signed in. */
        AccountDevice: {
            /** @description When it signed in. */
            created_at: components["schemas"]["Moment"];
            /** @description Whether this call comes from it. */
            current: boolean;
            id: string;
            /** @description When it was last used, to the minute. */
            last_seen_at: components["schemas"]["Moment"];
            /** @description The browser and its system: `Chrome on Android`, or `A browser`. */
            name: string;
        };
        /** @description The devices on which the customer is signed in. */
        AccountDevices: {
            /** @description The one that signed in last comes first. */
            devices: components["schemas"]["AccountDevice"][];
        };
        /** @description What the check found. */
        AddressCheck: {
            suggestion: components["schemas"]["PostalAddress"] | null;
        };
        /** @description The typed parts of a shipping address. */
        AddressForm: {
            /** @description City. */
            city: string;
            /** @description Street and number. */
            line_1: string;
            /** @description Apartment, floor; may be empty. */
            line_2?: string;
            /** @description Cell phone. */
            phone: string;
            /** @description ZIP code. */
            postal_code: string;
            /** @description The state's code. */
            state: string;
        };
        /** @description The addresses that may be meant. */
        AddressSuggestions: {
            /** @description The likeliest first; at most five. Empty if nobody can say. */
            suggestions: components["schemas"]["SuggestedLine"][];
        };
        /** @description Dollars and cents: `12.50`. */
        Amount: string;
        /** @description A customer's answer to the question about analytics. */
        AnalyticsAnswer: {
            agreed: boolean;
            /** @description `consent_version` of `GET /status`. */
            version: string;
        };
        /** @description What customers are asked about analytics. */
        AnalyticsQuestion: {
            /** @description The version of the question. The page sends it back with the answer. */
            consent_version: string;
        };
        /**
         * @description What is stored as the answer, if it is not the choice's label.
         * @enum {string}
         */
        AnswerKey: "ref";
        /** @description Answers by their question's ref, and how complete each section is. */
        Answers: {
            responses: Record<string, unknown>;
            stats: components["schemas"]["ProfileStats"];
        };
        /** @description A picture. */
        Attachment: {
            /** @description The address, below the service's own. */
            href: string;
        };
        /** @description The card on file. */
        CardData: {
            card_info: components["schemas"]["MaskedCardInfo"];
            cardholder: components["schemas"]["CardholderBody"];
        };
        /**
         * @description How a card is given.
         * @enum {string}
         */
        CardEntryKind: "typed" | "payment_method";
        /** @description What the gateway's own fields for a card need in the page. */
        CardFields: {
            /** @description The key by which the gateway's script knows the shop. It is public. */
            publishable_key: string;
        };
        /** @description A card, as typed. */
        CardForm: {
            /** @description The number, with or without dashes and spaces. */
            credit_card_number?: string;
            /** @description The security code. */
            cvv: string;
            /** @description The month in which it expires: `MM/YY`, or as people write it: `3/2029`, `2029-03`, `0329`. */
            expiration: string;
        };
        /** @description What may be shown of a card. */
        CardInfo: {
            brand: string;
            /** @description `MM/YY`. */
            expiration: string;
            last_four: string;
        };
        /** @description The card on file, under `data`. */
        CardOnFile: {
            data: components["schemas"]["CardData"];
        };
        /** @description A card that the bank wants confirmed. */
        CardToConfirm: {
            /** @description What the gateway's own fields made of the card. */
            payment_method: string;
        };
        /** @description The cardholder of the card on file. */
        CardholderBody: {
            city: string;
            /** @description Always US. */
            country: string;
            name: string;
            phone: string;
            state: string;
            street_address1: string;
            /** @description Null if there is none. */
            street_address2: string | null;
            zip_code: string;
        };
        /** @description The typed parts of the cardholder. At sign-up, only the name is needed if the cardholder lives where the boxes go. */
        CardholderForm: {
            /** @description City of the billing address. */
            city?: string;
            /** @description The name on the card. */
            name: string;
            /** @description Cell phone. */
            phone?: string;
            /** @description The state's code. */
            state?: string;
            /** @description Street and number. */
            street_address1?: string;
            /** @description Apartment, floor; may be empty. */
            street_address2?: string;
            /** @description ZIP code; nine digits may be typed without the dash. */
            zip_code?: string;
        };
        /** @description A proof of work for the widget on the forms. Only the provider and its widget know what is in it. */
        Challenge: Record<string, unknown>;
        /** @description A change of the record: the fields under `customer`, or at the top of the body. */
        ChangeAccountBody: components["schemas"]["ChangedFormFields"] & {
            customer?: components["schemas"]["ChangedFormFields"] | null;
            shipping_address?: components["schemas"]["ShippingAddressForm"] | null;
        };
        /** @description A change of password. */
        ChangePassword: {
            customer: components["schemas"]["PasswordChangeForm"];
        };
        /** @description What a customer can change. A field that is null or missing stays as it is; fields that are not listed are ignored. */
        ChangedFormFields: components["schemas"]["AccountChangeForm"] & {
            analytics_consent?: components["schemas"]["AnalyticsAnswer"] | null;
            /** @description Whether the customer signs up for a pick-up. Ignored once there was an order. */
            dressing_room_to_go_signup?: boolean | null;
            /**
             * @description The analytics service's id of the browser: two numbers of at most ten digits, such as `1234567890.987654321`, or the
             *     browser's cookie, which ends with them: `GA1.2.1234567890.987654321`. It is kept only with consent; a value without such an
             *     end is ignored.
             */
            google_analytics_client_id?: unknown;
            /** @description The code, if this repeats a change that was answered with `mfa_required`. */
            mfa_code?: string | null;
            mfa_type?: components["schemas"]["MfaType"] | null;
            /** @description True if the customer signs up in a store. It stays true. Ignored once there was an order. */
            registered_in_store?: boolean | null;
            /** @description False if the customer goes on without a theme box. Ignored once there was an order. */
            themebox_signup?: boolean | null;
        };
        /** @description What changes. */
        Changes: components["schemas"]["OrderFields"] & {
            line_items_attributes?: components["schemas"]["DecisionBody"][] | null;
            order_review?: string | null;
            review_rating?: components["schemas"]["Count"] | null;
        };
        /**
         * @description What is charged next.
         * @enum {string}
         */
        ChargeKind: "styling_fee" | "purchase";
        /**
         * @description When the next charge is made; if there is none, until when there is none.
         * @enum {string}
         */
        ChargeTime: "styled" | "after_try_on" | "now" | "tried_again" | "confirmed" | "new_card" | "card_ends" | "other_card" | "by_staff" | "ordered" | "tried_on" | "returned" | "looked_over" | "checked_out" | "being_paid" | "paid";
        /** @description The amounts of an invoice that is paid. */
        ChargedInvoice: {
            coupon_code: string | null;
            credit_amount: components["schemas"]["Amount"];
            discount_amount: components["schemas"]["Amount"];
            /** @description What was too little to be charged: nobody has paid it. */
            forgiven: components["schemas"]["Amount"];
            gift_card_amount: components["schemas"]["Amount"];
            multi_item_discount: components["schemas"]["Amount"];
            original_subtotal: components["schemas"]["Amount"];
            shipping_tax: components["schemas"]["Amount"];
            tax: components["schemas"]["Amount"];
            total_before_tax: components["schemas"]["Amount"];
            /** @description What the card was charged. */
            total_due: components["schemas"]["Amount"];
            total_with_tax: components["schemas"]["Amount"];
        };
        /** @description What the customer agrees to. */
        CheckOut: {
            exchange_address?: components["schemas"]["ExchangeAddress"] | null;
            expected_gift_card_amount?: components["schemas"]["Amount"] | null;
            /** @description The total that the page showed. */
            expected_total_due: components["schemas"]["Amount"];
        };
        /** @description A choice of a question. */
        Choice: {
            /** @description A line under the label. */
            description?: string;
            /** @description The color, if the choice is one: `#1c2a44`. */
            hex?: string;
            /** @description The address of its picture. */
            image?: string;
            /** @description Its text, which is the answer otherwise. */
            label: string;
            /** @description Its key, which is the answer if the question's `answer` says so. */
            ref: string;
        };
        /** @description The whole of a suggestion. */
        ChosenAddress: {
            address: components["schemas"]["WholeAddress"] | null;
        };
        /** @description A suggestion that was chosen. */
        ChosenLine: {
            /** @description The suggestion's id. */
            id: string;
            /** @description The session in which it was suggested. */
            session: string;
        };
        /** @description The present password, so that nobody closes the account of a customer who has only left the room. */
        CloseAccount: {
            current_password?: string;
        };
        /** @description The outcome of closing an account. */
        ClosedAccount: {
            closing: components["schemas"]["Closing"] | null;
        };
        /** @description An account that is being closed. The customer can check out, change the card and read, but begin nothing new. */
        Closing: {
            since: components["schemas"]["Moment"];
            /** @description What has to happen before it ends, in sentences for the customer. It ends some minutes after the last. */
            waits_for: string[];
        };
        /** @description A code, as typed. */
        Code: {
            code?: string;
        };
        /** @description The code that the customer received, and how it was sent. */
        CodeForm: {
            /** @description As typed. */
            mfa_code: string;
            mfa_type?: components["schemas"]["MfaType"] | null;
        };
        /** @description A use of a link. */
        ConfirmEmail: {
            /** @description The token in the fragment of the link's address. */
            token?: string;
        };
        /** @description What the page hands to the gateway's script. */
        ConfirmationSecret: {
            /** @description The secret of this one payment or card; null if nothing is to be confirmed in our page, or not any more. */
            client_secret: string | null;
        };
        /** @description The account's email address from now on. */
        ConfirmedEmail: {
            email: string;
        };
        /**
         * @description The control by which a question is answered.
         * @enum {string}
         */
        Control: "range" | "shuffle" | "calendar";
        /** @description How many: an integer that every program holds exactly. */
        Count: number;
        /** @description A coupon. */
        CouponBody: {
            code: string;
            kind: components["schemas"]["CouponKind"];
            /** @description Dollars, or percent. */
            value: components["schemas"]["Amount"];
        };
        /**
         * @description What a coupon takes off.
         * @enum {string}
         */
        CouponKind: "amount_off" | "percentage_off";
        /** @description The credentials of an account. */
        Credentials: components["schemas"]["LoginForm"] & {
            /** @description The answer of the human check's widget. */
            recaptchaToken?: string | null;
        };
        /**
         * Format: date
         * @description A day: `YYYY-MM-DD`.
         */
        Day: string;
        /** @description A decision about an item. */
        DecisionBody: {
            /** @description Null takes the decision back. */
            claimed_kept?: boolean | null;
            customer_feedback?: string;
            exchange_size?: string | null;
            id: string;
        };
        /**
         * @description A deck of cards that are swiped.
         * @enum {string}
         */
        Deck: "shuffle" | "reshuffle";
        /** @description Demo mode. */
        Demo: {
            /** @description The customers to try. */
            customers: components["schemas"]["DemoCustomer"][];
        };
        /** @description A customer to try the service with. */
        DemoCustomer: {
            /** @description What can be tried with this one, as the end of a sentence. */
            about: string;
            /** @description How to sign in. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /**
         * @description The kind of an entry: money that comes in, or what it is for.
         * @enum {string}
         */
        EntryKind: "charge" | "refund" | "styling_fee" | "sale" | "credit" | "gift_card" | "forgiven" | "gateway" | "foreign";
        /** @description A failure's body, as the page parses it. */
        ErrorBody: {
            /** @description Code → message. */
            errors: {
                [key: string]: string;
            };
            /** @description For a form: what is wrong with which field. */
            issues?: components["schemas"]["Issue"][];
        };
        /** @description The first day on which a box can be picked up at a store. */
        EstimatedDelivery: {
            estimated_delivery_date: components["schemas"]["Day"] | null;
            location_id: string;
        };
        /** @description Where exchanged items go. */
        ExchangeAddress: components["schemas"]["AddressForm"] & {
            /** @description The recipient. If it is missing, the customer. */
            name?: string | null;
        };
        /** @description The sizes that an item can be exchanged for. */
        ExchangeSizes: {
            sizes: string[];
        };
        /**
         * @description What became of an exchange: the other size is held, shipped, or was sold out; or it was cancelled, because the box was lost. In
         *     an export also: the item was bought, and came back after all, so that its price was refunded.
         * @enum {string}
         */
        ExchangeStatus: "held" | "shipped" | "sold_out" | "cancelled" | "came_back";
        /** @description Everything that is kept about a customer. It holds no secrets, and nothing of other people. */
        Export: {
            account: components["schemas"]["ExportedAccount"];
            /** @description Including deleted ones to which past boxes went. */
            addresses: components["schemas"]["ExportedAddress"][];
            /** @description The answers to the questionnaire, by question. */
            answers: Record<string, unknown>;
            /** @description Including replaced ones. Their numbers are not stored. */
            cards: components["schemas"]["ExportedCard"][];
            devices: components["schemas"]["ExportedDevice"][];
            exported_at: components["schemas"]["Moment"];
            first_order_wish: components["schemas"]["ExportedFirstOrderWish"] | null;
            messages: components["schemas"]["ExportedMessage"][];
            /** @description The items of past boxes that the customer wants more of in the next one. */
            next_box_wishes: components["schemas"]["ExportedWishedItem"][];
            /** @description The newest first. */
            orders: components["schemas"]["ExportedOrder"][];
            /** @description What each outside party knows about customers, and how it deletes that or what it keeps. */
            outside_parties: string[];
            /** @description The addresses of the photos, which open while signed in. */
            photos: string[];
            referral_rewards: components["schemas"]["ExportedReward"][];
            /** @description The suggested items that the customer looked at in the shop, the oldest click first. */
            suggested_item_clicks: components["schemas"]["ExportedClick"][];
        };
        ExportedAccount: {
            analytics_consent: boolean | null;
            analytics_decided_at: components["schemas"]["Moment"] | null;
            assigned_location_id: string | null;
            campaign_code: string | null;
            campaign_url: string | null;
            closing_since: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            customer_number: string | null;
            email: string;
            email_bounced_at: components["schemas"]["Moment"] | null;
            first_name: string;
            google_analytics_client_id: string | null;
            id: string;
            last_name: string;
            pending_email: string | null;
            phone: string | null;
            preferred_stylist: string | null;
            referral_code: string;
            referred_by_code: string | null;
            registered_in_store: boolean;
            registration_postal_code: string;
            /** Format: int64 */
            skip_days: number;
            styling_fee_override_code: string | null;
            subscription_type: components["schemas"]["SubscriptionType"] | null;
        };
        ExportedAddress: components["schemas"]["PostalAddress"] & {
            country: string;
            created_at: components["schemas"]["Moment"];
            is_primary: boolean;
            name: string;
            phone: string;
            undeliverable_since: components["schemas"]["Moment"] | null;
        };
        ExportedCard: components["schemas"]["PostalAddress"] & {
            brand: string;
            cardholder_name: string;
            consent_at: components["schemas"]["Moment"] | null;
            /** @description The version of the sentence on automatic checkouts that was agreed to. */
            consent_version: string | null;
            country: string;
            created_at: components["schemas"]["Moment"];
            /** @description `MM/YY`. */
            expiration: string;
            last_four: string;
            phone: string;
        };
        ExportedClick: {
            at: components["schemas"]["Moment"];
            /** @description The garment's number in the shop. */
            product_id: string;
        };
        ExportedDevice: {
            created_at: components["schemas"]["Moment"];
            last_seen_at: components["schemas"]["Moment"];
            name: string;
        };
        ExportedExchange: {
            closed_at: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            size: string;
            status: components["schemas"]["ExchangeStatus"];
            tracking_code: string | null;
        };
        ExportedExchangeAddress: components["schemas"]["PostalAddress"] & {
            name: string | null;
            phone: string;
        };
        ExportedFirstOrderWish: {
            blog_interest: string | null;
            /** @description Empty if the customer removed the coupon; null if nothing was said about one. */
            coupon: string | null;
            /** @description The theme that the description is about. */
            themebox: string | null;
            themebox_description: string | null;
        };
        /** @description The ended hold of an order. */
        ExportedHold: {
            cleared_at: components["schemas"]["Moment"] | null;
            ended: components["schemas"]["HoldEnding"];
            held_at: components["schemas"]["Moment"];
        };
        ExportedInvoice: {
            /** @description The part of a void invoice that goes back to the card. */
            card_back: components["schemas"]["Amount"];
            coupon_code: string | null;
            created_at: components["schemas"]["Moment"];
            credit: components["schemas"]["Amount"];
            /** @description The part that the styling fee had paid. The fee goes back as a whole. */
            credit_back: components["schemas"]["Amount"];
            discount: components["schemas"]["Amount"];
            exchange_address: components["schemas"]["ExportedExchangeAddress"] | null;
            /** @description An amount too small to be charged. */
            forgiven: components["schemas"]["Amount"];
            gift_card: components["schemas"]["Amount"];
            /** @description The part that goes back to the gift card. */
            gift_card_back: components["schemas"]["Amount"];
            multi_item_discount: components["schemas"]["Amount"];
            paid_at: components["schemas"]["Moment"] | null;
            refunded_at: components["schemas"]["Moment"] | null;
            status: components["schemas"]["InvoiceStatus"];
            subtotal: components["schemas"]["Amount"];
            tax_total: components["schemas"]["Amount"];
            total_due: components["schemas"]["Amount"];
            total_with_tax: components["schemas"]["Amount"];
            void_at: components["schemas"]["Moment"] | null;
        };
        ExportedItem: {
            brand: string;
            claimed_kept: boolean | null;
            color: string;
            description: string;
            exchange_size: string | null;
            feedback: string | null;
            original_price: components["schemas"]["Amount"];
            paid_for: boolean;
            received_at: components["schemas"]["Moment"] | null;
            retail_price: components["schemas"]["Amount"];
            size: string;
            written_off: components["schemas"]["WriteOff"] | null;
        };
        ExportedMessage: {
            /** @description `email` or `sms`. */
            channel: string;
            created_at: components["schemas"]["Moment"];
            failed_at: components["schemas"]["Moment"] | null;
            kind: string;
            sent_at: components["schemas"]["Moment"] | null;
        };
        ExportedOrder: {
            asked_on: components["schemas"]["Day"] | null;
            blog_interest: string | null;
            checkout_by_date: components["schemas"]["Day"] | null;
            code: string;
            coupon: string | null;
            created_at: components["schemas"]["Moment"];
            customer_pick_up: boolean;
            /**
             * Format: int64
             * @description How often it was moved.
             */
            day_moves: number;
            delivery_date: components["schemas"]["Day"] | null;
            exchanges: components["schemas"]["ExportedExchange"][];
            /** @description Each status that the order has had, the oldest first. */
            history: components["schemas"]["ExportedStep"][];
            hold: components["schemas"]["ExportedHold"] | null;
            invoices: components["schemas"]["ExportedInvoice"][];
            items: components["schemas"]["ExportedItem"][];
            message_to_stylist: string | null;
            moved_from: components["schemas"]["Day"] | null;
            order_review: string | null;
            outfits: components["schemas"]["ExportedOutfit"][];
            parcels: components["schemas"]["ExportedParcel"][];
            /** @description The entries of the books: what was charged, refunded or drawn, and what it was for. Those of one event add up to zero. */
            payments: components["schemas"]["ExportedPayment"][];
            phone: string | null;
            /** Format: int64 */
            review_rating: number | null;
            reviews: components["schemas"]["ExportedReview"][];
            ship_by_date: components["schemas"]["Day"];
            status: components["schemas"]["OrderStatus"];
            stylist_note: string | null;
            subscription_type: components["schemas"]["SubscriptionType"];
            themebox: string | null;
            themebox_description: string | null;
            tracking_code: string | null;
        };
        ExportedOutfit: {
            stylist_note: string;
            title: string;
        };
        /** @description A parcel whose label the shop made. */
        ExportedParcel: components["schemas"]["ParcelNews"] & {
            created_at: components["schemas"]["Moment"];
            tracking_code: string | null;
        };
        ExportedPayment: {
            at: components["schemas"]["Moment"];
            /**
             * Format: int64
             * @description Cents. Negative if the entry says what the money was for.
             */
            cents: number;
            currency: string;
            kind: components["schemas"]["EntryKind"];
        };
        ExportedReview: {
            content: string;
            created_at: components["schemas"]["Moment"];
            display_name: string;
            email: string;
            /** Format: int64 */
            score: number | null;
            title: string;
        };
        ExportedReward: {
            /** @description `friend` or `referrer`. */
            earned_as: string;
            earned_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"];
            /** Format: int64 */
            percent: number;
            taken_back_at: components["schemas"]["Moment"] | null;
            used_at: components["schemas"]["Moment"] | null;
        };
        ExportedStep: {
            at: components["schemas"]["Moment"];
            /** @description `customer`, `ops` or `system`. */
            by: string;
            status: components["schemas"]["OrderStatus"];
        };
        ExportedWishedItem: {
            brand: string;
            description: string;
        };
        /**
         * @description How a box reaches the customer: it decides the calendar, the try-on days and the choices at checkout.
         * @enum {string}
         */
        Flow: "pickup" | "delivery";
        /** @description Where a suggestion leads. */
        Followed: {
            id: string;
            /** @description Its page in the retailer's shop. */
            url: string;
        };
        /** @description The account whose password is forgotten. */
        ForgotPasswordForm: {
            /**
             * @description The email address of the account.
             * @example ann@example.com
             */
            email: string;
        };
        /** @description A forgotten password. */
        Forgotten: {
            customer: components["schemas"]["ForgottenCustomer"];
        };
        /** @description The account, and the answer of the human check. Only a network's first call within an hour may leave it out. */
        ForgottenCustomer: components["schemas"]["ForgotPasswordForm"] & {
            /** @description The answer of the human check's widget. */
            recaptchaToken?: string | null;
        };
        /** @description The kit of the fraud check that watches a customer's browser. */
        FraudCollector: {
            /** @description The shop's id at the fraud check. */
            client_id: string;
            /** @description `TEST` or `PROD`. */
            environment: string;
            /** @description The path of its script, an ES module, whose default export is called. */
            script: string;
        };
        /** @description A gift card. */
        GiftCardBody: {
            /** @description Its balance when it was applied. */
            AVAILABLE: components["schemas"]["Amount"];
            /** @description The number's last four characters. */
            SMART_CARD_NUM: string;
        };
        /**
         * @description How the hold of an order ended: staff cleared or stopped the order, it was cancelled, or it was changed.
         * @enum {string}
         */
        HoldEnding: "cleared" | "stopped" | "cancelled" | "changed";
        /** @description Days on which boxes are not packed, not delivered or not handed out. A list that is null or missing is empty. */
        Holidays: {
            /** @description The company packs and sends nothing. */
            company_holidays: components["schemas"]["Day"][];
            /** @description Days that cannot be chosen for a delivery, for any other reason. */
            custom_ship_disallowed_dates: components["schemas"]["Day"][];
            /** @description The mail does not deliver. */
            mail_holidays: components["schemas"]["Day"][];
            /** @description The stores hand out no boxes. */
            pickup_holidays: components["schemas"]["Day"][];
        };
        /** @description The provider's name for each form. */
        HumanCheckActions: {
            forgot_password: string;
            register: string;
            sign_in: string;
        };
        /**
         * @description The provider of a widget.
         * @enum {string}
         */
        HumanCheckKind: "turnstile" | "recaptcha";
        /** @description The widget of an outside party that tells people from programs. Its answer is sent as `recaptchaToken`. */
        HumanCheckWidget: {
            /** @description The action of each form. An answer is valid for its action only. */
            actions: components["schemas"]["HumanCheckActions"];
            /** @description Its provider. */
            kind: components["schemas"]["HumanCheckKind"];
            /** @description The key by which the party knows the shop. It is public. */
            site_key: string;
        };
        /** @description An invoice. */
        InvoiceBody: {
            /**
             * @description The bank's page, while the customer has to confirm the payment there; null otherwise. It leads back to
             *     `/checkout/confirmation?order=ID`; call `POST /orders/{id}/payment_check` then.
             */
            bank_url: string | null;
            /**
             * @description Whether the customer has to confirm the payment in our page: hand the secret of `POST /orders/{id}/payment_confirmation` to the
             *     gateway's script, and call `POST /orders/{id}/payment_check` then.
             */
            confirm_in_page: boolean;
            coupon: components["schemas"]["CouponBody"] | null;
            credit_amount: components["schemas"]["Amount"];
            credit_available: components["schemas"]["Amount"];
            /** @description Why the bank declined the newest payment with the card on file; null if it did not. */
            declined: string | null;
            discount_amount: components["schemas"]["Amount"];
            /**
             * @description The code of an applied coupon that can no longer be used: `coupon` replaces it. Null if there is none, and on a paid
             *     invoice. The text `coupon_ended` of the rule `messages.text` says it.
             */
            ended_coupon: string | null;
            /** @description An amount too small to be charged: nobody pays it. */
            forgiven: components["schemas"]["Amount"];
            fourItems: boolean;
            gift_card: components["schemas"]["GiftCardBody"] | null;
            /** @description What the gift card will pay: the used amount until the invoice is paid, then 0. */
            gift_card_amount_due: components["schemas"]["Amount"];
            id: string;
            invoice_line_items: components["schemas"]["InvoiceLineBody"][];
            invoice_type: components["schemas"]["InvoiceType"];
            multi_item_discount: components["schemas"]["Amount"];
            order_id: string;
            original_subtotal: components["schemas"]["Amount"];
            precheckout_ship_tax2_amount_estimate: components["schemas"]["Amount"];
            precheckout_tax_estimate: components["schemas"]["Amount"];
            status: components["schemas"]["InvoiceStatus"];
            tax: components["schemas"]["Amount"];
            /** @description A decimal fraction: `0.06875`. */
            tax_rate: string;
            /**
             * @description Whether a service calculates the tax. If so, a total computed from the rate for other decisions than the stored ones is an
             *     estimate.
             */
            tax_rate_is_estimate: boolean;
            /** @description The sales tax and the tax on shipping. */
            tax_total: components["schemas"]["Amount"];
            /** @description The same as `totalWithTax`. */
            total: components["schemas"]["Amount"];
            totalBeforeTax: components["schemas"]["Amount"];
            /** @description What is charged to the card. */
            totalDue: components["schemas"]["Amount"];
            totalGiftCardAmountUsed: components["schemas"]["Amount"];
            totalWithTax: components["schemas"]["Amount"];
            /**
             * Format: int64
             * @description How many items have no decision yet.
             */
            undecided: number;
        };
        /** @description An item on an invoice. */
        InvoiceLineBody: {
            claimed_kept: boolean | null;
            exchange_size: string | null;
            line_item_id: string;
            price: components["schemas"]["Amount"];
        };
        /** @description An invoice of an order, by its id. */
        InvoiceRef: {
            id: string;
            invoice_type: components["schemas"]["InvoiceType"];
            status: components["schemas"]["InvoiceStatus"];
        };
        /**
         * @description The status of an invoice.
         * @enum {string}
         */
        InvoiceStatus: "open" | "processing" | "paid";
        /**
         * @description Who an invoice was made for.
         * @enum {string}
         */
        InvoiceType: "customer" | "admin";
        /** @description What is wrong with a field. */
        Issue: {
            code: string;
            field: string;
            message: string;
        };
        /** @description The saved review. */
        KeptReview: {
            id: string;
        };
        /** @description A garment in a box. */
        LineItemBody: {
            brand: string;
            /** @description Null while undecided. */
            claimed_kept: boolean | null;
            color: string;
            customer_feedback: string | null;
            description: string;
            exchange_size: string | null;
            id: string;
            /** @description Its picture. */
            image_url: string;
            original_price: components["schemas"]["Amount"];
            paid_for: boolean;
            /** @description Whether it was returned: then it is not kept any more. */
            received: boolean;
            retail_price: components["schemas"]["Amount"];
            size: string;
            written_off: components["schemas"]["WriteOff"] | null;
        };
        /** @description A store. */
        LocationBody: {
            address_city: string;
            address_line_1: string;
            address_postal_code: string;
            address_state: string;
            /** @description Whether it is left out of the choices. */
            hidden: boolean;
            id: string;
            /** @description The choice of the questions `preferred_store` and `match_with_stylist_2` that means this store. */
            label: string;
            name: string;
            /** @description On the days that are not listed it is closed. */
            opening_hours: components["schemas"]["OpeningHoursBody"][];
            /** @description Whether a box can be picked up there. */
            pickup: boolean;
            store_days: components["schemas"]["StoreDaysBody"];
        };
        /** @description The stores. */
        Locations: {
            locations: components["schemas"]["LocationBody"][];
        };
        /** @description What was typed into the sign-in form. */
        LoginForm: {
            /** @description The email address of the account. */
            email: string;
            /** @description The password, as typed. */
            password: string;
        };
        /** @description A request for a phone link. */
        MakePhoneLink: {
            phone_link: components["schemas"]["NewPhoneLink"];
        };
        /** @description What may be shown of a card, its number masked. */
        MaskedCardInfo: {
            brand: string;
            /** @description `XXXXXXXXXXXX4242`: the last four digits, whatever the number's length. */
            credit_card_number: string;
            /** @description `MM/YY`. */
            expiration: string;
            last_four: string;
        };
        /** @description The corrected email address of a registration in a store. */
        MendEmail: {
            customer: components["schemas"]["MendedEmail"];
        };
        /** @description The right address. */
        MendedEmail: {
            email?: string;
        };
        /** @description A request for a code. */
        MfaRequest: {
            mfa_type: components["schemas"]["MfaType"];
        };
        /** @description The code that the customer received. */
        MfaResubmission: {
            customer: components["schemas"]["CodeForm"];
        };
        /**
         * @description How a code is sent.
         * @enum {string}
         */
        MfaType: "sms" | "email";
        /**
         * Format: date-time
         * @description A moment, RFC 3339 in UTC.
         */
        Moment: string;
        /** @description One or several answers to save. */
        NewAnswers: {
            /**
             * @description The question's ref → the answer, in the form that the question asks for. Null, blank text and an empty list take an answer
             *     back, but not from a required question: its answer can be changed, not taken back, and they are refused as `Required`.
             *     Photos are answered with their `download_url`s; swipes of the daily deck are added to those of other days. `birthday` is a
             *     day from 1900 to this year; `anything_else_notes` ends before the word `DateTime`, and what follows is not stored.
             */
            responses: Record<string, unknown>;
        };
        /** @description A card, its cardholder, and where boxes go. */
        NewCard: {
            card_info?: components["schemas"]["CardForm"] | null;
            cardholder: components["schemas"]["CardholderForm"];
            options: components["schemas"]["OptionsBody"];
            /** @description What the gateway's own fields made of the card, if `GET /status` says `payment_method`. */
            payment_method?: string | null;
        };
        /** @description The new customer. */
        NewCustomer: {
            analytics_consent?: components["schemas"]["AnalyticsAnswer"] | null;
            campaign_code?: string | null;
            /** @description The address of the page that the customer came from: at most 100 characters, no control characters. */
            campaign_url?: string | null;
            email?: string;
            first_name?: string;
            /** @description As in `PATCH /account`. */
            google_analytics_client_id?: unknown;
            internal_note?: string | null;
            last_name?: string;
            password?: string;
            /** @description The password again. It is not compared: the form asks for the password once, and the page sends a copy. */
            password_confirmation?: string | null;
            /** @description The answer of the human check's widget. */
            recaptchaToken?: string | null;
            /** @description A friend's referral code. */
            referred_by_code?: string | null;
            /** @description Whether the customer signs up in a store: the password is ignored, and a link to choose one is sent. */
            registered_in_store?: boolean | null;
            registration_postal_code?: string;
            themebox_signup?: boolean | null;
        };
        /** @description A new order. */
        NewOrder: {
            order: components["schemas"]["OrderFields"];
        };
        /** @description A new password, and the link's token. */
        NewPassword: {
            email?: string | null;
            password?: string;
            password_confirmation?: string;
            reset_password_token?: string;
        };
        /** @description Where the customer is on the tablet. */
        NewPhoneLink: {
            /** @description The path of the screen, below the base path: `/quiz/4`. */
            path?: string;
        };
        /** @description The photo to upload. */
        NewPhoto: {
            /** @description Its name, in any form: the type is read from the file. */
            filename: string;
            /**
             * @description The `Content-Type` with which it is sent; the type is read from the file. Needed if the store of photos takes them from the
             *     browser; the page always names it.
             */
            media_type?: string | null;
            /**
             * Format: int64
             * @description How many bytes it has; over 10 MB is refused (413, `too_large`). Needed if the store of photos takes them from the browser; the page always names it.
             */
            size?: number | null;
        };
        /** @description A review. */
        NewReview: components["schemas"]["ReviewInvitation"] & {
            /** @description The customer's first and last name. */
            display_name: string;
            /** @description The customer's email address. */
            email: string;
            review_content?: string | null;
            review_score?: components["schemas"]["Count"] | null;
            review_title?: string | null;
            reviewer_type: components["schemas"]["ReviewerType"];
        };
        /** @description The subscription's next box. */
        NextBoxBody: {
            /** @description The last day on which it can be skipped or changed. */
            change_by: components["schemas"]["Day"];
            comes_on: components["schemas"]["Day"] | null;
            /** @description Its day by the subscription. */
            date: components["schemas"]["Day"];
            /** @description Whether there is an address for it to go to: without one it is not ordered. */
            has_address: boolean;
            /** @description The first day on which it is ordered: until then it can be skipped. */
            ordered_on: components["schemas"]["Day"];
            skip: components["schemas"]["SkipBody"];
            /** @description The day on which the customer is or was notified of it. */
            told_on: components["schemas"]["Day"];
        };
        /** @description The note for the next box. The next order takes it along in its `on_demand_customer_msg`, below what the customer writes there. */
        NextBoxNote: {
            /** @description The items of past boxes that the customer wants more of. */
            line_item_ids: string[];
            /** @description What the stylist will read about them, a line for each; null without items. */
            note: string | null;
        };
        /** @description The next charge, if nothing changes before it. */
        NextChargeBody: {
            amount: components["schemas"]["Amount"] | null;
            at: components["schemas"]["Moment"] | null;
            box: components["schemas"]["NextBoxBody"] | null;
            /**
             * @description Whether what is kept of the box is charged to another card soon after that card is saved. For a styling fee, see the
             *     order's `payment.by_new_card`.
             */
            by_new_card: boolean;
            card: components["schemas"]["CardInfo"] | null;
            /** @description Whether the customer agreed to the system's checkout. */
            has_consent: boolean;
            on: components["schemas"]["Day"] | null;
            /** @description The order under way. */
            order_id: string | null;
            /** @description When it is charged; without a charge, the time until which there is none. The rule `next_charge.words` says it in words. */
            time: components["schemas"]["ChargeTime"];
            /**
             * Format: int64
             * @description How many items of the box under way are not decided. Hand it to the rule `next_charge.words`.
             */
            undecided: number;
            what: components["schemas"]["ChargeKind"] | null;
        };
        /** @description When a store is open on some days of the week. */
        OpeningHoursBody: {
            /** @description `Monday to Saturday`. */
            days: string;
            /** @description `10am to 8pm`. */
            hours: string;
        };
        /** @description What comes with a card. */
        OptionsBody: {
            blog_interest?: string | null;
            /** @description The version of the consent that the page showed beside the card. */
            consent_version?: string | null;
            /**
             * @description A coupon's code, or an empty text for none. If it is missing, the first box gets the percentage off of the customer's
             *     invitation, otherwise the welcome coupon.
             */
            coupon?: string | null;
            /** @description Whether the first box is picked up at the chosen store. If it is missing, the answer in the quiz decides. */
            isDressingRoomToGo?: boolean | null;
            /** @description Whether the first box is a theme box. */
            isThemeboxSignUp?: boolean | null;
            same_as_shipping?: boolean;
            /** @description The day of the first box, `YYYY-MM-DD`. If it is missing, the answer in the quiz decides. */
            ship_by_date?: string | null;
            shipping_address: components["schemas"]["AddressForm"];
            themeboxDescription?: string | null;
            /** @description The theme, as `GET /current_themeboxes` names it. An issue about it names the field `themebox`. */
            themeboxTheme?: string | null;
        };
        /** @description An order. */
        OrderBody: {
            assigned_location: components["schemas"]["OrderLocation"] | null;
            assigned_location_id: string | null;
            blog_interest: string | null;
            checkout_by_date: components["schemas"]["Day"] | null;
            /** @description A short code to talk about the order by. */
            code: string;
            coupon: string | null;
            created_at: components["schemas"]["Moment"];
            customer_pick_up: boolean;
            delay: components["schemas"]["OrderDelay"] | null;
            delivery_date: components["schemas"]["Day"] | null;
            expected_delivery_date: components["schemas"]["Day"] | null;
            extended: boolean;
            has_paid_invoice: boolean;
            id: string;
            invoices: components["schemas"]["InvoiceRef"][];
            line_items: components["schemas"]["LineItemBody"][];
            next_charge: components["schemas"]["NextChargeBody"] | null;
            on_demand_customer_msg: string | null;
            order_review: string | null;
            /** @description Empty for an order that was cancelled before it was sent: nobody has seen what was in it. */
            outfits: components["schemas"]["OutfitBody"][];
            outgoing_shipment: components["schemas"]["Shipment"] | null;
            payment: components["schemas"]["WaitingPayment"] | null;
            /** @description The cell phone for a pick-up, ten digits. */
            phone: string | null;
            return_shipment: components["schemas"]["Shipment"] | null;
            review_invitation: components["schemas"]["ReviewInvitation"] | null;
            /** Format: int64 */
            review_rating: number | null;
            /** @description The day that the customer chose. */
            ship_by_date: components["schemas"]["Day"];
            shipping_address: components["schemas"]["ShippingAddress"] | null;
            shipping_address_id: string | null;
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The letter in the box. It ends with how the box came about and who signs it: the retailer, if the program composed and released
             *     it, or the person of the shop who did. Null before the box is styled.
             */
            stylist_note: string | null;
            subscription_type: components["schemas"]["SubscriptionType"];
            /** @description Items that suit the customer too. Only while the box is with the customer. */
            suggested_items: components["schemas"]["SuggestedItem"][];
            themebox: string | null;
            themebox_description: string | null;
            themebox_sign_up: boolean;
        };
        /** @description The delay of an order that is not sent. Hand it to the rules `dashboard.tile` and `dashboard.tile_details`, which say it in words. */
        OrderDelay: {
            answer_by: components["schemas"]["Day"] | null;
            /** @description Whether it can no longer come on its day, and has no other one yet. */
            is_late: boolean;
            moved_from: components["schemas"]["Day"] | null;
            /** @description Whether it moves only once the customer has given a card, a confirmation or an address. */
            waits_for_customer: boolean;
        };
        /** @description An order with its money, its return and its exchanges. */
        OrderDetail: components["schemas"]["OrderBody"] & {
            charged: components["schemas"]["ChargedInvoice"] | null;
            exchanges: components["schemas"]["OrderExchange"][];
            /** @description What was paid and what went back, the oldest first. */
            payments: components["schemas"]["OrderPayment"][];
            return: components["schemas"]["OrderReturn"] | null;
        };
        /** @description An exchange of an item. */
        OrderExchange: {
            /** @description What goes back to the card if it was sold out. Hand it to the rule `refund.words`. */
            card_back: components["schemas"]["Amount"];
            closed_at: components["schemas"]["Moment"] | null;
            /** @description What goes back to the gift card if it was sold out. */
            gift_card_back: components["schemas"]["Amount"];
            line_item_id: string;
            shipment: components["schemas"]["Shipment"] | null;
            /** @description The other size. */
            size: string;
            status: components["schemas"]["ExchangeStatus"];
            /** @description The shipment of the other size. */
            tracking_code: string | null;
        };
        /**
         * @description What a call can say about an order. In a new order, a field that is null or missing is left open; in an existing one, it
         *     stays as it is. An empty text removes the text.
         */
        OrderFields: {
            /** @description The store of a pick-up. If it is missing, the customer's own store. */
            assigned_location_id?: string | null;
            /** @description How the customer heard of us. */
            blog_interest?: string | null;
            /** @description A coupon's code. If a first box has none, the welcome coupon. */
            coupon?: string | null;
            /** @description Whether the customer picks the box up at a store. Then it is on demand. */
            customer_pick_up?: boolean | null;
            /** @description The customer's message to the stylist. */
            on_demand_customer_msg?: string | null;
            /** @description The cell phone by which the store reaches the customer. If it is missing, the account's. The account stays as it is. */
            phone?: string | null;
            /** @description The day on which the box arrives or is picked up: `YYYY-MM-DD`. An edit without it does not check whether the day is open. */
            ship_by_date?: string | null;
            /** @description The customer's address that the box goes to. If it is missing, the primary one. */
            shipping_address_id?: string | null;
            subscription_type?: components["schemas"]["SubscriptionType"] | null;
            /** @description The theme, as `GET /current_themeboxes` names it. */
            themebox?: string | null;
            /** @description What the theme is about. If it is missing, the theme's own description. */
            themebox_description?: string | null;
            /** @description Whether it is a theme box. True if there is a theme. */
            themebox_sign_up?: boolean | null;
        };
        /** @description The store of an order. */
        OrderLocation: {
            address_city: string;
            address_line_1: string;
            address_postal_code: string;
            address_state: string;
            id: string;
            name: string;
            /** @description On the days that are not listed it is closed. */
            opening_hours: components["schemas"]["OpeningHoursBody"][];
        };
        /** @description Money that moved. */
        OrderPayment: {
            amount: components["schemas"]["Amount"];
            at: components["schemas"]["Moment"];
            card: components["schemas"]["PaymentCard"] | null;
            kind: components["schemas"]["PaymentKind"];
        };
        /** @description A return. */
        OrderReturn: {
            due_on: components["schemas"]["Day"] | null;
            /**
             * @description Whether an item in it was paid for, so that money goes back: an exchange that was sold out, or an item that came
             *     back after it was bought.
             */
            is_refunded: boolean;
            received_at: components["schemas"]["Moment"] | null;
            refunded: components["schemas"]["Amount"] | null;
            sent_at: components["schemas"]["Moment"] | null;
        };
        /**
         * @description The status of an order.
         * @enum {string}
         */
        OrderStatus: "created" | "styling" | "styled" | "ready_to_ship" | "ready_for_customer_pick_up" | "ready_to_pick_up" | "in_transit_to_customer" | "delivered_to_customer" | "payment_processing" | "checked_out_by_customer" | "post_customer_checkout_processing" | "checked_out_by_system" | "post_system_checkout_processing" | "checked_out_by_admin" | "post_admin_checkout_processing" | "in_transit_to_stylebox" | "delivered_to_stylebox" | "completed" | "fraud" | "cancelled";
        /** @description A customer's orders. */
        Orders: {
            orders: components["schemas"]["OrderBody"][];
        };
        /** @description A card that replaces the one on file. */
        OtherCard: {
            card_info?: components["schemas"]["CardForm"] | null;
            /** @description All fields except `street_address2` are needed. */
            cardholder: components["schemas"]["CardholderForm"];
            /** @description The version of the consent that the page showed beside the card. If it is missing, the earlier consent stays. */
            consent_version?: string | null;
            /**
             * @description False if the first card must not make the first order, because the customer is about to fill in the order form. If it is
             *     missing, the card makes the order.
             */
            order_first_box?: boolean | null;
            /** @description What the gateway's own fields made of the card, if `GET /status` says `payment_method`. */
            payment_method?: string | null;
            subscription_type?: components["schemas"]["SubscriptionType"] | null;
        };
        /** @description An outfit. */
        OutfitBody: {
            id: string;
            line_items: components["schemas"]["LineItemBody"][];
            stylist_note: string;
            title: string;
        };
        /** @description Where a parcel is. Hand it to the rule `shipment.whereabouts`, which says it in words. */
        ParcelNews: {
            /** @description City and state where the carrier last saw it. */
            place: string | null;
            seen_at: components["schemas"]["Moment"] | null;
            status: components["schemas"]["ParcelStatus"];
            way: components["schemas"]["ParcelWay"];
        };
        /**
         * @description What the carrier says about a parcel.
         * @enum {string}
         */
        ParcelStatus: "unknown" | "announced" | "moving" | "out_for_delivery" | "attempted" | "waits_for_pick_up" | "delivered" | "returned" | "failed";
        /**
         * @description Which way a parcel goes.
         * @enum {string}
         */
        ParcelWay: "to_customer" | "back" | "exchange";
        /** @description The current password and the new one. */
        PasswordChangeForm: {
            /** @description The current password. */
            current_password: string;
            /** @description The new password. */
            password: string;
            /** @description The same again; null if the screen has no second field. */
            password_confirmation?: string | null;
        };
        /** @description What may be shown of the card of a payment. */
        PaymentCard: {
            brand: string;
            last_four: string;
        };
        /**
         * @description What money moved for.
         * @enum {string}
         */
        PaymentKind: "styling_fee" | "purchase" | "gift_card" | "styling_fee_refund" | "refund" | "gift_card_refund";
        /**
         * @description Why a payment for the order, its styling fee or its checkout, waits for the customer.
         * @enum {string}
         */
        PaymentProblem: "declined" | "confirm" | "expired";
        /** @description A link for the customer's own phone. */
        PhoneLink: {
            /** @description The address, with the token in its fragment. */
            link: string;
            /**
             * Format: int64
             * @description How long it works, in seconds.
             */
            ttl_seconds: number;
        };
        /** @description The phone link that is used. */
        PhoneLinkToken: {
            /** @description The token in the fragment of its address. */
            token?: string;
        };
        /** @description Whether a phone link was used. */
        PhoneLinkUse: {
            /** @description Whether a phone has used it. */
            used: boolean;
        };
        /** @description The account, and the screen to continue on. */
        PhoneSession: {
            account: components["schemas"]["Account"];
            /** @description The path of the screen, below the base path. */
            path: string;
        };
        /**
         * Format: binary
         * @description A photo's file.
         */
        Photo: string;
        /** @description A postal address in the United States. */
        PostalAddress: {
            city: string;
            /** @description Street and number. */
            line_1: string;
            /** @description Apartment, suite or the like. Null if there is none. */
            line_2: string | null;
            /** @description Five digits, or five and four. */
            postal_code: string;
            /** @description Two letters. */
            state: string;
        };
        /** @description The part of an address that its ZIP code determines. */
        PostalCodePlace: {
            city: string;
            /** @description Its first five digits. */
            postal_code: string;
            /** @description `MN`; always one that an address form takes. */
            state: string;
            /** @description The stores that are offered, nearest first. Empty for the armed forces' codes, which have no location. */
            stores: components["schemas"]["StoreDistance"][];
        };
        /** @description How complete each section is, in percent. */
        ProfileStats: {
            /** @description Who the customer is. */
            about: components["schemas"]["SectionStats"];
            /** @description How the box comes. */
            shipping: components["schemas"]["SectionStats"];
            /** @description Sizes and fit. */
            size_and_fit: components["schemas"]["SectionStats"];
            /** @description Taste. */
            style: components["schemas"]["SectionStats"];
        };
        /** @description A question of the questionnaire. */
        Question: {
            /** @description The picture beside the step. */
            attachment?: components["schemas"]["Attachment"];
            /** @description The section that it belongs to. */
            onboarding_section: components["schemas"]["Section"];
            /** @description How it is asked, and which answers it takes. */
            properties: components["schemas"]["QuestionProperties"];
            /** @description The key of its answer in the responses. */
            ref: string;
            /** @description What is asked. */
            title: string;
            /** @description What kind of answer it asks for. */
            type: components["schemas"]["QuestionType"];
            /** @description What is required of the answer. */
            validations: components["schemas"]["Validations"];
        };
        /** @description The questions and the swipe decks. A part that was not requested is left out. */
        QuestionLists: {
            /** @description The questions after the quiz: how, how often, where to and when. */
            delivery_questions?: components["schemas"]["Question"][];
            /** @description Whether tomorrow's deck has other cards. If not, the customer has seen all that there are. */
            more_tomorrow?: boolean;
            /** @description The questions of the style profile alone: photos, and the swipes of the daily deck. */
            profile_questions?: components["schemas"]["Question"][];
            /** @description The quiz's steps in order: step n is the n-th. */
            questions?: components["schemas"]["Question"][];
            /** @description The cards left in today's deck: at most 14 new ones a day, none of them twice. */
            reshuffle?: components["schemas"]["ShuffleCard"][];
            /** @description The cards of the style shuffle. */
            shuffle?: components["schemas"]["ShuffleCard"][];
        };
        /** @description How a question is asked, and which answers it takes. A property that does not apply is left out. */
        QuestionProperties: {
            /** @description Whether several choices may be chosen; the answer is then a list. */
            allow_multiple_selection?: boolean;
            /** @description Whether the answer is the choice's `ref`, not its label. */
            answer?: components["schemas"]["AnswerKey"];
            /** @description The choices. */
            choices?: components["schemas"]["Choice"][];
            /** @description The control, if the type has several. */
            control?: components["schemas"]["Control"];
            /** @description The deck whose swipes are the answer. */
            deck?: components["schemas"]["Deck"];
            /** @description The answer that the control starts with. */
            default?: string;
            /** @description A line under the title. */
            description?: string;
            /** @description A group's questions. */
            fields?: components["schemas"]["Question"][];
            /** @description The only flow in which it is asked. */
            flow?: components["schemas"]["Flow"];
            /** @description The least distance between the ends of a range. */
            gap?: components["schemas"]["Count"];
            /** @description The greatest number, or the upper end of a range; of colors, how many may be chosen. */
            max?: components["schemas"]["Count"];
            /** @description The most characters of a text. */
            max_length?: components["schemas"]["Count"];
            /** @description The least number, or the lower end of a range. */
            min?: components["schemas"]["Count"];
            /** @description What an empty text field shows. */
            placeholder?: string;
            /** @description The distance between the numbers that are taken. */
            step?: components["schemas"]["Count"];
            /** @description Whether the pictures are shown large. */
            supersized?: boolean;
        };
        /**
         * @description The kind of answer that a question asks for.
         * @enum {string}
         */
        QuestionType: "dropdown" | "short_text" | "number" | "date" | "long_text" | "picture_choice" | "multiple_choice" | "yes_or_no" | "picture_choice_carousel" | "file_upload" | "statement" | "group" | "designs_disliked_colors";
        /** @description The questionnaire, and the answers of a customer who is signed in. */
        QuestionnaireBody: {
            /** @description The style profile's id; null if nobody is signed in. */
            id: string | null;
            name: string;
            questions: components["schemas"]["QuestionLists"];
            responses: Record<string, unknown>;
            stats: components["schemas"]["ProfileStats"] | null;
        };
        /** @description A use of a phone link. */
        RedeemPhoneLink: {
            phone_link: components["schemas"]["PhoneLinkToken"];
        };
        /** @description A friend who registered with the customer's code. */
        Referral: {
            /** @description When the friend registered. */
            created_at: components["schemas"]["Moment"];
            /** @description The first name, and the first letter of the last name. */
            customer_name: string;
            /** @description The referral's id, not the friend's. */
            id: string;
            joined_at: components["schemas"]["Moment"] | null;
            reward: components["schemas"]["ReferralReward"] | null;
        };
        /** @description What the customer's friends have earned them. */
        ReferralEarnings: {
            /** @description How many rewards. */
            earned: components["schemas"]["Count"];
            /** @description How many of them can be used now. */
            usable: components["schemas"]["Count"];
            use_before: components["schemas"]["Day"] | null;
        };
        /** @description What a referral earned the customer. */
        ReferralReward: {
            earned_at: components["schemas"]["Moment"];
            /** @description It cannot be used from then on. */
            expires_at: components["schemas"]["Moment"];
            used_at: components["schemas"]["Moment"] | null;
        };
        /** @description A page of friends. */
        Referrals: {
            /** @description What the friends on all pages have earned the customer. */
            earnings: components["schemas"]["ReferralEarnings"];
            /** @description How many a page holds. */
            limit: number;
            /**
             * Format: int64
             * @description The page, counted from 0.
             */
            page: number;
            referrals: components["schemas"]["Referral"][];
            /**
             * Format: int64
             * @description How many there are on all pages.
             */
            total: number;
        };
        /** @description A registration. */
        Register: {
            customer: components["schemas"]["NewCustomer"];
        };
        /** @description What the page sends unchanged with a review: the shop, the product, and our signature. */
        ReviewInvitation: {
            domain: string;
            product_title: string;
            /** @description Valid for a day. */
            signature: string;
            site_key: string;
            sku: string;
            /**
             * Format: int64
             * @description Seconds since 1970.
             */
            time_stamp: number;
        };
        /**
         * @description The kind of reviewer.
         * @enum {string}
         */
        ReviewerType: "verified_reviewer";
        /** @description Why a rule gave no answer. */
        RuleFailure: {
            error: string;
        };
        /** @description What was saved. */
        SavedCard: {
            brand: string;
            /** @description `MM/YY`. */
            expiration: string;
            last_four: string;
            order_error: components["schemas"]["ErrorBody"] | null;
            /** @description The first order, if the sign-up has made it. A card that is saved by a customer who has had orders makes none. */
            order_id: string | null;
        };
        /**
         * @description A section of the questionnaire.
         * @enum {string}
         */
        Section: "about" | "size_and_fit" | "style" | "shipping";
        /** @description How complete a section is. */
        SectionStats: {
            /**
             * Format: int64
             * @description 0 to 100, rounded down: 100 only if nothing is left.
             */
            completion_percentage: number;
        };
        /** @description A new password. */
        SetPassword: {
            customer: components["schemas"]["NewPassword"];
        };
        /** @description A shipment. */
        Shipment: {
            parcel: components["schemas"]["ParcelNews"] | null;
            tracking_code: string;
            /** @description The carrier's page about it. */
            tracking_page: string;
        };
        /** @description An address that boxes can go to. */
        ShippingAddress: {
            id: string;
            is_primary: boolean;
            name: string;
            phone: string;
            shipping_city: string;
            shipping_line_1: string;
            shipping_line_2: string | null;
            shipping_phone: string;
            shipping_postal_code: string;
            shipping_state: string;
            suggestion: components["schemas"]["PostalAddress"] | null;
            /** @description Whether nothing can be delivered there, as was found after the address was saved. */
            undeliverable: boolean;
        };
        /**
         * @description An address, as typed. A new one needs all fields but `name`, `line_2`, `country` and `is_primary`. In a change, a field that
         *     is null or missing stays as it is.
         */
        ShippingAddressForm: {
            /** @description City. */
            city?: string | null;
            /** @description `US`: boxes go to no other country. */
            country?: string | null;
            /** @description Whether boxes go to this address from now on. */
            is_primary?: boolean | null;
            /** @description Street and number. */
            line_1?: string | null;
            /** @description Apartment, floor; empty removes it. */
            line_2?: string | null;
            /** @description The recipient; the customer if it is missing. */
            name?: string | null;
            /** @description Cell phone. */
            phone?: string | null;
            /** @description ZIP code. */
            postal_code?: string | null;
            /** @description The state's code. */
            state?: string | null;
        };
        /** @description A card of a swipe deck: an outfit or a garment that the customer likes or dislikes. */
        ShuffleCard: {
            /** @description Its id, under which the swipe is stored. */
            id: string;
            /** @description The address of its picture. */
            image: string;
            /** @description The style words that a like speaks for. */
            styles: string[];
            /** @description What it shows. */
            title: string;
        };
        /** @description A sign-in. */
        SignIn: {
            customer: components["schemas"]["Credentials"];
        };
        /** @description A code, and what it takes off the first box. */
        SignupCodeBody: {
            /** @description The code in its usual spelling. */
            code: string;
            /** @description The same in words: `$25.00 off`. */
            description: string;
            /**
             * @description What the customer is told if the code that came with the card has ended and this one replaces it. Null otherwise,
             *     and for a code that is typed.
             */
            ended: string | null;
            /** @description The first name of the customer who invites with this code; null if it is no referral code. */
            invited_by: string | null;
            kind: components["schemas"]["CouponKind"];
            /** @description Dollars or percent: `25.00`. */
            value: components["schemas"]["Amount"];
        };
        /** @description What skipping the next box does. */
        SkipBody: {
            falls_out: components["schemas"]["Day"] | null;
            /** @description Whether it can be skipped now. */
            offered: boolean;
            one_after: components["schemas"]["Day"] | null;
            /** @description Whether it is skipped, which can be undone. */
            skipped: boolean;
        };
        /** @description The service's clock, versions, and whether it is in demo mode. */
        Status: {
            /**
             * @description The provider that suggests addresses as they are typed. Its name must be shown with the suggestions. Null if there is
             *     none.
             */
            address_suggestions: string | null;
            analytics: components["schemas"]["AnalyticsQuestion"] | null;
            /**
             * @description How a card is given: `typed` into the page's own form as `card_info`, or into the gateway's own fields as a
             *     `payment_method`.
             */
            card_entry: components["schemas"]["CardEntryKind"];
            card_fields: components["schemas"]["CardFields"] | null;
            /** @description The version of the consent beside the card. The page sends it back with the card. */
            consent_version: string;
            demo: components["schemas"]["Demo"] | null;
            fraud_collector: components["schemas"]["FraudCollector"] | null;
            human_check: components["schemas"]["HumanCheckWidget"] | null;
            /** @description The present moment. The page keeps the difference to its own clock. */
            now: components["schemas"]["Moment"];
            /** @description The version of the rules. A page with the same one checks in the same way. */
            rules_version: string;
            /** @description The program's version. */
            version: string;
        };
        /** @description When a box can be at a store, and when the store is closed: what core's pick-up calendar goes by. */
        StoreDaysBody: {
            /** @description The days on which it is closed besides the stores' holidays, as far as the pick-up calendar goes. */
            closed_dates: components["schemas"]["Day"][];
            /** @description How many days after it left the studio a box is there; 0 is the same day. */
            transit_days: components["schemas"]["Count"];
        };
        /** @description How far a store is. */
        StoreDistance: {
            id: string;
            /**
             * Format: int32
             * @description From the center of the ZIP code to the center of the store's, rounded to a mile.
             */
            miles: number;
        };
        /** @description A style profile. */
        StyleProfileBody: {
            data: components["schemas"]["Answers"];
            id: string;
            name: string;
        };
        /**
         * @description How often boxes come.
         * @enum {string}
         */
        SubscriptionType: "subscription_30_day" | "subscription_60_day" | "subscription_90_day" | "subscription_on_demand";
        /** @description A suggested item; `GET /suggested_items/{id}/click` leads to it. */
        SuggestedItem: {
            brand: string;
            description: string;
            id: string;
            /** @description Its picture. */
            image_url: string;
            retail_price: components["schemas"]["Amount"];
        };
        /** @description An address that may be meant. */
        SuggestedLine: {
            id: string;
            /** @description `731 Market Street`. */
            line: string;
            /** @description `San Francisco, CA, USA`; may be empty. */
            place: string;
        };
        /**
         * @description Whether codes can be sent to the customer's phone. The words for the customer are the text `texts_…` (`messages.text`).
         * @enum {string}
         */
        TextMessages: "sent" | "none" | "stopped" | "unreachable";
        /** @description A theme box. */
        ThemeBox: {
            /** @description Its picture. */
            attachment: components["schemas"]["Attachment"];
            /** @description What it is about. */
            description: string;
            /** @description The name that customers read. */
            label: string;
            /** @description The name that an order gives. */
            theme: string;
        };
        /** @description The theme boxes that can be chosen. */
        ThemeBoxes: {
            results: components["schemas"]["ThemeBox"][];
        };
        /** @description The time that is left of a session. */
        Ttl: {
            /**
             * Format: int64
             * @description Seconds until the session ends if it is not used again.
             */
            ttl_seconds: number;
        };
        /** @description An address, as typed. */
        TypedAddress: {
            shipping_address: components["schemas"]["ShippingAddressForm"];
        };
        /** @description What is typed so far. */
        TypedText: {
            /** @description Made by the page for each address that is typed: 1 to 36 letters, digits, dashes and underscores. */
            session: string;
            /** @description The first line of an address. Nothing is suggested for less than three characters. */
            text: string;
        };
        /** @description A change of an order: what was ordered, before the stylist has begun; decisions; a review. */
        Update: {
            order: components["schemas"]["Changes"];
        };
        /** @description The addresses of a photo. */
        UploadUrls: {
            /**
             * @description The address at which only the customer sees it. It is the answer to a question for photos. A photo that is in no answer
             *     is deleted after an hour.
             */
            download_url: string;
            /** @description The address to `POST` to once the file is there; null if the upload itself is enough. */
            finish_url: string | null;
            /**
             * @description The address to `PUT` the file to, within 10 minutes. It needs neither session nor token. If `finish_url` is given, it is the
             *     store's own, and takes only a file of the named size, with the named media type as its `Content-Type`; its answers are up to
             *     the store. Otherwise it takes any content type and at most 10 MB, once, and answers: 204 if the photo is saved; 401
             *     `not_authorized` if the account has ended meanwhile; 403 `not_authorized` or `upload_expired`; 408 `request_timeout`; 409
             *     `upload_used`; 413 `too_large`; 422 `form_invalid` with an issue of `photos` if it is no complete JPEG or PNG, has over 60
             *     megapixels or 10,000 pixels a side, or there are five photos; 503 `photos_unavailable` if it should be sent again.
             */
            upload_url: string;
        };
        /** @description What is required of an answer. */
        Validations: {
            /** @description Whether there must be one. */
            required: boolean;
        };
        /** @description A payment that does not go on without the customer, who gives another card or confirms it at the bank. */
        WaitingPayment: {
            /**
             * @description The amount to be charged. For a checkout that was declined it is the declined amount, and `GET /account/next_charge` has
             *     the amount to be charged.
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The bank's page on which the customer confirms; null if nothing waits for that, or if they confirm in our page. It leads back to
             *     the members' area; call `POST /orders/{id}/payment_check` then.
             */
            bank_url: string | null;
            /** @description Whether another card is charged this amount as soon as it is saved: a fee that was declined, or that the bank still asks about. */
            by_new_card: boolean;
            /**
             * @description Whether the customer confirms in our page: hand the secret of `POST /orders/{id}/payment_confirmation` to the gateway's script,
             *     and call `POST /orders/{id}/payment_check` then.
             */
            confirm_in_page: boolean;
            /** @description Hand it to the rules `dashboard.tile` and `dashboard.tile_details`, which say it in words. */
            problem: components["schemas"]["PaymentProblem"];
        };
        /** @description An address as it is suggested. Parts that are not known are empty, also `line_2`, and none is checked. */
        WholeAddress: {
            city: string;
            line_1: string;
            line_2: string;
            postal_code: string;
            state: string;
        };
        /**
         * @description Why an item will not come back. Nobody is charged for it.
         * @enum {string}
         */
        WriteOff: "lost_on_way_back" | "not_returned";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AccountChangeForm = components['schemas']['AccountChangeForm'];
export type AccountData = components['schemas']['AccountData'];
export type AccountDevice = components['schemas']['AccountDevice'];
export type AccountDevices = components['schemas']['AccountDevices'];
export type AddressCheck = components['schemas']['AddressCheck'];
export type AddressForm = components['schemas']['AddressForm'];
export type AddressSuggestions = components['schemas']['AddressSuggestions'];
export type Amount = components['schemas']['Amount'];
export type AnalyticsAnswer = components['schemas']['AnalyticsAnswer'];
export type AnalyticsQuestion = components['schemas']['AnalyticsQuestion'];
export type AnswerKey = components['schemas']['AnswerKey'];
export type Answers = components['schemas']['Answers'];
export type Attachment = components['schemas']['Attachment'];
export type CardData = components['schemas']['CardData'];
export type CardEntryKind = components['schemas']['CardEntryKind'];
export type CardFields = components['schemas']['CardFields'];
export type CardForm = components['schemas']['CardForm'];
export type CardInfo = components['schemas']['CardInfo'];
export type CardOnFile = components['schemas']['CardOnFile'];
export type CardToConfirm = components['schemas']['CardToConfirm'];
export type CardholderBody = components['schemas']['CardholderBody'];
export type CardholderForm = components['schemas']['CardholderForm'];
export type Challenge = components['schemas']['Challenge'];
export type ChangeAccountBody = components['schemas']['ChangeAccountBody'];
export type ChangePassword = components['schemas']['ChangePassword'];
export type ChangedFormFields = components['schemas']['ChangedFormFields'];
export type Changes = components['schemas']['Changes'];
export type ChargeKind = components['schemas']['ChargeKind'];
export type ChargeTime = components['schemas']['ChargeTime'];
export type ChargedInvoice = components['schemas']['ChargedInvoice'];
export type CheckOut = components['schemas']['CheckOut'];
export type Choice = components['schemas']['Choice'];
export type ChosenAddress = components['schemas']['ChosenAddress'];
export type ChosenLine = components['schemas']['ChosenLine'];
export type CloseAccount = components['schemas']['CloseAccount'];
export type ClosedAccount = components['schemas']['ClosedAccount'];
export type Closing = components['schemas']['Closing'];
export type Code = components['schemas']['Code'];
export type CodeForm = components['schemas']['CodeForm'];
export type ConfirmEmail = components['schemas']['ConfirmEmail'];
export type ConfirmationSecret = components['schemas']['ConfirmationSecret'];
export type ConfirmedEmail = components['schemas']['ConfirmedEmail'];
export type Control = components['schemas']['Control'];
export type Count = components['schemas']['Count'];
export type CouponBody = components['schemas']['CouponBody'];
export type CouponKind = components['schemas']['CouponKind'];
export type Credentials = components['schemas']['Credentials'];
export type Day = components['schemas']['Day'];
export type DecisionBody = components['schemas']['DecisionBody'];
export type Deck = components['schemas']['Deck'];
export type Demo = components['schemas']['Demo'];
export type DemoCustomer = components['schemas']['DemoCustomer'];
export type EntryKind = components['schemas']['EntryKind'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type EstimatedDelivery = components['schemas']['EstimatedDelivery'];
export type ExchangeAddress = components['schemas']['ExchangeAddress'];
export type ExchangeSizes = components['schemas']['ExchangeSizes'];
export type ExchangeStatus = components['schemas']['ExchangeStatus'];
export type Export = components['schemas']['Export'];
export type ExportedAccount = components['schemas']['ExportedAccount'];
export type ExportedAddress = components['schemas']['ExportedAddress'];
export type ExportedCard = components['schemas']['ExportedCard'];
export type ExportedClick = components['schemas']['ExportedClick'];
export type ExportedDevice = components['schemas']['ExportedDevice'];
export type ExportedExchange = components['schemas']['ExportedExchange'];
export type ExportedExchangeAddress = components['schemas']['ExportedExchangeAddress'];
export type ExportedFirstOrderWish = components['schemas']['ExportedFirstOrderWish'];
export type ExportedHold = components['schemas']['ExportedHold'];
export type ExportedInvoice = components['schemas']['ExportedInvoice'];
export type ExportedItem = components['schemas']['ExportedItem'];
export type ExportedMessage = components['schemas']['ExportedMessage'];
export type ExportedOrder = components['schemas']['ExportedOrder'];
export type ExportedOutfit = components['schemas']['ExportedOutfit'];
export type ExportedParcel = components['schemas']['ExportedParcel'];
export type ExportedPayment = components['schemas']['ExportedPayment'];
export type ExportedReview = components['schemas']['ExportedReview'];
export type ExportedReward = components['schemas']['ExportedReward'];
export type ExportedStep = components['schemas']['ExportedStep'];
export type ExportedWishedItem = components['schemas']['ExportedWishedItem'];
export type Flow = components['schemas']['Flow'];
export type Followed = components['schemas']['Followed'];
export type ForgotPasswordForm = components['schemas']['ForgotPasswordForm'];
export type Forgotten = components['schemas']['Forgotten'];
export type ForgottenCustomer = components['schemas']['ForgottenCustomer'];
export type FraudCollector = components['schemas']['FraudCollector'];
export type GiftCardBody = components['schemas']['GiftCardBody'];
export type HoldEnding = components['schemas']['HoldEnding'];
export type Holidays = components['schemas']['Holidays'];
export type HumanCheckActions = components['schemas']['HumanCheckActions'];
export type HumanCheckKind = components['schemas']['HumanCheckKind'];
export type HumanCheckWidget = components['schemas']['HumanCheckWidget'];
export type InvoiceBody = components['schemas']['InvoiceBody'];
export type InvoiceLineBody = components['schemas']['InvoiceLineBody'];
export type InvoiceRef = components['schemas']['InvoiceRef'];
export type InvoiceStatus = components['schemas']['InvoiceStatus'];
export type InvoiceType = components['schemas']['InvoiceType'];
export type Issue = components['schemas']['Issue'];
export type KeptReview = components['schemas']['KeptReview'];
export type LineItemBody = components['schemas']['LineItemBody'];
export type LocationBody = components['schemas']['LocationBody'];
export type Locations = components['schemas']['Locations'];
export type LoginForm = components['schemas']['LoginForm'];
export type MakePhoneLink = components['schemas']['MakePhoneLink'];
export type MaskedCardInfo = components['schemas']['MaskedCardInfo'];
export type MendEmail = components['schemas']['MendEmail'];
export type MendedEmail = components['schemas']['MendedEmail'];
export type MfaRequest = components['schemas']['MfaRequest'];
export type MfaResubmission = components['schemas']['MfaResubmission'];
export type MfaType = components['schemas']['MfaType'];
export type Moment = components['schemas']['Moment'];
export type NewAnswers = components['schemas']['NewAnswers'];
export type NewCard = components['schemas']['NewCard'];
export type NewCustomer = components['schemas']['NewCustomer'];
export type NewOrder = components['schemas']['NewOrder'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewPhoneLink = components['schemas']['NewPhoneLink'];
export type NewPhoto = components['schemas']['NewPhoto'];
export type NewReview = components['schemas']['NewReview'];
export type NextBoxBody = components['schemas']['NextBoxBody'];
export type NextBoxNote = components['schemas']['NextBoxNote'];
export type NextChargeBody = components['schemas']['NextChargeBody'];
export type OpeningHoursBody = components['schemas']['OpeningHoursBody'];
export type OptionsBody = components['schemas']['OptionsBody'];
export type OrderBody = components['schemas']['OrderBody'];
export type OrderDelay = components['schemas']['OrderDelay'];
export type OrderDetail = components['schemas']['OrderDetail'];
export type OrderExchange = components['schemas']['OrderExchange'];
export type OrderFields = components['schemas']['OrderFields'];
export type OrderLocation = components['schemas']['OrderLocation'];
export type OrderPayment = components['schemas']['OrderPayment'];
export type OrderReturn = components['schemas']['OrderReturn'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type Orders = components['schemas']['Orders'];
export type OtherCard = components['schemas']['OtherCard'];
export type OutfitBody = components['schemas']['OutfitBody'];
export type ParcelNews = components['schemas']['ParcelNews'];
export type ParcelStatus = components['schemas']['ParcelStatus'];
export type ParcelWay = components['schemas']['ParcelWay'];
export type PasswordChangeForm = components['schemas']['PasswordChangeForm'];
export type PaymentCard = components['schemas']['PaymentCard'];
export type PaymentKind = components['schemas']['PaymentKind'];
export type PaymentProblem = components['schemas']['PaymentProblem'];
export type PhoneLink = components['schemas']['PhoneLink'];
export type PhoneLinkToken = components['schemas']['PhoneLinkToken'];
export type PhoneLinkUse = components['schemas']['PhoneLinkUse'];
export type PhoneSession = components['schemas']['PhoneSession'];
export type Photo = components['schemas']['Photo'];
export type PostalAddress = components['schemas']['PostalAddress'];
export type PostalCodePlace = components['schemas']['PostalCodePlace'];
export type ProfileStats = components['schemas']['ProfileStats'];
export type Question = components['schemas']['Question'];
export type QuestionLists = components['schemas']['QuestionLists'];
export type QuestionProperties = components['schemas']['QuestionProperties'];
export type QuestionType = components['schemas']['QuestionType'];
export type QuestionnaireBody = components['schemas']['QuestionnaireBody'];
export type RedeemPhoneLink = components['schemas']['RedeemPhoneLink'];
export type Referral = components['schemas']['Referral'];
export type ReferralEarnings = components['schemas']['ReferralEarnings'];
export type ReferralReward = components['schemas']['ReferralReward'];
export type Referrals = components['schemas']['Referrals'];
export type Register = components['schemas']['Register'];
export type ReviewInvitation = components['schemas']['ReviewInvitation'];
export type ReviewerType = components['schemas']['ReviewerType'];
export type RuleFailure = components['schemas']['RuleFailure'];
export type SavedCard = components['schemas']['SavedCard'];
export type Section = components['schemas']['Section'];
export type SectionStats = components['schemas']['SectionStats'];
export type SetPassword = components['schemas']['SetPassword'];
export type Shipment = components['schemas']['Shipment'];
export type ShippingAddress = components['schemas']['ShippingAddress'];
export type ShippingAddressForm = components['schemas']['ShippingAddressForm'];
export type ShuffleCard = components['schemas']['ShuffleCard'];
export type SignIn = components['schemas']['SignIn'];
export type SignupCodeBody = components['schemas']['SignupCodeBody'];
export type SkipBody = components['schemas']['SkipBody'];
export type Status = components['schemas']['Status'];
export type StoreDaysBody = components['schemas']['StoreDaysBody'];
export type StoreDistance = components['schemas']['StoreDistance'];
export type StyleProfileBody = components['schemas']['StyleProfileBody'];
export type SubscriptionType = components['schemas']['SubscriptionType'];
export type SuggestedItem = components['schemas']['SuggestedItem'];
export type SuggestedLine = components['schemas']['SuggestedLine'];
export type TextMessages = components['schemas']['TextMessages'];
export type ThemeBox = components['schemas']['ThemeBox'];
export type ThemeBoxes = components['schemas']['ThemeBoxes'];
export type Ttl = components['schemas']['Ttl'];
export type TypedAddress = components['schemas']['TypedAddress'];
export type TypedText = components['schemas']['TypedText'];
export type Update = components['schemas']['Update'];
export type UploadUrls = components['schemas']['UploadUrls'];
export type Validations = components['schemas']['Validations'];
export type WaitingPayment = components['schemas']['WaitingPayment'];
export type WholeAddress = components['schemas']['WholeAddress'];
export type WriteOff = components['schemas']['WriteOff'];
export type $defs = Record<string, never>;
export interface operations {
    get_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    patch_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccountBody"];
            };
        };
        responses: {
            /** @description Changed; after a change of password the session's cookies are replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    post_account_close: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseAccount"];
            };
        };
        responses: {
            /** @description If it has ended, the session's cookies are deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedAccount"];
                };
            };
        };
    };
    delete_account_close: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    get_account_devices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDevices"];
                };
            };
        };
    };
    delete_account_devices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    delete_account_devices_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_account_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    get_account_next_box_note: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextBoxNote"];
                };
            };
        };
    };
    put_account_next_box_note_line_item_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextBoxNote"];
                };
            };
        };
    };
    delete_account_next_box_note_line_item_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextBoxNote"];
                };
            };
        };
    };
    get_account_next_charge: {
        parameters: {
            query?: {
                /** @description How often boxes would come: the answer is as it would be after this change. If it is missing, nothing changes. */
                subscription_type?: components["schemas"]["SubscriptionType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextChargeBody"];
                };
            };
        };
    };
    post_account_pending_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sent */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    delete_account_pending_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_account_signup_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignupCodeBody"];
                };
            };
        };
    };
    patch_account_skip_a_box: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    patch_account_unskip_a_box: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    get_account_validate_signup_code_code: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As typed */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignupCodeBody"];
                };
            };
        };
    };
    post_address_checks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypedAddress"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressCheck"];
                };
            };
        };
    };
    post_address_suggestions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypedText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressSuggestions"];
                };
            };
        };
    };
    post_address_suggestions_choice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChosenLine"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenAddress"];
                };
            };
        };
    };
    get_credit_card: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardOnFile"];
                };
            };
        };
    };
    post_credit_cards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCard"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCard"];
                };
            };
        };
    };
    patch_credit_cards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtherCard"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCard"];
                };
            };
        };
    };
    post_credit_cards_confirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CardToConfirm"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationSecret"];
                };
            };
        };
    };
    get_current_themeboxes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThemeBoxes"];
                };
            };
        };
    };
    post_demo_advance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    post_email_confirmations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmail"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedEmail"];
                };
            };
        };
    };
    get_holidays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holidays"];
                };
            };
        };
    };
    get_human_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
        };
    };
    get_invoices_available_exchange_sizes_line_item_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeSizes"];
                };
            };
        };
    };
    post_invoices_id_checkout: {
        parameters: {
            query?: never;
            header: {
                /** @description 1 to 255 visible characters, kept for 24 hours */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckOut"];
            };
        };
        responses: {
            /** @description It is paid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
            /** @description The bank has not answered yet: read the invoice again later. Or it wants the customer to confirm: lead them to `bank_url`, or let them confirm in the page if `confirm_in_page` says so */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    post_invoices_id_coupons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    delete_invoices_id_coupons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    post_invoices_id_gift_cards: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    delete_invoices_id_gift_cards: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    get_locations: {
        parameters: {
            query?: {
                /** @description Stores in this state: `MN`, or its name. */
                state?: string;
                /**
                 * @description Stores in whose name, city, state (its name and code) and ZIP code each word of this begins a word, as the rule `stores.found`
                 *     finds them.
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Locations"];
                };
            };
        };
    };
    get_locations_id_estimated_delivery_date: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store's id: `L01` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EstimatedDelivery"];
                };
            };
        };
    };
    post_mfa_requests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    post_mfa_resubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaResubmission"];
            };
        };
        responses: {
            /** @description The change is made; after a change of password the session's cookies are replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountData"];
                };
            };
        };
    };
    get_orders: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many orders a page holds, 1 to 100. The default is 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                };
            };
        };
    };
    post_orders: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible characters, kept for 24 hours */
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    get_orders_all: {
        parameters: {
            query?: {
                /** @description How many orders, 1 to 100. The default is 10. Fewer come only at the end. */
                limit?: number;
                /** @description How many orders to skip. */
                offset?: number;
                /** @description Always `delivery_date`. Orders that have not arrived come last. */
                sort?: "delivery_date";
                /** @description The default is `desc`. */
                order?: "asc" | "desc";
                /**
                 * @description Only orders with a garment in whose description and brand each word of this text begins a word, as the rule `search.fold`
                 *     folds both; at most 100 characters.
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                };
            };
        };
    };
    get_orders_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    patch_orders_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    post_orders_id_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    patch_orders_id_extend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    post_orders_id_invoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    get_orders_id_invoices_current: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceBody"];
                };
            };
        };
    };
    post_orders_id_keep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    post_orders_id_payment_check: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBody"];
                };
            };
        };
    };
    post_orders_id_payment_confirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationSecret"];
                };
            };
        };
    };
    put_passwords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPassword"];
            };
        };
        responses: {
            /** @description The password is set; the session's cookies are set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    post_passwords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Forgotten"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_phone_links: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneLinkUse"];
                };
            };
        };
    };
    put_phone_links: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemPhoneLink"];
            };
        };
        responses: {
            /** @description Signed in; the session's cookies are set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneSession"];
                };
            };
        };
    };
    post_phone_links: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakePhoneLink"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneLink"];
                };
            };
        };
    };
    get_photos_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the `download_url` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": components["schemas"]["Photo"];
                    "image/png": components["schemas"]["Photo"];
                };
            };
            /** @description The photo is at the address in `Location` for some minutes */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    post_photos_id_finish: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the `download_url` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo is saved, now or by an earlier call */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_postal_codes_postal_code: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Five digits, or nine with or without a dash: `55435` */
                postal_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostalCodePlace"];
                };
            };
        };
    };
    get_product_images_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A garment's id such as `P001`, or a picture's name */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    get_questionnaire: {
        parameters: {
            query?: {
                /** @description One part. If it is missing, all three. */
                part?: "master" | "shuffle" | "reshuffle";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireBody"];
                };
            };
        };
    };
    get_referrals: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many friends a page holds, 1 to 100. The default is 10. */
                limit?: number;
                /** @description Always `created_at`: when they registered. */
                sort_field?: "created_at";
                /** @description The default is `asc`. */
                sort_order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referrals"];
                };
            };
        };
    };
    put_registrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description The password is changed; the session's cookies are replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    post_registrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Register"];
            };
        };
        responses: {
            /** @description The account is made; the session's cookies are set */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    patch_registrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MendEmail"];
            };
        };
        responses: {
            /** @description The link is sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    post_reviews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReview"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptReview"];
                };
            };
        };
    };
    post_rules_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id, such as `login.validate` */
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The rule's answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    post_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Signed in; the session's cookies are set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    delete_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_sessions_ttl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ttl"];
                };
            };
        };
    };
    post_shipping_addresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypedAddress"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingAddress"];
                };
            };
        };
    };
    delete_shipping_addresses_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patch_shipping_addresses_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypedAddress"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippingAddress"];
                };
            };
        };
    };
    delete_shipping_addresses_id_suggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    get_style_profiles_id: {
        parameters: {
            query?: {
                /** @description `current`, which is the default. There are no older versions. */
                version?: string;
            };
            header?: never;
            path: {
                /** @description The profile's id, or `current` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StyleProfileBody"];
                };
            };
        };
    };
    patch_style_profiles_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile's id, or `current` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAnswers"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answers"];
                };
            };
        };
    };
    post_style_profiles_id_upload_urls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile's id, or `current` */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPhoto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadUrls"];
                };
            };
        };
    };
    get_suggested_items_id_click: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The suggestion's id such as `P001` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Followed"];
                };
            };
        };
    };
}
