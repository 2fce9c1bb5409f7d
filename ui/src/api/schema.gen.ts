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
         *     the code to `POST /mfa_resubmissions`.
         */
        patch: operations["patch_account"];
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
         * The discount that the customer's next box has if no code is typed: that of the code which came with the card, if the first
         *     order could not be made then; or else the percentage off of the invitation, or the welcome coupon.
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
        /** What a code takes off the first box: the welcome coupon, a coupon that the shop issued, or a friend's referral code. */
        get: operations["get_account_validate_signup_code_code"];
        put?: never;
        post?: never;
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
        /** Replaces the card on file. A styling fee that the old card did not pay is charged again at once. */
        patch: operations["patch_credit_cards"];
        trace?: never;
    };
    "/current_themeboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The theme boxes that can be chosen: the provider's, or else the built-in ones. */
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
        /** A new challenge, as the Altcha widget takes it; its answer is sent as `recaptchaToken`. */
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
         * Sends a code for the waiting change, to the phone or e-mail address from before the change. Only the newest code works, for
         *     ten minutes and five tries.
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
        /** Makes the waiting change if the code is right. For the next ten minutes the session needs no other code. */
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
        /** The customer's orders, the newest first. */
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
        /** The customer's orders of every status: the purchase history. */
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
        /** An order. */
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
        /** Cancels an order that the stylist has not begun. */
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
        /** The order's invoice. The amounts of an open one are worked out anew. */
        get: operations["get_orders_id_invoices_current"];
        put?: never;
        post?: never;
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
        /** Sends a link for setting a new password. The answer is the same whether or not there is an account. */
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
        /** Signs in by a phone link, which then works no more. */
        put: operations["put_phone_links"];
        /**
         * Makes a link by which a customer who registered in a store goes on on their own phone. It works once, for some minutes, until
         *     this session ends or another link is made.
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
         * Mends the e-mail address of a registration in a store, until the customer has a password or an order. The link to choose a
         *     password is sent there, and the one that was sent before works no more.
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
        /** Signs out: ends the session, if there is one. */
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
            dressing_room_to_go_signup: boolean;
            email: string;
            first_name: string;
            /** @description True until the first order is checked out. */
            first_timer: boolean;
            id: string;
            kount_session_id: string;
            last_name: string;
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
            themebox_signup: boolean;
        };
        /** @description The customer's record, under `data`. */
        AccountData: {
            data: components["schemas"]["Account"];
        };
        /** @description Where boxes go, as typed. */
        AddressBody: {
            city: string;
            line_1: string;
            line_2?: string | null;
            phone: string;
            postal_code: string;
            state: string;
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
            stats: components["schemas"]["Stats"];
        };
        /** @description A picture. */
        Attachment: {
            /** @description The address, below the service's own. */
            href: string;
        };
        /** @description A card, as typed. */
        CardBody: {
            credit_card_number?: string;
            cvv: string;
            /** @description `MM/YY` or `MMYY`. */
            expiration: string;
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
        CardEntryWord: "typed" | "payment_method";
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
        /** @description The cardholder. */
        CardholderBody: {
            city: string;
            /** @description Always US. */
            country: string;
            name: string;
            phone: string;
            state: string;
            street_address1: string;
            street_address2?: string | null;
            zip_code: string;
        };
        /** @description A challenge for the widget on the forms. Only the provider and its widget know what is in it. */
        Challenge: Record<string, unknown>;
        /** @description A change of the record: the fields under `customer`, or at the top of the body. */
        ChangeAccountBody: components["schemas"]["ChangedFormFields"] & {
            customer?: components["schemas"]["ChangedFormFields"] | null;
            shipping_address?: components["schemas"]["ShippingAddressFields"] | null;
        };
        /** @description A change of password. */
        ChangePassword: {
            customer: components["schemas"]["ChangedPassword"];
        };
        /** @description What a customer can change. A field that is null or missing stays as it is; fields that are not listed are ignored. */
        ChangedFormFields: {
            analytics_consent?: components["schemas"]["AnalyticsAnswer"] | null;
            assigned_location_id?: string | null;
            /** @description Whether the customer signs up for a pick-up. Ignored once there was an order. */
            dressing_room_to_go_signup?: boolean | null;
            email?: string | null;
            first_name?: string | null;
            /**
             * @description By what the analytics service knows the browser: two numbers of at most ten digits, such as `1234567890.987654321`.
             *     It is kept only with consent.
             */
            google_analytics_client_id?: string | null;
            last_name?: string | null;
            /** @description The code, if this repeats a change that was answered with `mfa_required`. */
            mfa_code?: string | null;
            mfa_type?: components["schemas"]["MfaTypeBody"] | null;
            password?: string | null;
            password_confirmation?: string | null;
            phone?: string | null;
            preferred_stylist?: string | null;
            /** @description True if the customer signs up in a store. It stays true. Ignored once there was an order. */
            registered_in_store?: boolean | null;
            subscription_type?: components["schemas"]["SubscriptionType"] | null;
            /** @description False if the customer goes on without a theme box. Ignored once there was an order. */
            themebox_signup?: boolean | null;
        };
        /** @description The present password and the new one. */
        ChangedPassword: {
            current_password: string;
            password: string;
            password_confirmation?: string | null;
        };
        /** @description What changes. */
        Changes: components["schemas"]["OrderFields"] & {
            line_items_attributes?: components["schemas"]["DecisionBody"][] | null;
            order_review?: string | null;
            /**
             * Format: int64
             * @description Stars, 0 to 5.
             */
            review_rating?: number | null;
        };
        /** @description What the customer agrees to. */
        CheckOut: {
            exchange_address?: components["schemas"]["ExchangeAddress"] | null;
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
        /** @description A code, as typed. */
        Code: {
            code?: string;
        };
        /**
         * @description The control by which a question is answered.
         * @enum {string}
         */
        Control: "range" | "shuffle" | "calendar";
        /** @description A coupon. */
        CouponBody: {
            code: string;
            kind: components["schemas"]["CouponKindWord"];
            /** @description Dollars, or percent. */
            value: components["schemas"]["Amount"];
        };
        /**
         * @description What a coupon takes off.
         * @enum {string}
         */
        CouponKindWord: "amount_off" | "percentage_off";
        /** @description The fields of the sign-in form. */
        CredentialFields: {
            email: string;
            password: string;
        };
        /** @description The credentials of an account. */
        Credentials: components["schemas"]["CredentialFields"] & {
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
        /** @description A failure's body, as the page parses it. */
        ErrorBody: {
            /** @description Code → message. */
            errors: {
                [key: string]: string;
            };
            /** @description For a form: what is wrong with which field. */
            issues?: components["schemas"]["IssueBody"][];
        };
        /** @description The first day on which a box can be picked up at a store. */
        EstimatedDelivery: {
            estimated_delivery_date: components["schemas"]["Day"] | null;
            location_id: string;
        };
        /** @description Where exchanged items go. */
        ExchangeAddress: components["schemas"]["AddressBody"] & {
            /** @description The recipient. If it is missing, the customer. */
            name?: string | null;
        };
        /** @description The sizes that an item can be exchanged for. */
        ExchangeSizes: {
            sizes: string[];
        };
        /** @description Where a suggestion leads. */
        Followed: {
            id: string;
            /** @description Its page in the retailer's shop. */
            url: string;
        };
        /** @description A forgotten password. */
        Forgotten: {
            customer: components["schemas"]["ForgottenFields"];
        };
        /** @description The account whose password is forgotten. */
        ForgottenFields: {
            /** @example ann@example.com */
            email: string;
        };
        /** @description A gift card. */
        GiftCardBody: {
            /** @description What was left on it when it was applied. */
            AVAILABLE: components["schemas"]["Amount"];
            /** @description The number's last four characters. */
            SMART_CARD_NUM: string;
        };
        /** @description The closed dates of the calendars. */
        HolidaysBody: {
            company_holidays: components["schemas"]["Day"][];
            custom_ship_disallowed_dates: components["schemas"]["Day"][];
            mail_holidays: components["schemas"]["Day"][];
            pickup_holidays: components["schemas"]["Day"][];
        };
        /** @description An invoice. */
        InvoiceBody: {
            coupon: components["schemas"]["CouponBody"] | null;
            credit_amount: components["schemas"]["Amount"];
            credit_available: components["schemas"]["Amount"];
            discount_amount: components["schemas"]["Amount"];
            fourItems: boolean;
            gift_card: components["schemas"]["GiftCardBody"] | null;
            /** @description What the gift card will pay: the used amount until the invoice is paid, then 0. */
            gift_card_amount_due: components["schemas"]["Amount"];
            id: string;
            invoice_line_items: components["schemas"]["InvoiceLineBody"][];
            invoice_type: components["schemas"]["InvoiceTypeWord"];
            multi_item_discount: components["schemas"]["Amount"];
            order_id: string;
            original_subtotal: components["schemas"]["Amount"];
            precheckout_ship_tax2_amount_estimate: components["schemas"]["Amount"];
            precheckout_tax_estimate: components["schemas"]["Amount"];
            status: components["schemas"]["InvoiceStatusWord"];
            tax: components["schemas"]["Amount"];
            /** @description A decimal fraction: `0.06875`. */
            tax_rate: string;
            /** @description The sales tax and the tax on shipping. */
            tax_total: components["schemas"]["Amount"];
            /** @description The same as `totalWithTax`. */
            total: components["schemas"]["Amount"];
            totalBeforeTax: components["schemas"]["Amount"];
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
            invoice_type: components["schemas"]["InvoiceTypeWord"];
            status: components["schemas"]["InvoiceStatusWord"];
        };
        /**
         * @description The status of an invoice.
         * @enum {string}
         */
        InvoiceStatusWord: "open" | "processing" | "paid";
        /**
         * @description Who an invoice was made for.
         * @enum {string}
         */
        InvoiceTypeWord: "customer" | "admin";
        /** @description What is wrong with a field. */
        IssueBody: {
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
        /** @description The e-mail address of a registration in a store, mended. */
        MendEmail: {
            customer: components["schemas"]["MendedEmail"];
        };
        /** @description The right address. */
        MendedEmail: {
            email?: string;
        };
        /** @description A request for a code. */
        MfaRequest: {
            mfa_type: components["schemas"]["MfaTypeBody"];
        };
        /** @description The code that the customer received. */
        MfaResubmission: {
            customer: components["schemas"]["ReceivedCode"];
        };
        /**
         * @description How a code is sent.
         * @enum {string}
         */
        MfaTypeBody: "sms" | "email";
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
            card_info?: components["schemas"]["CardBody"] | null;
            cardholder: components["schemas"]["CardholderBody"];
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
            google_analytics_client_id?: string | null;
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
            /** @description Its name; it ends in `.jpg`, `.jpeg` or `.png`. */
            filename: string;
        };
        /** @description A review. */
        NewReview: components["schemas"]["ReviewInvitation"] & {
            /** @description The customer's first and last name. */
            display_name: string;
            /** @description The customer's e-mail address. */
            email: string;
            review_content?: string | null;
            /**
             * Format: int64
             * @description Stars, 0 to 5; null if there are none.
             */
            review_score?: number | null;
            review_title?: string | null;
            reviewer_type: components["schemas"]["ReviewerType"];
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
             *     invitation, or else the welcome coupon.
             */
            coupon?: string | null;
            /** @description Whether the first box is picked up at the chosen store. If it is missing, the answer in the quiz decides. */
            isDressingRoomToGo?: boolean | null;
            /** @description Whether the first box is a theme box. */
            isThemeboxSignUp?: boolean | null;
            same_as_shipping?: boolean;
            /** @description The day of the first box, `YYYY-MM-DD`. If it is missing, the answer in the quiz decides. */
            ship_by_date?: string | null;
            shipping_address: components["schemas"]["AddressBody"];
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
            delivery_date: components["schemas"]["Day"] | null;
            expected_delivery_date: components["schemas"]["Day"] | null;
            extended: boolean;
            has_paid_invoice: boolean;
            id: string;
            invoices: components["schemas"]["InvoiceRef"][];
            line_items: components["schemas"]["LineItemBody"][];
            on_demand_customer_msg: string | null;
            order_review: string | null;
            outfits: components["schemas"]["OutfitBody"][];
            outgoing_shipment: components["schemas"]["Shipment"] | null;
            /** @description The cell phone for a pick-up, ten digits. */
            phone: string | null;
            review_invitation: components["schemas"]["ReviewInvitation"] | null;
            /** Format: int64 */
            review_rating: number | null;
            /** @description The day that the customer chose. */
            ship_by_date: components["schemas"]["Day"];
            shipping_address_id: string | null;
            status: components["schemas"]["OrderStatus"];
            stylist_note: string | null;
            subscription_type: components["schemas"]["SubscriptionType"];
            /** @description Items that suit the customer too. Only while the box is with the customer. */
            suggested_items: components["schemas"]["SuggestedItem"][];
            themebox: string | null;
            themebox_description: string | null;
            themebox_sign_up: boolean;
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
            card_info?: components["schemas"]["CardBody"] | null;
            cardholder: components["schemas"]["CardholderBody"];
            /** @description The version of the consent that the page showed beside the card. If it is missing, the earlier consent stays. */
            consent_version?: string | null;
            /** @description What the gateway's own fields made of the card, if `GET /status` says `payment_method`. */
            payment_method?: string | null;
        };
        /** @description An outfit. */
        OutfitBody: {
            id: string;
            line_items: components["schemas"]["LineItemBody"][];
            stylist_note: string;
            title: string;
        };
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
        /** @description The account, and where to go on. */
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
        /** @description What a ZIP code says of an address. */
        PostalCodePlace: {
            city: string;
            /** @description Its first five digits. */
            postal_code: string;
            /** @description `MN`; always one that an address form takes. */
            state: string;
            /** @description The stores that are offered, nearest first. Empty for the armed forces: nobody knows where they are. */
            stores: components["schemas"]["StoreDistance"][];
        };
        /** @description A question of the questionnaire. */
        Question: {
            /** @description The picture beside the step. */
            attachment?: components["schemas"]["Attachment"];
            /** @enum {string} */
            onboarding_section: "about" | "size_and_fit" | "style" | "shipping";
            /** @description How it is asked, and which answers it takes. */
            properties: components["schemas"]["QuestionProperties"];
            /** @description The key of its answer in the responses. */
            ref: string;
            /** @description What is asked. */
            title: string;
            /** @enum {string} */
            type: "dropdown" | "short_text" | "number" | "date" | "long_text" | "picture_choice" | "multiple_choice" | "yes_or_no" | "picture_choice_carousel" | "file_upload" | "statement" | "group" | "designs_disliked_colors";
            /** @description What is required of the answer. */
            validations: components["schemas"]["Validations"];
        };
        /** @description The questions and the swipe decks. A part that was not requested is left out. */
        QuestionLists: {
            /** @description The questions after the quiz: how, how often, where to and when. */
            delivery_questions?: components["schemas"]["Question"][];
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
            /** @enum {string} */
            flow?: "pickup" | "delivery";
            /**
             * Format: int64
             * @description The least distance between the ends of a range.
             */
            gap?: number;
            /**
             * Format: int64
             * @description The greatest number, or the upper end of a range; of colors, how many may be chosen.
             */
            max?: number;
            /**
             * Format: int64
             * @description The most characters of a text.
             */
            max_length?: number;
            /**
             * Format: int64
             * @description The least number, or the lower end of a range.
             */
            min?: number;
            /** @description What an empty text field shows. */
            placeholder?: string;
            /**
             * Format: int64
             * @description The distance between the numbers that are taken.
             */
            step?: number;
            /** @description Whether the pictures are shown large. */
            supersized?: boolean;
        };
        /** @description The questionnaire, and the answers of a customer who is signed in. */
        QuestionnaireBody: {
            /** @description The style profile's id; null if nobody is signed in. */
            id: string | null;
            name: string;
            questions: components["schemas"]["QuestionLists"];
            responses: Record<string, unknown>;
            stats: components["schemas"]["Stats"] | null;
        };
        /** @description The code that the customer received, and how it was sent. */
        ReceivedCode: {
            mfa_code: string;
            mfa_type?: components["schemas"]["MfaTypeBody"] | null;
        };
        /** @description A use of a phone link. */
        RedeemPhoneLink: {
            phone_link: components["schemas"]["PhoneLinkToken"];
        };
        /** @description A friend who registered with the customer's code. */
        Referral: {
            /** @description Whether the friend has checked out a first box, which earned the customer a reward. */
            checked_out: boolean;
            /** @description When the friend registered. */
            created_at: components["schemas"]["Moment"];
            /** @description The first name, and the first letter of the last name. */
            customer_name: string;
            /** @description The referral's id, not the friend's. */
            id: string;
        };
        /** @description A page of friends. */
        Referrals: {
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
        /** @description How complete a section is. */
        SectionStats: {
            /** Format: int64 */
            completion_percentage: number;
        };
        /** @description A new password. */
        SetPassword: {
            customer: components["schemas"]["NewPassword"];
        };
        /** @description A shipment. */
        Shipment: {
            tracking_code: string;
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
        };
        /**
         * @description An address, as typed. A new one needs all fields but `name`, `line_2`, `country` and `is_primary`. In a change, a field that
         *     is null or missing stays as it is.
         */
        ShippingAddressFields: {
            city?: string | null;
            /** @description `US`: boxes go to no other country. */
            country?: string | null;
            /** @description Whether boxes go to this address from now on. */
            is_primary?: boolean | null;
            line_1?: string | null;
            line_2?: string | null;
            /** @description The recipient. If it is missing, the customer. */
            name?: string | null;
            phone?: string | null;
            postal_code?: string | null;
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
            /** @description The first name of the customer who invites with this code; null if it is no referral code. */
            invited_by: string | null;
            kind: components["schemas"]["CouponKindWord"];
            /** @description Dollars or percent: `25.00`. */
            value: components["schemas"]["Amount"];
        };
        /** @description How complete each section is, in percent. */
        Stats: {
            about: components["schemas"]["SectionStats"];
            shipping: components["schemas"]["SectionStats"];
            size_and_fit: components["schemas"]["SectionStats"];
            style: components["schemas"]["SectionStats"];
        };
        /** @description The service's clock, versions, and whether it is in demo mode. */
        Status: {
            analytics: components["schemas"]["AnalyticsQuestion"] | null;
            /**
             * @description How a card is given: `typed` into the page's own form as `card_info`, or into the gateway's own fields as a
             *     `payment_method`.
             */
            card_entry: components["schemas"]["CardEntryWord"];
            /** @description The version of the consent beside the card. The page sends it back with the card. */
            consent_version: string;
            demo: components["schemas"]["Demo"] | null;
            /** @description The address of the fraud check's script, which is given the account's `kount_session_id`; null if there is none. */
            fraud_collector: string | null;
            /** @description The present moment. The page keeps the difference to its own clock. */
            now: components["schemas"]["Moment"];
            /** @description The version of the rules. The page checks alike if it has the same one. */
            rules_version: string;
            /** @description The program's version. */
            version: string;
        };
        /** @description When a box can be at a store, and when the store is closed: what core's pick-up calendar goes by. */
        StoreDaysBody: {
            /** @description The days on which it is closed beside the stores' holidays, as far as the pick-up calendar goes. */
            closed_dates: components["schemas"]["Day"][];
            /**
             * Format: int64
             * @description How many days after it left the studio a box is there; 0 is the same day.
             */
            transit_days: number;
        };
        /** @description How far a store is. */
        StoreDistance: {
            id: string;
            /**
             * Format: int32
             * @description From the middle of the ZIP code to the middle of the store's, to the mile.
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
            shipping_address: components["schemas"]["ShippingAddressFields"];
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
            /**
             * @description The address to `PUT` the file to, with any content type: at most 10 MB, once, within 10 minutes. It needs neither session
             *     nor token. Answers: 204 if the photo is saved; 403 `not_authorized` or `upload_expired`; 408 `request_timeout`; 409
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AccountData = components['schemas']['AccountData'];
export type AddressBody = components['schemas']['AddressBody'];
export type Amount = components['schemas']['Amount'];
export type AnalyticsAnswer = components['schemas']['AnalyticsAnswer'];
export type AnalyticsQuestion = components['schemas']['AnalyticsQuestion'];
export type AnswerKey = components['schemas']['AnswerKey'];
export type Answers = components['schemas']['Answers'];
export type Attachment = components['schemas']['Attachment'];
export type CardBody = components['schemas']['CardBody'];
export type CardData = components['schemas']['CardData'];
export type CardEntryWord = components['schemas']['CardEntryWord'];
export type CardInfo = components['schemas']['CardInfo'];
export type CardOnFile = components['schemas']['CardOnFile'];
export type CardholderBody = components['schemas']['CardholderBody'];
export type Challenge = components['schemas']['Challenge'];
export type ChangeAccountBody = components['schemas']['ChangeAccountBody'];
export type ChangePassword = components['schemas']['ChangePassword'];
export type ChangedFormFields = components['schemas']['ChangedFormFields'];
export type ChangedPassword = components['schemas']['ChangedPassword'];
export type Changes = components['schemas']['Changes'];
export type CheckOut = components['schemas']['CheckOut'];
export type Choice = components['schemas']['Choice'];
export type Code = components['schemas']['Code'];
export type Control = components['schemas']['Control'];
export type CouponBody = components['schemas']['CouponBody'];
export type CouponKindWord = components['schemas']['CouponKindWord'];
export type CredentialFields = components['schemas']['CredentialFields'];
export type Credentials = components['schemas']['Credentials'];
export type Day = components['schemas']['Day'];
export type DecisionBody = components['schemas']['DecisionBody'];
export type Deck = components['schemas']['Deck'];
export type Demo = components['schemas']['Demo'];
export type DemoCustomer = components['schemas']['DemoCustomer'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type EstimatedDelivery = components['schemas']['EstimatedDelivery'];
export type ExchangeAddress = components['schemas']['ExchangeAddress'];
export type ExchangeSizes = components['schemas']['ExchangeSizes'];
export type Followed = components['schemas']['Followed'];
export type Forgotten = components['schemas']['Forgotten'];
export type ForgottenFields = components['schemas']['ForgottenFields'];
export type GiftCardBody = components['schemas']['GiftCardBody'];
export type HolidaysBody = components['schemas']['HolidaysBody'];
export type InvoiceBody = components['schemas']['InvoiceBody'];
export type InvoiceLineBody = components['schemas']['InvoiceLineBody'];
export type InvoiceRef = components['schemas']['InvoiceRef'];
export type InvoiceStatusWord = components['schemas']['InvoiceStatusWord'];
export type InvoiceTypeWord = components['schemas']['InvoiceTypeWord'];
export type IssueBody = components['schemas']['IssueBody'];
export type KeptReview = components['schemas']['KeptReview'];
export type LineItemBody = components['schemas']['LineItemBody'];
export type LocationBody = components['schemas']['LocationBody'];
export type Locations = components['schemas']['Locations'];
export type MakePhoneLink = components['schemas']['MakePhoneLink'];
export type MaskedCardInfo = components['schemas']['MaskedCardInfo'];
export type MendEmail = components['schemas']['MendEmail'];
export type MendedEmail = components['schemas']['MendedEmail'];
export type MfaRequest = components['schemas']['MfaRequest'];
export type MfaResubmission = components['schemas']['MfaResubmission'];
export type MfaTypeBody = components['schemas']['MfaTypeBody'];
export type Moment = components['schemas']['Moment'];
export type NewAnswers = components['schemas']['NewAnswers'];
export type NewCard = components['schemas']['NewCard'];
export type NewCustomer = components['schemas']['NewCustomer'];
export type NewOrder = components['schemas']['NewOrder'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewPhoneLink = components['schemas']['NewPhoneLink'];
export type NewPhoto = components['schemas']['NewPhoto'];
export type NewReview = components['schemas']['NewReview'];
export type OpeningHoursBody = components['schemas']['OpeningHoursBody'];
export type OptionsBody = components['schemas']['OptionsBody'];
export type OrderBody = components['schemas']['OrderBody'];
export type OrderFields = components['schemas']['OrderFields'];
export type OrderLocation = components['schemas']['OrderLocation'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type Orders = components['schemas']['Orders'];
export type OtherCard = components['schemas']['OtherCard'];
export type OutfitBody = components['schemas']['OutfitBody'];
export type PhoneLink = components['schemas']['PhoneLink'];
export type PhoneLinkToken = components['schemas']['PhoneLinkToken'];
export type PhoneLinkUse = components['schemas']['PhoneLinkUse'];
export type PhoneSession = components['schemas']['PhoneSession'];
export type Photo = components['schemas']['Photo'];
export type PostalCodePlace = components['schemas']['PostalCodePlace'];
export type Question = components['schemas']['Question'];
export type QuestionLists = components['schemas']['QuestionLists'];
export type QuestionProperties = components['schemas']['QuestionProperties'];
export type QuestionnaireBody = components['schemas']['QuestionnaireBody'];
export type ReceivedCode = components['schemas']['ReceivedCode'];
export type RedeemPhoneLink = components['schemas']['RedeemPhoneLink'];
export type Referral = components['schemas']['Referral'];
export type Referrals = components['schemas']['Referrals'];
export type Register = components['schemas']['Register'];
export type ReviewInvitation = components['schemas']['ReviewInvitation'];
export type ReviewerType = components['schemas']['ReviewerType'];
export type RuleFailure = components['schemas']['RuleFailure'];
export type SavedCard = components['schemas']['SavedCard'];
export type SectionStats = components['schemas']['SectionStats'];
export type SetPassword = components['schemas']['SetPassword'];
export type Shipment = components['schemas']['Shipment'];
export type ShippingAddress = components['schemas']['ShippingAddress'];
export type ShippingAddressFields = components['schemas']['ShippingAddressFields'];
export type ShuffleCard = components['schemas']['ShuffleCard'];
export type SignIn = components['schemas']['SignIn'];
export type SignupCodeBody = components['schemas']['SignupCodeBody'];
export type Stats = components['schemas']['Stats'];
export type Status = components['schemas']['Status'];
export type StoreDaysBody = components['schemas']['StoreDaysBody'];
export type StoreDistance = components['schemas']['StoreDistance'];
export type StyleProfileBody = components['schemas']['StyleProfileBody'];
export type SubscriptionType = components['schemas']['SubscriptionType'];
export type SuggestedItem = components['schemas']['SuggestedItem'];
export type ThemeBox = components['schemas']['ThemeBox'];
export type ThemeBoxes = components['schemas']['ThemeBoxes'];
export type Ttl = components['schemas']['Ttl'];
export type TypedAddress = components['schemas']['TypedAddress'];
export type Update = components['schemas']['Update'];
export type UploadUrls = components['schemas']['UploadUrls'];
export type Validations = components['schemas']['Validations'];
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
                    "application/json": components["schemas"]["CardInfo"];
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
                    "application/json": components["schemas"]["HolidaysBody"];
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
            /** @description The bank has not answered yet: read the invoice again later */
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
                /** @description Stores in this state: `MN`. */
                state?: string;
                /** @description Stores whose name, city or ZIP code contains this. */
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
                /** @description How many orders a page holds, 1 to 100. The default is 100. */
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
                    "application/json": components["schemas"]["OrderBody"];
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
