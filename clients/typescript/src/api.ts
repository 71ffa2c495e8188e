// Made from the API's description by `npm run client`: do not change it by hand.

export interface components {
    schemas: {
        /**
         * Problem
         * @description RFC 9457
         */
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            /** @description What went wrong, and what to do next */
            detail: string;
            /** @description Stable, for programs */
            code: string;
            requestId: string;
            errors?: {
                /** @description RFC 6901 */
                pointer: string;
                detail: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        /** Receipt */
        Receipt: {
            type: string;
            id: string;
            code?: string | null;
            booking?: {
                id: string;
                code: string;
                /** @enum {string} */
                kind: "reservation" | "appointment" | "training" | "class";
                /** @enum {string} */
                status: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** Format: date-time */
                startsAt: string;
                /** Format: date-time */
                endsAt: string;
                timezone: string;
                partySize?: number;
                service?: {
                    id: string;
                    name: string;
                };
                resource?: {
                    id: string;
                    name: string;
                    /** @description A member of staff, not a table or a room */
                    isPerson?: boolean;
                };
                /** @description What else the customer chose, such as “patio”, for people to read */
                details?: string[];
                /** @description Link to an .ics file. Anyone with the link can open it; it expires after a few weeks */
                calendarUrl: string;
            };
        };
        /** Card */
        Card: {
            kind: string;
            id: string;
            title: string;
            detail?: string;
            /** @description In the currency’s minor unit */
            price?: number;
            currency?: string;
        };
        /** Asked */
        Asked: {
            /** @description `startsAt`, `date`, `time`, `partySize`, `name`, `phone`, `confirm`, … */
            field: string;
            /** @description All fields that are asked for in this turn, when there is more than one */
            fields?: string[];
            /** @description RFC 3339 where a time is asked for */
            options?: string[];
        };
        /** Chat reply */
        ChatReply: {
            /** @example msg_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            conversationId: string;
            reply: string;
            intent: string;
            confidence: number;
            suggestions: string[];
            sources: {
                kind: string;
                id: string;
                title: string;
                url?: string;
            }[];
            receipts: components["schemas"]["Receipt"][];
            cards?: components["schemas"]["Card"][];
            asks?: components["schemas"]["Asked"];
            /** @enum {string} */
            status: "open" | "handoff" | "resolved";
            engine: string;
            /** Format: date-time */
            createdAt: string;
            /** @description With `explain` */
            understanding?: {
                intent: string;
                confidence: number;
                slots: {
                    [key: string]: unknown;
                };
                /** @description Why that engine answered */
                engineReason: string;
                /** @description What dealt with the message: a guard, a policy or a model */
                policy: string;
                /** @description What the message could have wanted, the likeliest first */
                considered: {
                    intent: string;
                    likely: number;
                    about?: string;
                }[];
                /** @description What was talked of, the latest first */
                focus: {
                    [key: string]: unknown;
                }[];
            };
            /** @description Of a language model, with `explain`; for members of the team alone */
            usage?: {
                inputTokens: number;
                outputTokens: number;
                /** @description In millionths of a US dollar, by list prices */
                cost: number;
                latencyMs: number;
            };
        };
        /** Customer */
        Customer: {
            /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @description Empty if unknown, and in the dashboard’s list if it is encrypted */
            name: string;
            /** @description E.164 */
            phone: string | null;
            email: string | null;
            /**
             * Format: date
             * @description Health care only
             */
            dateOfBirth?: string;
            language: string | null;
            tags: string[];
            notes: string;
            /** @description Null if they were never asked */
            consents: {
                texts: {
                    allowed: boolean;
                    /** Format: date-time */
                    at: string;
                } | null;
                marketing: {
                    allowed: boolean;
                    /** Format: date-time */
                    at: string;
                } | null;
            };
            /** @description About health: stored encrypted, and each read is logged */
            sealed: boolean;
            /**
             * Format: date-time
             * @description The latest start, upcoming bookings included
             */
            lastBookingAt: string | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Expanded conversation summary */
        ExpandedConversationSummary: {
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "open" | "handoff" | "resolved";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
            businessType: string | null;
            businessName: string | null;
            customer: {
                name?: string;
                phone?: string;
                /** Format: email */
                email?: string;
            };
            metadata: {
                [key: string]: unknown;
            };
            episodes: {
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                resolvedAt: string | null;
            }[];
            rating: number | null;
            /** @description During a handoff, once a person of the business has replied or taken over */
            person?: {
                name?: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            preview: string;
            messageCount: number;
            knownCustomer?: components["schemas"]["Customer"] | null;
        };
        /** Message */
        Message: {
            /** @example msg_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            role: "customer" | "assistant" | "agent";
            text: string;
            /** Format: date-time */
            createdAt: string;
            intent?: string;
            confidence?: number;
            suggestions?: string[];
            /** @description The first name of the team member who wrote it */
            author?: string;
            /** @description The whole mail, with what it quotes */
            original?: string;
            sources?: {
                kind: string;
                id: string;
                title: string;
                url?: string;
            }[];
            receipts?: components["schemas"]["Receipt"][];
            engine?: string;
            /** @description Why that engine answered */
            engineReason?: string;
            cards?: components["schemas"]["Card"][];
            asks?: components["schemas"]["Asked"];
            slots?: {
                [key: string]: unknown;
            };
        };
        /** Expanded conversation */
        ExpandedConversation: {
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "open" | "handoff" | "resolved";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
            businessType: string | null;
            businessName: string | null;
            customer: {
                name?: string;
                phone?: string;
                /** Format: email */
                email?: string;
            };
            metadata: {
                [key: string]: unknown;
            };
            episodes: {
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                resolvedAt: string | null;
            }[];
            rating: number | null;
            /** @description During a handoff, once a person of the business has replied or taken over */
            person?: {
                name?: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            messages: components["schemas"]["Message"][];
            knownCustomer?: components["schemas"]["Customer"] | null;
        };
        /** Conversation */
        Conversation: {
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "open" | "handoff" | "resolved";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
            businessType: string | null;
            businessName: string | null;
            customer: {
                name?: string;
                phone?: string;
                /** Format: email */
                email?: string;
            };
            metadata: {
                [key: string]: unknown;
            };
            episodes: {
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                resolvedAt: string | null;
            }[];
            rating: number | null;
            /** @description During a handoff, once a person of the business has replied or taken over */
            person?: {
                name?: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            messages: components["schemas"]["Message"][];
        };
        /** Due */
        Due: {
            /** @enum {string} */
            kind: "first_response" | "resolution";
            /** Format: date-time */
            at: string;
            /** @description Whether it is overdue */
            isMissed: boolean;
        };
        /** Inbox conversation */
        InboxConversation: {
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "open" | "handoff" | "resolved";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
            businessType: string | null;
            businessName: string | null;
            customer: {
                name?: string;
                phone?: string;
                /** Format: email */
                email?: string;
            };
            metadata: {
                [key: string]: unknown;
            };
            episodes: {
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                resolvedAt: string | null;
            }[];
            rating: number | null;
            /** @description During a handoff, once a person of the business has replied or taken over */
            person?: {
                name?: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            preview: string;
            messageCount: number;
            tags: string[];
            assignee: {
                id: string;
                name: string;
            } | null;
            /**
             * @description Who has it: the assistant, nobody yet, a person, or nobody any more
             * @enum {string}
             */
            stage: "assistant" | "waiting" | "person" | "resolved";
            /** @description The team member who replied last or took over */
            personName: string | null;
            sealed: boolean;
            /** @description The customer with this phone or email. Encrypted names are left out. */
            knownCustomer: {
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
                name: string;
            } | null;
            due: components["schemas"]["Due"] | null;
            /** @description An emergency was found, and it is not resolved or handed back */
            urgent: boolean;
        };
        /** Note */
        Note: {
            /** @example note_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            text: string;
            author: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        /** Delivery */
        Delivery: {
            /** @example msg_01k9z0v3w8e5r7t2y4u6i8o0pa */
            messageId: string;
            /** @enum {string} */
            status: "pending" | "sending" | "sent" | "delivered" | "read" | "failed";
            /** @description Why it was not sent, in words for the team */
            error: string | null;
            /** @description Of a spoken reply that the caller has not heard to its end: how much of its text they heard */
            heardCharacters: number | null;
        };
        /** Call */
        Call: {
            /** @description How long it took, once it is over */
            seconds: number | null;
            /**
             * @description Who ended it, or why; missed: transferred, but no one answered
             * @enum {string|null}
             */
            ended: "caller" | "assistant" | "silence" | "transferred" | "missed" | "failed" | null;
        };
        /** Desk side */
        DeskSide: {
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            tags: string[];
            assignee: {
                id: string;
                name: string;
            } | null;
            /**
             * @description Who has it: the assistant, nobody yet, a person, or nobody any more
             * @enum {string}
             */
            stage: "assistant" | "waiting" | "person" | "resolved";
            /** @description The team member who replied last or took over */
            personName: string | null;
            sealed: boolean;
            /** @description The customer with this phone or email. Encrypted names are left out. */
            knownCustomer: {
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
                name: string;
            } | null;
            due: components["schemas"]["Due"] | null;
            /** @description An emergency was found, and it is not resolved or handed back */
            urgent: boolean;
            notes: components["schemas"]["Note"][];
            /** @description What became of the messages that were sent by a channel */
            deliveries: components["schemas"]["Delivery"][];
            call: components["schemas"]["Call"] | null;
        };
        /** Conversation customer */
        ConversationCustomer: {
            customer: {
                name?: string;
                phone?: string;
                /** Format: email */
                email?: string;
            };
            /** @description In which the customer was last answered */
            language: string | null;
            /** Format: date-time */
            firstSeenAt: string;
            bookings: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
                /** @enum {string} */
                kind: "reservation" | "appointment" | "training" | "class";
                /** @enum {string} */
                status: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** Format: date-time */
                startsAt: string;
                service: string | null;
                partySize: number | null;
            }[];
            conversations: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
                channel: string;
                /** @enum {string} */
                stage: "assistant" | "waiting" | "person" | "resolved";
                preview: string;
                sealed: boolean;
                /** Format: date-time */
                updatedAt: string;
            }[];
            requests: {
                id: string;
                kind: string;
                status: string;
                /** Format: date-time */
                createdAt: string;
            }[];
        };
        /** Ready reply */
        ReadyReply: {
            /** @example rep_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            title: string;
            text: string;
        };
        /** Service levels */
        ServiceLevels: {
            /**
             * @description `opening`: the time counts only while the business is open
             * @enum {string}
             */
            hours: "opening" | "always";
            /** @description `default` is for the channels without their own */
            targets: {
                default?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                api?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                widget?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                email?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                sms?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                whatsapp?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                messenger?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                instagram?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                telegram?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
                phone?: {
                    /** @description From the handoff to the first reply of a person */
                    firstResponseMinutes?: number;
                    /** @description From the handoff to the end of it */
                    resolutionMinutes?: number;
                };
            };
        };
        /** Alert device */
        AlertDevice: {
            /** @example dev_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            endpoint: string;
            userAgent: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Notifications */
        Notifications: {
            /** @description Whether this installation can send email at all */
            canSendEmail: boolean;
            /** @description `handoff.email` of the business */
            teamEmail: string | null;
            /** @description Whether the member is emailed when a customer is waiting */
            waitingEmails: boolean;
            weeklyDigest: boolean;
            /** @description The member’s devices that show alerts of this workspace */
            devices: components["schemas"]["AlertDevice"][];
            /** @description Whether somebody hears of a waiting customer, by email or on a device */
            isAnyoneAlerted: boolean;
        };
        /** Test alert */
        TestAlert: {
            /** @enum {string} */
            outcome: "delivered" | "gone" | "refused" | "unavailable";
        };
        /** Expanded request */
        ExpandedRequest: {
            id: string;
            /** @enum {string} */
            kind: "membership" | "prescription" | "return";
            status: string;
            /** @description What it may become */
            next: string[];
            /** @description Empty where it is about health */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            knownCustomer?: components["schemas"]["Customer"] | null;
        };
        /** Request */
        Request: {
            id: string;
            /** @enum {string} */
            kind: "membership" | "prescription" | "return";
            status: string;
            /** @description What it may become */
            next: string[];
            /** @description Empty where it is about health */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Widget settings */
        WidgetSettings: {
            businessName: string;
            industry: string | null;
            locale: string;
            /** @enum {string} */
            direction: "ltr" | "rtl";
            color: string;
            textColor: string;
            /** @enum {string} */
            position: "right" | "left";
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
            avatarUrl?: string;
            title: string;
            subtitle?: string;
            greeting?: string;
            placeholder?: string;
            launcherLabel?: string;
            texts: {
                [key: string]: string;
            };
            suggestions: string[];
            preChat: {
                enabled: boolean;
                fields: {
                    /** @enum {string} */
                    name: "name" | "email" | "phone";
                    required: boolean;
                }[];
                message?: string;
            };
            proactive: {
                enabled: boolean;
                afterSeconds?: number;
                pages?: string[];
                message?: string;
            };
            sound: boolean;
            rating: boolean;
            transcript: boolean;
            poweredBy: boolean;
            currency: string;
            timezone: string;
            openNow: boolean;
            /**
             * Format: date-time
             * @description While closed: the next opening, where it is known
             */
            opensAt?: string;
            phone?: string;
            emergencyNumber?: string;
        };
        /** Conversation summary */
        ConversationSummary: {
            /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "open" | "handoff" | "resolved";
            /** @enum {string} */
            channel: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
            businessType: string | null;
            businessName: string | null;
            customer: {
                name?: string;
                phone?: string;
                /** Format: email */
                email?: string;
            };
            metadata: {
                [key: string]: unknown;
            };
            episodes: {
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                resolvedAt: string | null;
            }[];
            rating: number | null;
            /** @description During a handoff, once a person of the business has replied or taken over */
            person?: {
                name?: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            preview: string;
            messageCount: number;
        };
        /** Business document */
        BusinessDocument: {
            [key: string]: unknown;
        };
        /** Widget */
        Widget: {
            /** @description We pick white or black text to match */
            color?: string;
            /** @enum {string} */
            position?: "right" | "left";
            greeting?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
            /**
             * Format: uri-reference
             * @description An `https` address, or the `avatarUrl` of an uploaded picture
             */
            avatarUrl?: string;
            title?: string;
            subtitle?: string;
            placeholder?: string;
            launcherLabel?: string;
            /** @description Override the widget’s own texts by name */
            texts?: {
                [key: string]: string;
            };
            suggestions?: string[];
            preChat?: {
                enabled: boolean;
                fields?: {
                    /** @enum {string} */
                    name: "name" | "email" | "phone";
                    required?: boolean;
                }[];
                message?: string;
            };
            proactive?: {
                enabled: boolean;
                afterSeconds?: number;
                /** @description Paths where it appears; `*` matches anything */
                pages?: string[];
                message?: string;
            };
            sound?: boolean;
            rating?: boolean;
            transcript?: boolean;
            poweredBy?: boolean;
            /** @description Only customers your website has signed in can chat */
            requireIdentity?: boolean;
        };
        /**
         * Brand
         * @description White label: with a `name`, nothing shows the service’s own brand
         */
        Brand: {
            /** @description Shown on pages, in emails and in the dashboard */
            name?: string;
            /** @description The `avatarUrl` of an uploaded picture */
            logoUrl?: string;
            /** @description For buttons and links */
            color?: string;
            /** @description Who emails come from. Left out: the brand’s name */
            senderName?: string;
        };
        /**
         * Assistant
         * @description Budgets in US cents: spent, the embedded assistant answers alone
         */
        Assistant: {
            /**
             * @description `auto`: a language model answers what the embedded assistant is not sure of
             * @enum {string}
             */
            engine?: "embedded" | "llm" | "auto";
            model?: string;
            temperature?: number;
            budget?: {
                conversationCents?: number;
                monthCents?: number;
            };
            /** @description Conversations about health may go to a model, where the operator’s agreement allows */
            healthData?: boolean;
        };
        /** Fitness */
        Fitness: {
            /** @default [] */
            classes?: {
                id?: string;
                name: string;
                description?: string;
                instructor?: string;
                level?: string;
                durationMinutes: number;
                capacity: number;
                /** Money */
                price?: number;
                /** @default [] */
                weekly?: {
                    /** @enum {string} */
                    day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                    /** @example 18:00 */
                    time: string;
                }[];
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            memberships?: {
                id?: string;
                name: string;
                description?: string;
                /** Money */
                price: number;
                /**
                 * @default month
                 * @enum {string}
                 */
                interval?: "week" | "month" | "year" | "once";
                /** @default [] */
                perks?: string[];
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            trainers?: {
                id?: string;
                name: string;
                description?: string;
                /** @default [] */
                specialties?: string[];
                /**
                 * Money
                 * @description Per hour
                 */
                price?: number;
                hours?: {
                    mon?: [
                        string,
                        string
                    ][];
                    tue?: [
                        string,
                        string
                    ][];
                    wed?: [
                        string,
                        string
                    ][];
                    thu?: [
                        string,
                        string
                    ][];
                    fri?: [
                        string,
                        string
                    ][];
                    sat?: [
                        string,
                        string
                    ][];
                    sun?: [
                        string,
                        string
                    ][];
                };
                timeOff?: {
                    from: string;
                    to: string;
                    reason?: string;
                }[];
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
        };
        /**
         * Ids in medical.visitTypes
         * @description By visit type
         */
        IdsInMedicalVisitTypes: {
            [key: string]: number;
        };
        /** Medical */
        Medical: {
            /** @default [] */
            visitTypes?: {
                id?: string;
                name: string;
                description?: string;
                /** Money */
                price?: number;
                durationMinutes: number;
                /** @default 0 */
                bufferMinutes?: number;
                bufferBeforeMinutes?: number;
                /**
                 * @description Whether new patients can book it
                 * @default true
                 */
                newPatients?: boolean;
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            providers?: {
                id?: string;
                name: string;
                specialty?: string;
                description?: string;
                /**
                 * Ids in medical.visitTypes
                 * @description IDs or names; left out: all of them
                 */
                visitTypes?: string[];
                hours?: {
                    mon?: [
                        string,
                        string
                    ][];
                    tue?: [
                        string,
                        string
                    ][];
                    wed?: [
                        string,
                        string
                    ][];
                    thu?: [
                        string,
                        string
                    ][];
                    fri?: [
                        string,
                        string
                    ][];
                    sat?: [
                        string,
                        string
                    ][];
                    sun?: [
                        string,
                        string
                    ][];
                };
                timeOff?: {
                    from: string;
                    to: string;
                    reason?: string;
                }[];
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            insurance?: {
                payer: string;
                plans: {
                    name: string;
                    accepted: boolean;
                    copay?: components["schemas"]["IdsInMedicalVisitTypes"];
                    /** @description Sample content, hidden from live customers until it is edited or kept */
                    sample?: boolean;
                }[];
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            pharmacies?: {
                id?: string;
                name: string;
                phone?: string;
                address?: string;
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /**
             * @default {
             *       "turnaroundHours": 48,
             *       "needsVisit": [
             *         "controlled"
             *       ]
             *     }
             */
            refills?: {
                /** @default 48 */
                turnaroundHours?: number;
                /**
                 * @description Medications, or `controlled` for controlled substances
                 * @default []
                 */
                needsVisit?: string[];
            };
        };
        /** Restaurant */
        Restaurant: {
            /** @default [] */
            menu?: {
                id?: string;
                name: string;
                description?: string;
                category?: string;
                /** Money */
                price?: number;
                /** @default true */
                available?: boolean;
                /** @default [] */
                diets?: ("vegan" | "vegetarian" | "gluten_free" | "halal" | "kosher" | "dairy_free" | "nut_free")[];
                /** @description Leave blank if unchecked. We’ll never call the item safe. */
                allergens?: {
                    contains: ("celery" | "crustaceans" | "egg" | "fish" | "gluten" | "lupin" | "milk" | "molluscs" | "mustard" | "nuts" | "peanut" | "sesame" | "soy" | "sulphites")[];
                    /** @default [] */
                    mayContain?: ("celery" | "crustaceans" | "egg" | "fish" | "gluten" | "lupin" | "milk" | "molluscs" | "mustard" | "nuts" | "peanut" | "sesame" | "soy" | "sulphites")[];
                    /** Format: date */
                    verifiedAt?: string;
                };
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            tables?: {
                id?: string;
                name: string;
                seats: number;
                area?: string;
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            joins?: string[][];
            /**
             * @default [
             *       {
             *         "upTo": 2,
             *         "minutes": 90
             *       },
             *       {
             *         "upTo": 999,
             *         "minutes": 120
             *       }
             *     ]
             */
            turnMinutes?: {
                upTo: number;
                minutes: number;
            }[];
            maxPartySize?: number;
        };
        /** Retail */
        Retail: {
            /** @default [] */
            products?: {
                id?: string;
                sku: string;
                name: string;
                description?: string;
                category?: string;
                /** Money */
                price: number;
                /** @description Leave blank if you don’t track stock */
                stock?: number;
                options?: {
                    [key: string]: string[];
                };
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            orders?: {
                number: string;
                /** Format: email */
                email: string;
                /** @enum {string} */
                status: "processing" | "shipped" | "delivered" | "returned";
                items: {
                    sku: string;
                    name?: string;
                    quantity: number;
                    /** Money */
                    price?: number;
                }[];
                /** @example 2026-09-14 */
                orderedAt?: string;
                /** @example 2026-09-14 */
                deliveredAt?: string;
                /** Format: uri */
                trackingUrl?: string;
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default 30 */
            returnDays?: number;
        };
        /** Salon */
        Salon: {
            /** @default [] */
            services?: {
                id?: string;
                name: string;
                description?: string;
                category?: string;
                /** Money */
                price?: number;
                durationMinutes: number;
                /** @default 0 */
                bufferMinutes?: number;
                bufferBeforeMinutes?: number;
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
            /** @default [] */
            stylists?: {
                id?: string;
                name: string;
                description?: string;
                /**
                 * Ids in salon.services
                 * @description IDs or names; left out: all of them
                 */
                services?: string[];
                hours?: {
                    mon?: [
                        string,
                        string
                    ][];
                    tue?: [
                        string,
                        string
                    ][];
                    wed?: [
                        string,
                        string
                    ][];
                    thu?: [
                        string,
                        string
                    ][];
                    fri?: [
                        string,
                        string
                    ][];
                    sat?: [
                        string,
                        string
                    ][];
                    sun?: [
                        string,
                        string
                    ][];
                };
                timeOff?: {
                    from: string;
                    to: string;
                    reason?: string;
                }[];
                /** @description Sample content, hidden from live customers until it is edited or kept */
                sample?: boolean;
            }[];
        };
        /** Proposal */
        Proposal: {
            /** @example p1 */
            id: string;
            /**
             * @description Where it goes in the document. `/-` at the end adds an entry to a list
             * @example /contact/phone
             * @example /faqs/-
             */
            pointer: string;
            /** @description Several if the website says different things */
            options: {
                value: unknown;
                /**
                 * @description Stated for programs, by the structure of the page, or in its text
                 * @enum {string}
                 */
                certainty: "markup" | "structure" | "text";
                sources: {
                    /** @description The page; empty for a file */
                    url: string;
                    /** @description What it says there */
                    quote: string;
                }[];
            }[];
            /** @description Required fields of an entry that the website does not state */
            missing: string[];
        };
        /** ImportNote */
        ImportNote: {
            /** @example hours */
            about: string;
            /** @description The page; empty for a file */
            url: string;
            /** @description What it says there */
            quote: string;
        };
        /** SiteImport */
        SiteImport: {
            /** @example imp_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            url?: string;
            /** @description The name of the PDF */
            file?: string;
            /** @enum {string} */
            status: "reading" | "ready" | "failed";
            /** @description Why it failed */
            reason: string | null;
            progress: {
                /** @description Pages read */
                read: number;
                /** @description Pages found so far */
                found: number;
            };
            proposals: components["schemas"]["Proposal"][];
            /** @description What could not be read as a value, such as “till late” */
            notes: components["schemas"]["ImportNote"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** Knowledge */
        Knowledge: {
            /** @example kn_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            title: string;
            /** @enum {string} */
            kind: "text" | "file" | "website";
            /** @description Of a website */
            url?: string;
            /** @enum {string} */
            status: "reading" | "ready" | "failed";
            /** @description Why it failed, or why a website could not be read again */
            reason: string | null;
            progress: {
                /** @description Pages read */
                read: number;
                /** @description Pages found so far */
                found: number;
            };
            /** @description How many passages are known from it */
            passages: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last read
             */
            readAt: string | null;
        };
        /** Availability check */
        AvailabilityCheck: {
            available: boolean;
            /** Format: date-time */
            startsAt: string;
            /** @enum {string} */
            reason?: "closed" | "full" | "too_soon" | "too_far" | "no_such_resource" | "not_offered" | "party_too_large";
            alternatives: {
                /** Format: date-time */
                startsAt: string;
                resource: {
                    id: string;
                    name: string;
                };
            }[];
        };
        /** Deposit */
        Deposit: {
            /** @example pay_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @description In the currency’s minor unit */
            amount: number;
            currency: string;
            /** @enum {string} */
            mode: "charge" | "hold";
            /** @enum {string} */
            status: "open" | "failed" | "expired" | "held" | "released" | "paid" | "captured" | "refunding" | "refunded" | "disputed" | "waived";
            /**
             * Format: date-time
             * @description Customers who cancel until then get it back
             */
            refundUntil: string;
            refundedAmount?: number;
            /**
             * Format: date-time
             * @description How long the booking is held for it
             */
            payBy?: string;
            /** @description The page where the customer pays, while it is awaited */
            url?: string;
            /** @description Why the payment provider has not done what was asked of it */
            error?: string;
        };
        /** Booking */
        Booking: {
            /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            kind: "reservation" | "appointment" | "training" | "class";
            industry: string;
            /** @enum {string} */
            status: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
            /** @example K7P4QX */
            code: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            timezone: string;
            partySize: number | null;
            service: {
                id: string;
                name: string;
            } | null;
            resource: {
                id: string;
                name: string;
            } | null;
            customer: {
                name: string;
                phone: string | null;
                email: string | null;
                textsAllowed?: boolean;
            };
            notes: string | null;
            version: number;
            conversationId: string | null;
            /** @description Whom it is for is health data: each reading of it is logged */
            sealed?: boolean;
            /**
             * Format: date-time
             * @description How long an offered place is held
             */
            offeredUntil?: string;
            deposit?: components["schemas"]["Deposit"];
            /**
             * Format: date-time
             * @description When the customer said that they will come
             */
            confirmedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Expanded booking */
        ExpandedBooking: {
            /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            kind: "reservation" | "appointment" | "training" | "class";
            industry: string;
            /** @enum {string} */
            status: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
            /** @example K7P4QX */
            code: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            timezone: string;
            partySize: number | null;
            service: {
                id: string;
                name: string;
            } | null;
            resource: {
                id: string;
                name: string;
            } | null;
            customer: {
                name: string;
                phone: string | null;
                email: string | null;
                textsAllowed?: boolean;
            };
            notes: string | null;
            version: number;
            conversationId: string | null;
            /** @description Whom it is for is health data: each reading of it is logged */
            sealed?: boolean;
            /**
             * Format: date-time
             * @description How long an offered place is held
             */
            offeredUntil?: string;
            deposit?: components["schemas"]["Deposit"];
            /**
             * Format: date-time
             * @description When the customer said that they will come
             */
            confirmedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            knownCustomer?: components["schemas"]["Customer"] | null;
            conversation?: components["schemas"]["ConversationSummary"] | null;
        };
        /** Prescription request */
        PrescriptionRequest: {
            /** @example rx_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "requested" | "approved" | "sent_to_pharmacy" | "ready" | "denied";
            patient: {
                name: string;
                /** Format: date */
                dateOfBirth: string;
                phone: string | null;
                email: string | null;
            };
            medication: string;
            dosage: string | null;
            pharmacy: {
                id: string | null;
                name: string;
                phone: string | null;
            };
            /** @description From the patient */
            notes: string | null;
            /** @description From the practice, with its last decision */
            note: string | null;
            /**
             * Format: date-time
             * @description When the practice usually has it done, where it has said so
             */
            expectedBy: string | null;
            conversationId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Customer profile */
        CustomerProfile: {
            /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @description Empty if unknown, and in the dashboard’s list if it is encrypted */
            name: string;
            /** @description E.164 */
            phone: string | null;
            email: string | null;
            /**
             * Format: date
             * @description Health care only
             */
            dateOfBirth?: string;
            language: string | null;
            tags: string[];
            notes: string;
            /** @description Null if they were never asked */
            consents: {
                texts: {
                    allowed: boolean;
                    /** Format: date-time */
                    at: string;
                } | null;
                marketing: {
                    allowed: boolean;
                    /** Format: date-time */
                    at: string;
                } | null;
            };
            /** @description About health: stored encrypted, and each read is logged */
            sealed: boolean;
            /**
             * Format: date-time
             * @description The latest start, upcoming bookings included
             */
            lastBookingAt: string | null;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Of customers merged into this one. Bookings with them belong to this customer too. */
            otherContacts: {
                phone: string | null;
                email: string | null;
            }[];
            stats: {
                /** @description Bookings that took place */
                visits: number;
                upcoming: number;
                noShows: number;
                canceled: number;
                /** Format: date-time */
                lastVisitAt: string | null;
                /** Format: date-time */
                nextBookingAt: string | null;
                /** @description Total price of the visits, in minor units; null without prices */
                value: number | null;
                conversations: number;
                /** @description Requests for staff to decide on */
                requests: number;
            };
        };
        /** Customer import */
        CustomerImport: {
            /** @example imp_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "running" | "finished";
            /** @description Lines with customers */
            total: number;
            /** @description How many of them have been read */
            read: number;
            created: number;
            updated: number;
            unchanged: number;
            failed: number;
            /** @description What is wrong, by line of the file; the first 500 */
            errors: {
                line: number;
                detail: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
        };
        /** Calendar feed */
        CalendarFeed: {
            /** @description A person, a table or the like, as `<industry>/<id>`; null: the whole business */
            resource: string | null;
            name: string;
            /** @description Private: anyone with this link can read the bookings, until it is reset */
            url: string;
        };
        /** CalendarConnection */
        CalendarConnection: {
            /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            provider: "caldav" | "google";
            resource: string | null;
            /** @description Whose bookings it shows */
            name: string;
            account: string;
            calendar: {
                id: string;
                name: string;
            } | null;
            /** @enum {string} */
            status: "choose_calendar" | "active" | "needs_attention";
            /** @description What is wrong, in words for people */
            problem: string | null;
            /** Format: date-time */
            lastSyncedAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** CalendarConflict */
        CalendarConflict: {
            /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
            connectionId: string;
            /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
            bookingId: string;
            code: string;
            /** Format: date-time */
            startsAt: string;
            /** Format: date-time */
            endsAt: string;
            resource: {
                id: string;
                name: string;
            } | null;
            /**
             * @description `overlap`: over when either moves. `put_back`: a change in the calendar that was not accepted.
             * @enum {string}
             */
            kind: "overlap" | "put_back";
            detail: string;
            /** Format: date-time */
            otherStartsAt: string | null;
            /** Format: date-time */
            otherEndsAt: string | null;
        };
        /** Booking notice */
        BookingNotice: {
            id: string;
            /** @enum {string} */
            about: "booking.created" | "booking.held" | "booking.rescheduled" | "booking.cancelled" | "booking.reminder" | "waitlist.offered";
            /** @description A channel such as `sms`, or `email`; null if there was no way */
            channel: string | null;
            /**
             * @description `none`: the customer was not told
             * @enum {string}
             */
            status: "pending" | "sending" | "sent" | "delivered" | "read" | "failed" | "none";
            /** @description Why it was not sent or not delivered */
            error: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Payment connection */
        PaymentConnection: {
            /** @description The account at Stripe */
            account: string;
            accountName: string | null;
            /**
             * Format: date-time
             * @description When Stripe last reported something
             */
            lastEventAt: string | null;
            /** @description Why the latest checkout could not be opened */
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Booking page */
        BookingPage: {
            enabled: boolean;
            /**
             * @description In the page’s address
             * @example bella-vista
             */
            name: string | null;
            /** @description Where customers book; null before it was first switched on */
            url: string | null;
            /** @description What customers cannot book there, as `offers` name it */
            hidden: string[];
            /** @description What customers can book, and what can be left out */
            offers: {
                name: string;
                title: string;
                entries: {
                    name: string;
                    title: string;
                }[];
            }[];
            /** @description May show the page in a frame: the origins of the publishable keys */
            websites: string[];
        };
        /** Webhook endpoint */
        WebhookEndpoint: {
            /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @example https://example.com/hooks/desk */
            url: string;
            /**
             * @example [
             *       "booking.created",
             *       "conversation.*"
             *     ]
             */
            events: string[];
            description: string | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description Asked for by PATCH, the receiver answered 410, or five days of nothing but failures
             * @enum {string|null}
             */
            disabledBecause: "asked" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description Nothing but failures since then
             */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Webhook delivery */
        WebhookDelivery: {
            /** @example dlv_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /**
             * @description The header `webhook-id`
             * @example evt_01k9z0v3w8e5r7t2y4u6i8o0pa
             */
            eventId: string;
            /** @example booking.created */
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: {
                /** Format: date-time */
                at: string;
                responseStatus: number | null;
                durationMs: number;
                /**
                 * @description Why there was no answer
                 * @example timed_out
                 * @example connection_refused
                 * @example connection_lost
                 * @example name_not_found
                 * @example tls_failed
                 */
                error: string | null;
            }[];
            /**
             * Format: date-time
             * @description Null where it is sent at once, or no more
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Expanded event */
        ExpandedEvent: {
            /**
             * @description The `webhook-id` of its deliveries
             * @example evt_01k9z0v3w8e5r7t2y4u6i8o0pa
             */
            id: string;
            /** @example booking.created */
            type: string;
            /** Format: date-time */
            timestamp: string;
            /** @description As sent to webhooks */
            data: {
                [key: string]: unknown;
            };
            booking?: components["schemas"]["Booking"] | null;
            conversation?: components["schemas"]["ConversationSummary"] | null;
            knownCustomer?: components["schemas"]["Customer"] | null;
        };
        /** ChannelKind */
        ChannelKind: {
            kind: string;
            title: string;
            summary: string;
            /** @description Whether the plan has it */
            available: boolean;
            fields: {
                name: string;
                title: string;
                description?: string;
                required: boolean;
                secret: boolean;
                options?: string[];
                /** @description Needed if that field has that value */
                onlyFor?: {
                    field: string;
                    value: string;
                };
            }[];
        };
        /** ChannelConnection */
        ChannelConnection: {
            /** @example chn_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            kind: string;
            /** @description What customers write to */
            address: string;
            /** @enum {string} */
            status: "active" | "paused";
            settings: {
                [key: string]: unknown;
            };
            /** @description Where the provider sends messages; for admins with the secret, if it needs one */
            webhookUrl: string;
            /** Format: date-time */
            lastReceivedAt: string | null;
            /** Format: date-time */
            lastSentAt: string | null;
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Totals */
        Totals: {
            conversations: number;
            messages: number;
            apiCalls: number;
            bookings: number;
            bookingValue: number;
            resolved: number;
            handoffs: number;
            afterHoursBookings: number;
            resolutionRate: number | null;
            durableResolutionRate: number | null;
            averageRating: number | null;
            ratings: number;
            handoffsAnswered: number;
            averageHandoffWaitSeconds: number | null;
        };
        /** Analytics */
        Analytics: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day" | "week" | "month";
            timezone: string;
            totals: components["schemas"]["Totals"];
            /** @description With `compare` */
            previous?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                totals: components["schemas"]["Totals"];
            };
            series: {
                /** Format: date-time */
                at: string;
                conversations: number;
                messages: number;
                apiCalls: number;
                bookings: number;
                bookingValue: number;
                resolved: number;
                handoffs: number;
                afterHoursBookings: number;
            }[];
            intents: {
                intent: string;
                count: number;
            }[];
            gaps: {
                id: string;
                question: string;
                count: number;
                /** Format: date-time */
                lastAskedAt: string;
                examples: string[];
            }[];
            channels: {
                channel: string;
                conversations: number;
            }[];
            engines: {
                engine: string;
                messages: number;
            }[];
            engineReasons: {
                /** @description Why that engine answered */
                reason: string;
                messages: number;
            }[];
            handoffReasons: {
                reason: string;
                count: number;
            }[];
            calls: {
                method: string;
                route: string;
                status: number;
                count: number;
            }[];
            latencyMs: {
                p50: number | null;
                p95: number | null;
                p99: number | null;
            };
            usage: {
                /** @description For which a language model was asked */
                replies: number;
                /** @description In which a language model was asked for the first time */
                conversations: number;
                inputTokens: number;
                outputTokens: number;
                /** @description In millionths of a US dollar, by list prices */
                cost: number;
                averageLatencyMs: number | null;
                /** @description Sentences of a language model that were not let out, by what was wrong with them */
                dropped: {
                    why: string;
                    count: number;
                }[];
            };
            /** @description Targets that started in the range, by what became of them */
            serviceLevels: {
                channel: string;
                /** @enum {string} */
                kind: "first_response" | "resolution";
                met: number;
                missed: number;
            }[];
            quota: {
                /** @enum {string} */
                plan: "starter" | "professional" | "business";
                limit: number | null;
                used: number;
                /** Format: date-time */
                resetsAt: string;
            };
        };
        /** Report */
        Report: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            timezone: string;
            satisfaction: {
                average: number | null;
                ratings: number;
            };
            /** @description How long customers who needed a person waited for the first reply */
            teamReplies: {
                handoffs: number;
                answered: number;
                averageWaitSeconds: number | null;
            };
            resolution: {
                resolved: number;
                rate: number | null;
                durableRate: number | null;
            };
            /** @description Made in the range; values in the smallest unit of the currency */
            bookings: {
                count: number;
                value: number;
                afterHours: number;
                afterHoursValue: number;
            };
            /** @description Bookings that begin in the range. Past ones that nobody marked as a no-show count as attended */
            visits: {
                attended: number;
                upcoming: number;
                noShows: number;
                canceled: number;
                noShowRate: number | null;
            };
            /** @description Sums over the same hour of the same weekday; hours in which nothing happened are left out */
            busiestHours: {
                /** @enum {string} */
                weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                hour: number;
                conversations: number;
                /** @description Made in this hour */
                bookings: number;
                /** @description That begin in this hour */
                visits: number;
            }[];
            /** @description With `compare` */
            previous?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                satisfaction: {
                    average: number | null;
                    ratings: number;
                };
                /** @description How long customers who needed a person waited for the first reply */
                teamReplies: {
                    handoffs: number;
                    answered: number;
                    averageWaitSeconds: number | null;
                };
                resolution: {
                    resolved: number;
                    rate: number | null;
                    durableRate: number | null;
                };
                /** @description Made in the range; values in the smallest unit of the currency */
                bookings: {
                    count: number;
                    value: number;
                    afterHours: number;
                    afterHoursValue: number;
                };
                /** @description Bookings that begin in the range. Past ones that nobody marked as a no-show count as attended */
                visits: {
                    attended: number;
                    upcoming: number;
                    noShows: number;
                    canceled: number;
                    noShowRate: number | null;
                };
            };
        };
        /** Key */
        Key: {
            /** @example key_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            name: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            kind: "secret" | "publishable";
            /** @description The last four characters */
            hint: string;
            /** @description All where null */
            scopes: string[] | null;
            origins: string[] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description To within half a minute
             */
            lastUsedAt: string | null;
        };
        /** Shown brand */
        ShownBrand: {
            name: string;
            logoUrl?: string;
            color?: string;
            senderName: string;
        };
        /** Brand domain */
        BrandDomain: {
            domain: string;
            /** @enum {string} */
            status: "pending" | "verified";
            /** @description What the domain’s DNS must have */
            record: {
                /** @enum {string} */
                type: "TXT";
                name: string;
                value: string;
            };
            /** Format: date-time */
            checkedAt: string | null;
            /** Format: date-time */
            verifiedAt: string | null;
        };
        /** Plan */
        Plan: {
            /** @enum {string} */
            plan: "starter" | "professional" | "business";
            /** @description No limit where null */
            callsPerMonth: number | null;
            burstPerMinute: number;
            templates: number | string;
            channels: string[];
            /** @description What the plan adds, in words */
            also: string[];
            /** @description What the plan adds to the smaller ones */
            features: {
                name: string;
                label: string;
                /**
                 * @description The software itself, or people at the operator
                 * @enum {string}
                 */
                providedBy: "software" | "operator";
            }[];
        };
        /** Plan request */
        PlanRequest: {
            /** @enum {string} */
            plan: "starter" | "professional" | "business";
            /** @enum {string} */
            status: "open" | "declined";
            note: string | null;
            /** @description Why it was declined, where that was said */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** Operator plan request */
        OperatorPlanRequest: {
            /** @example prq_01k9z0v3w8e5r7t2y4u6i8o0pa */
            id: string;
            /** @enum {string} */
            status: "open" | "granted" | "declined" | "withdrawn";
            /**
             * @description The one that is asked for
             * @enum {string}
             */
            plan: "starter" | "professional" | "business";
            note: string | null;
            /** @description Why it was declined */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            decidedAt: string | null;
            askedBy: {
                name: string;
                email: string;
            } | null;
            /** @description Null where the command line did, or the owner */
            decidedBy: string | null;
            workspace: {
                id: string;
                name: string;
                /** @enum {string} */
                plan: "starter" | "professional" | "business";
                /** @description Calls this month */
                used: number;
                limit: number | null;
                /** Format: date-time */
                createdAt: string;
            };
        };
        /** Workspace */
        Workspace: {
            id: string;
            name: string;
            plan: string;
            /** @enum {string} */
            role: "read-only" | "agent" | "admin" | "owner";
            /**
             * Format: date-time
             * @description When it is removed for good, where that was asked for
             */
            deletesAt: string | null;
        };
        /** Member */
        Member: {
            userId: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "read-only" | "agent" | "admin" | "owner";
            /** Format: date-time */
            createdAt: string;
        };
        /** Reset link */
        ResetLink: {
            link: string;
        };
        /** Invitation */
        Invitation: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "read-only" | "agent" | "admin" | "owner";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description To pass on by hand, where this installation can’t send email */
            link: string | null;
        };
        /** Incident */
        Incident: {
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description Null while it goes on
             */
            endedAt: string | null;
            /** @enum {string} */
            state: "slow" | "down";
            components: ("api" | "assistant" | "database" | "jobs" | "channels")[];
            summary: string;
        };
        /** Status */
        Status: {
            /** @enum {string} */
            status: "up" | "slow" | "down";
            /**
             * Format: date-time
             * @description The first measured minute
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description The availability that the operator promises, from 0 to 1 */
            promise: number | null;
            /** @description Null where nothing was measured. A slow minute is available */
            availability: number | null;
            measuredMinutes: number;
            downMinutes: number;
            slowMinutes: number;
            components: {
                /** @enum {string} */
                name: "api" | "assistant" | "database" | "jobs" | "channels";
                label: string;
                /** @enum {string} */
                status: "up" | "slow" | "down";
                /** @description Null where nothing was measured. A slow minute is available */
                availability: number | null;
                measuredMinutes: number;
                downMinutes: number;
                slowMinutes: number;
                days: {
                    /** Format: date */
                    date: string;
                    /** @description Null where nothing was measured. A slow minute is available */
                    availability: number | null;
                    measuredMinutes: number;
                    downMinutes: number;
                    slowMinutes: number;
                }[];
            }[];
            incidents: components["schemas"]["Incident"][];
            months: string[];
        };
        /** Availability report */
        AvailabilityReport: {
            month: string;
            /** @description False while the month lasts */
            isComplete: boolean;
            /** @description Null without a promise or measurements */
            isPromiseKept: boolean | null;
            /**
             * Format: date-time
             * @description The first measured minute
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description The availability that the operator promises, from 0 to 1 */
            promise: number | null;
            /** @description Null where nothing was measured. A slow minute is available */
            availability: number | null;
            measuredMinutes: number;
            downMinutes: number;
            slowMinutes: number;
            components: {
                /** @enum {string} */
                name: "api" | "assistant" | "database" | "jobs" | "channels";
                label: string;
                /** @enum {string} */
                status: "up" | "slow" | "down";
                /** @description Null where nothing was measured. A slow minute is available */
                availability: number | null;
                measuredMinutes: number;
                downMinutes: number;
                slowMinutes: number;
                days: {
                    /** Format: date */
                    date: string;
                    /** @description Null where nothing was measured. A slow minute is available */
                    availability: number | null;
                    measuredMinutes: number;
                    downMinutes: number;
                    slowMinutes: number;
                }[];
            }[];
            incidents: components["schemas"]["Incident"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type Receipt = components['schemas']['Receipt'];
export type Card = components['schemas']['Card'];
export type Asked = components['schemas']['Asked'];
export type ChatReply = components['schemas']['ChatReply'];
export type Customer = components['schemas']['Customer'];
export type ExpandedConversationSummary = components['schemas']['ExpandedConversationSummary'];
export type Message = components['schemas']['Message'];
export type ExpandedConversation = components['schemas']['ExpandedConversation'];
export type Conversation = components['schemas']['Conversation'];
export type Due = components['schemas']['Due'];
export type InboxConversation = components['schemas']['InboxConversation'];
export type Note = components['schemas']['Note'];
export type Delivery = components['schemas']['Delivery'];
export type Call = components['schemas']['Call'];
export type DeskSide = components['schemas']['DeskSide'];
export type ConversationCustomer = components['schemas']['ConversationCustomer'];
export type ReadyReply = components['schemas']['ReadyReply'];
export type ServiceLevels = components['schemas']['ServiceLevels'];
export type AlertDevice = components['schemas']['AlertDevice'];
export type Notifications = components['schemas']['Notifications'];
export type TestAlert = components['schemas']['TestAlert'];
export type ExpandedRequest = components['schemas']['ExpandedRequest'];
export type Request = components['schemas']['Request'];
export type WidgetSettings = components['schemas']['WidgetSettings'];
export type ConversationSummary = components['schemas']['ConversationSummary'];
export type BusinessDocument = components['schemas']['BusinessDocument'];
export type Widget = components['schemas']['Widget'];
export type Brand = components['schemas']['Brand'];
export type Assistant = components['schemas']['Assistant'];
export type Fitness = components['schemas']['Fitness'];
export type IdsInMedicalVisitTypes = components['schemas']['IdsInMedicalVisitTypes'];
export type Medical = components['schemas']['Medical'];
export type Restaurant = components['schemas']['Restaurant'];
export type Retail = components['schemas']['Retail'];
export type Salon = components['schemas']['Salon'];
export type Proposal = components['schemas']['Proposal'];
export type ImportNote = components['schemas']['ImportNote'];
export type SiteImport = components['schemas']['SiteImport'];
export type Knowledge = components['schemas']['Knowledge'];
export type AvailabilityCheck = components['schemas']['AvailabilityCheck'];
export type Deposit = components['schemas']['Deposit'];
export type Booking = components['schemas']['Booking'];
export type ExpandedBooking = components['schemas']['ExpandedBooking'];
export type PrescriptionRequest = components['schemas']['PrescriptionRequest'];
export type CustomerProfile = components['schemas']['CustomerProfile'];
export type CustomerImport = components['schemas']['CustomerImport'];
export type CalendarFeed = components['schemas']['CalendarFeed'];
export type CalendarConnection = components['schemas']['CalendarConnection'];
export type CalendarConflict = components['schemas']['CalendarConflict'];
export type BookingNotice = components['schemas']['BookingNotice'];
export type PaymentConnection = components['schemas']['PaymentConnection'];
export type BookingPage = components['schemas']['BookingPage'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type ExpandedEvent = components['schemas']['ExpandedEvent'];
export type ChannelKind = components['schemas']['ChannelKind'];
export type ChannelConnection = components['schemas']['ChannelConnection'];
export type Totals = components['schemas']['Totals'];
export type Analytics = components['schemas']['Analytics'];
export type Report = components['schemas']['Report'];
export type Key = components['schemas']['Key'];
export type ShownBrand = components['schemas']['ShownBrand'];
export type BrandDomain = components['schemas']['BrandDomain'];
export type Plan = components['schemas']['Plan'];
export type PlanRequest = components['schemas']['PlanRequest'];
export type OperatorPlanRequest = components['schemas']['OperatorPlanRequest'];
export type Workspace = components['schemas']['Workspace'];
export type Member = components['schemas']['Member'];
export type ResetLink = components['schemas']['ResetLink'];
export type Invitation = components['schemas']['Invitation'];
export type Incident = components['schemas']['Incident'];
export type Status = components['schemas']['Status'];
export type AvailabilityReport = components['schemas']['AvailabilityReport'];
export interface operations {
    "POST /api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Are you open on Friday evening?",
                 *       "businessName": "Bella Vista"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Required, unless `messages` is sent: 1 to 4,000 characters after trimming
                     * @example Table for 4 tomorrow at 7:30?
                     */
                    message?: string;
                    /** @enum {string} */
                    businessType?: "fitness" | "medical" | "restaurant" | "retail" | "salon";
                    /** @description With a publishable key it is ignored: the document’s name holds */
                    businessName?: string;
                    /**
                     * @description Goes on with that conversation; left out, a new one begins
                     * @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa
                     */
                    conversationId?: string;
                    customer?: {
                        name?: string;
                        phone?: string;
                        /** Format: email */
                        email?: string;
                    };
                    /** @enum {string} */
                    channel?: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
                    locale?: string;
                    /** @description At most 4 KiB */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    explain?: boolean;
                    /**
                     * @description Who answers this message; only in the sandbox, and not from a page
                     * @enum {string}
                     */
                    engine?: "embedded" | "llm" | "auto";
                    /** @description As the AI SDK’s `useChat` sends them, in place of `message` */
                    messages?: {
                        role: string;
                        parts: {
                            type: string;
                        }[];
                    }[];
                    /** @description The AI SDK’s own id of the chat; not used */
                    id?: string;
                    /** @description Of the AI SDK; not used */
                    trigger?: string;
                    /** @description Of the AI SDK; not used */
                    messageId?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatReply"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/chat/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Are you open on Friday evening?",
                 *       "businessName": "Bella Vista"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Required, unless `messages` is sent: 1 to 4,000 characters after trimming
                     * @example Table for 4 tomorrow at 7:30?
                     */
                    message?: string;
                    /** @enum {string} */
                    businessType?: "fitness" | "medical" | "restaurant" | "retail" | "salon";
                    /** @description With a publishable key it is ignored: the document’s name holds */
                    businessName?: string;
                    /**
                     * @description Goes on with that conversation; left out, a new one begins
                     * @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa
                     */
                    conversationId?: string;
                    customer?: {
                        name?: string;
                        phone?: string;
                        /** Format: email */
                        email?: string;
                    };
                    /** @enum {string} */
                    channel?: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
                    locale?: string;
                    /** @description At most 4 KiB */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    explain?: boolean;
                    /**
                     * @description Who answers this message; only in the sandbox, and not from a page
                     * @enum {string}
                     */
                    engine?: "embedded" | "llm" | "auto";
                    /** @description As the AI SDK’s `useChat` sends them, in place of `message` */
                    messages?: {
                        role: string;
                        parts: {
                            type: string;
                        }[];
                    }[];
                    /** @description The AI SDK’s own id of the chat; not used */
                    id?: string;
                    /** @description Of the AI SDK; not used */
                    trigger?: string;
                    /** @description Of the AI SDK; not used */
                    messageId?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/conversations": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "open" | "handoff" | "resolved";
                channel?: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
                /** @description Created at or after this time or day */
                from?: string;
                /** @description Created before this time or day */
                to?: string;
                /** @description Words of one message, the last of which may be a beginning (`"…"` together, `OR`, `-without`), or a part of the customer’s name, phone or e-mail. Conversations about health are stored sealed and are not found. */
                q?: string;
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: "knownCustomer"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedConversationSummary"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/conversations/{id}": {
        parameters: {
            query?: {
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: "knownCustomer"[];
            };
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedConversation"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Yes, we have a high chair."
                 *     }
                 */
                "application/json": {
                    text: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/conversations/{id}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/conversations/{id}/handback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/conversations/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/conversations/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rating": 5,
                 *       "comment": "Quick and friendly"
                 *     }
                 */
                "application/json": {
                    rating: number;
                    comment?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/conversations/{id}/events": {
        parameters: {
            query?: {
                /**
                 * @description The last message that is known already
                 * @example msg_01k9z0v3w8e5r7t2y4u6i8o0pa
                 */
                after?: string;
            };
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/conversations/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/assistant/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of the workspace’s own key; null where it has none
                         * @enum {string|null}
                         */
                        provider: "openai" | "anthropic" | "google" | null;
                        baseUrl: string | null;
                        /** @description The key’s last characters */
                        keyHint: string | null;
                        /** Format: date-time */
                        updatedAt: string | null;
                        /** @description What the operator provides to workspaces without a key of their own */
                        deployment: {
                            /** @enum {string} */
                            provider: "openai" | "anthropic" | "google";
                            model: string;
                        } | null;
                        /** @description The operator’s agreement covers health data */
                        healthAgreement: boolean;
                        /** @description In millionths of a US dollar, by list prices */
                        spentThisMonth: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/v1/assistant/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    provider: "openai" | "anthropic" | "google";
                    apiKey: string;
                    /** @description In place of the provider’s own; for `openai` any server that speaks its chat completions */
                    baseUrl?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of the workspace’s own key; null where it has none
                         * @enum {string|null}
                         */
                        provider: "openai" | "anthropic" | "google" | null;
                        baseUrl: string | null;
                        /** @description The key’s last characters */
                        keyHint: string | null;
                        /** Format: date-time */
                        updatedAt: string | null;
                        /** @description What the operator provides to workspaces without a key of their own */
                        deployment: {
                            /** @enum {string} */
                            provider: "openai" | "anthropic" | "google";
                            model: string;
                        } | null;
                        /** @description The operator’s agreement covers health data */
                        healthAgreement: boolean;
                        /** @description In millionths of a US dollar, by list prices */
                        spentThisMonth: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/assistant/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/conversations/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "dana@example.com"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /**
                         * @description `confirmation`: the transcript follows once the link in that mail is used
                         * @enum {string}
                         */
                        sent: "transcript" | "confirmation";
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/inbox/conversations": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "open" | "handoff" | "resolved";
                /** @description Who has it */
                stage?: "assistant" | "waiting" | "person" | "resolved";
                channel?: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
                /** @description The id of somebody of the team, or `me` */
                assignee?: string;
                tag?: string;
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Only those in which an emergency was found */
                urgent?: boolean;
                /** @description Also who wrote what in those about health. Each is logged as read. */
                reveal?: boolean;
                /** @description Created at or after this time or day */
                from?: string;
                /** @description Created before this time or day */
                to?: string;
                q?: string;
                /** @description `updatedAt` of the one in `starting_after`, which may have moved up since */
                active_before?: string;
                /** @description With `sort=due`: `due.at` of the one in `starting_after`, which may have ended since */
                due_after?: string;
                /** @description `due`: only conversations with a running target, the one due first coming first */
                sort?: "activity" | "due";
                /** @description These alone, with commas between them */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["InboxConversation"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/inbox/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskSide"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/inbox/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "vip"
                 *       ]
                 *     }
                 */
                "application/json": {
                    tags?: string[];
                    assigneeId?: string | null;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeskSide"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/inbox/conversations/{id}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/inbox/conversations/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called back, all settled."
                 *     }
                 */
                "application/json": {
                    text: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/inbox/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example note_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of the handoffs, those that no person has answered yet */
                        waiting: number;
                        /** @description Of those waiting, the emergencies */
                        urgent: number;
                        /** @description Of the handoffs, those that somebody has */
                        withTeam: number;
                        /** @description With the assistant; counted up to 1,000 */
                        open: number;
                        /** @description Started today in the business’s time zone; counted up to 1,000 */
                        today: number;
                        mine: number;
                        /** @description With a running target; null without service levels */
                        due: number | null;
                        team: {
                            id: string;
                            name: string;
                        }[];
                        tags: string[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/conversations/{id}/customer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example conv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationCustomer"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/inbox/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReadyReply"][];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/inbox/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Parking",
                 *       "text": "You can park behind the house."
                 *     }
                 */
                "application/json": {
                    title: string;
                    text: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyReply"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/inbox/replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rep_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/service-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the plan has service levels */
                        available: boolean;
                        serviceLevels: components["schemas"]["ServiceLevels"] | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/service-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceLevels"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLevels"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/service-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/inbox/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    waitingEmails?: boolean;
                    weeklyDigest?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/notifications/push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        publicKey: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/notifications/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The URL that the browser’s push service gave the page */
                    endpoint: string;
                    keys: {
                        /** @description A P-256 public key, 65 bytes in base64url */
                        p256dh: string;
                        /** @description 16 bytes in base64url */
                        auth: string;
                    };
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDevice"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/notifications/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dev_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/notifications/devices/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dev_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestAlert"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/notifications/sign-out-device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The URL that the browser’s push service gave the page */
                    endpoint: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/requests": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                kind?: "membership" | "prescription" | "return";
                status?: string;
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Only those that nobody has decided about yet */
                undecided?: boolean;
                format?: "json" | "csv" | "ndjson";
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: "knownCustomer"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedRequest"][];
                        has_more: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mbr_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    status: "in_progress" | "done" | "declined" | "approved" | "received" | "refunded";
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Request"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/widget/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description An earlier token */
                    visitor?: string;
                    identity?: string;
                    /** @description The visitor’s, such as `fr`: suggestions are offered in it */
                    language?: string;
                    /** @enum {string} */
                    businessType?: "fitness" | "medical" | "restaurant" | "retail" | "salon";
                    /**
                     * @deprecated
                     * @description Ignored: the document’s name holds
                     */
                    businessName?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        visitor: {
                            /** @example vis_01k9z0v3w8e5r7t2y4u6i8o0pa */
                            id: string;
                            verified: boolean;
                            name?: string;
                        };
                        settings: components["schemas"]["WidgetSettings"];
                        conversation: components["schemas"]["Conversation"] | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/widget/defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["WidgetSettings"];
                        locked: {
                            [key: string]: "starter" | "professional" | "business";
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/widget/conversations": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ConversationSummary"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/widget/identity-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/widget/identity-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/widget/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSlsFAAHgATOzX0p2AAAAAElFTkSuQmCC"
                 *     }
                 */
                "application/json": {
                    /** @description The bytes, in base64 */
                    image: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description For the document’s `widget` */
                        avatarUrl: string;
                        /** @description Where browsers find it */
                        url: string;
                        width: number;
                        height: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/widget/pictures/{id}": {
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
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "industry": "fitness"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    industry: "fitness" | "medical" | "restaurant" | "retail" | "salon";
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        industry: string;
                        config: components["schemas"]["BusinessDocument"];
                        widget: {
                            snippet: string;
                        };
                        next: string[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDocument"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Bella Vista",
                 *       "greeting": "Welcome to Bella Vista!"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string;
                    country?: string;
                    /** @example America/New_York */
                    timezone?: string;
                    currency?: string;
                    locale?: string;
                    /** @enum {string} */
                    tone?: "friendly" | "formal";
                    greeting?: string;
                    contact?: {
                        /**
                         * Phone number
                         * @description As local customers dial it, or in international format starting with +
                         */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        address?: string;
                        /**
                         * Web address
                         * @description Start with https://
                         */
                        website?: string;
                    };
                    hours?: {
                        mon?: [
                            string,
                            string
                        ][];
                        tue?: [
                            string,
                            string
                        ][];
                        wed?: [
                            string,
                            string
                        ][];
                        thu?: [
                            string,
                            string
                        ][];
                        fri?: [
                            string,
                            string
                        ][];
                        sat?: [
                            string,
                            string
                        ][];
                        sun?: [
                            string,
                            string
                        ][];
                    };
                    closures?: {
                        /** Format: date */
                        from: string;
                        /** Format: date */
                        to: string;
                        reason?: string;
                        /** @description Sample content, hidden from live customers until it is edited or kept */
                        sample?: boolean;
                    }[];
                    services?: {
                        name: string;
                        description?: string;
                        /** Money */
                        price?: number;
                        /** @description Sample content, hidden from live customers until it is edited or kept */
                        sample?: boolean;
                    }[];
                    faqs?: {
                        question: string;
                        answer: string;
                        /** @description Sample content, hidden from live customers until it is edited or kept */
                        sample?: boolean;
                    }[];
                    policies?: {
                        cancellation?: string;
                        deposit?: string;
                        lateArrival?: string;
                        returns?: string;
                    };
                    booking?: {
                        noticeMinutes: number;
                        horizonDays: number;
                        slotMinutes: number;
                        cancelUntilMinutes: number;
                        /**
                         * @description When to remind customers of a booking. Left out: a day before; an empty list: never
                         * @example [
                         *       {
                         *         "beforeMinutes": 1440
                         *       },
                         *       {
                         *         "beforeMinutes": 120
                         *       }
                         *     ]
                         */
                        reminders?: {
                            beforeMinutes: number;
                        }[];
                        /** @description Email customers when a booking is made, moved or canceled (true) */
                        confirmations?: boolean;
                    };
                    deposits?: {
                        /** @description Where several apply, the largest deposit is asked */
                        rules: {
                            /** @description Only for these services, classes or visit types, by id */
                            services?: string[];
                            /** @description Only for parties of this size or more */
                            minPartySize?: number;
                            /** @description Only for bookings that take this long or longer */
                            minMinutes?: number;
                            /**
                             * Money
                             * @description The same for every booking. Give one of `fixed`, `perPerson` and `percent`
                             */
                            fixed?: number;
                            /**
                             * Money
                             * @description For each person of the party
                             */
                            perPerson?: number;
                            /** @description Of the price; nothing is asked where it is unknown */
                            percent?: number;
                            /**
                             * @description `charge`: paid when booking. `hold`: reserved on the card, charged for a no-show, and released after the visit; cards hold money for a week, so bookings further ahead are charged
                             * @enum {string}
                             */
                            mode: "charge" | "hold";
                            /** @description Customers who cancel at least this long before the start get it back */
                            refundUntilHours: number;
                        }[];
                        /** @description How long a booking is held for its deposit; 30 if left out */
                        payWithinMinutes?: number;
                    };
                    handoff?: {
                        /**
                         * Format: email
                         * @description We email this address when a customer is waiting
                         */
                        email?: string;
                        message?: string;
                    };
                    safety?: {
                        /** @description Given in an emergency along with your country’s emergency number */
                        onCall?: string;
                        /**
                         * @description If a customer uses one of these words, we hand off right away
                         * @example [
                         *       "lawyer",
                         *       "press"
                         *     ]
                         */
                        personWords?: string[];
                    };
                    retentionDays?: number;
                    /**
                     * @description Fields that still hold sample content, as JSON pointers, hidden from live customers. A field that is edited, or left out here, is your own
                     * @example [
                     *       "/hours",
                     *       "/policies/cancellation"
                     *     ]
                     */
                    samples?: string[];
                    widget?: components["schemas"]["Widget"];
                    brand?: components["schemas"]["Brand"];
                    assistant?: components["schemas"]["Assistant"];
                    digest?: {
                        /** @description A weekly email to the owners on Mondays; left out, it is sent */
                        weekly: boolean;
                    };
                    industry?: string | null;
                    industries?: ("fitness" | "medical" | "restaurant" | "retail" | "salon")[];
                    fitness?: components["schemas"]["Fitness"];
                    medical?: components["schemas"]["Medical"];
                    restaurant?: components["schemas"]["Restaurant"];
                    retail?: components["schemas"]["Retail"];
                    salon?: components["schemas"]["Salon"];
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDocument"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/config/versions": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            /** @description The version as text */
                            id: string;
                            version: number;
                            /** Format: date-time */
                            createdAt: string;
                            by: string;
                        }[];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/config/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDocument"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/config/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        industries: {
                            name: string;
                            title: string;
                            summary: string;
                            does: string[];
                        }[];
                        schema: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/config/industries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        industries: {
                            name: string;
                            icon: string | null;
                            isHealthCare: boolean;
                            /** @description The field of its part of the document that lists who or what a booking takes up */
                            resources: string | null;
                            /** @description The field in its section that lists what it sells: the first list in that section */
                            offer: string | null;
                            capabilities: {
                                name: string;
                                summary: string;
                            }[];
                            /** @description What it leaves for the team to decide */
                            requests: string[];
                            /** @description The same with their names */
                            requestKinds: {
                                kind: string;
                                title: string;
                                pluralTitle: string;
                                /** @description Where one is read and decided, if its details are encrypted; else `/api/requests` */
                                path: string | null;
                            }[];
                            /** @description The policies that its customers ask about */
                            policies: string[];
                            bookings: {
                                capability: string;
                                title: string;
                                /** @description With `:occurrenceId` where a place in a meeting is booked */
                                path: string;
                                /** @description The path that lists the meetings, if it books places in them */
                                meetings?: string;
                                form: {
                                    [key: string]: unknown;
                                };
                            }[];
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/config/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                        /** Format: date-time */
                        createdAt: string;
                        by: string;
                        document: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/config/from-live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    overwrite?: boolean;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sandbox has kept its own */
                        edited: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/config/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    keep?: string[];
                    remove?: string[];
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDocument"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/config/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example https://www.example.com */
                    url?: string;
                    file?: {
                        /** @example price-list.pdf */
                        name: string;
                        /** @description The bytes, at most 10 MiB */
                        base64: string;
                    };
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteImport"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/config/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteImport"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/config/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/config/imports/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accept: {
                        /** @example p1 */
                        id: string;
                        /** @description As edited or chosen by the owner. Left out: the only option */
                        value?: unknown;
                    }[];
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDocument"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/checkup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of the document, now; its checkup follows a change by itself */
                        version: number;
                        latest: {
                            /** @description null: a draft */
                            version: number | null;
                            /** Format: date-time */
                            createdAt: string;
                            passed: number;
                            failed: number;
                            skipped: number;
                            /** @description The version that `changes` compares with */
                            since: number | null;
                            /** @description `answer`: another answer, in drafts alone; day by day answers change by themselves */
                            changes: {
                                id: string;
                                /** @enum {string} */
                                change: "failing" | "passing" | "answer";
                            }[];
                            results: {
                                /**
                                 * @description The same question in every version
                                 * @example hours/mon
                                 */
                                id: string;
                                /** @example prices */
                                topic: string;
                                turns: {
                                    asked: string;
                                    answered: string;
                                }[];
                                expected: (string | string[])[];
                                /** @description It had to be read back, ready for a yes */
                                books: boolean;
                                passed: boolean;
                                /**
                                 * @description Where the document says so: a JSON pointer
                                 * @example /hours
                                 */
                                at: string;
                            }[];
                            /** @description Issues with the document itself, and where to fix them */
                            findings: {
                                id: string;
                                text: string;
                                at: string;
                            }[];
                        } | null;
                        history: {
                            version: number;
                            /** Format: date-time */
                            createdAt: string;
                            passed: number;
                            failed: number;
                            skipped: number;
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/checkup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    config?: {
                        name?: string;
                        description?: string;
                        country?: string;
                        /** @example America/New_York */
                        timezone?: string;
                        currency?: string;
                        locale?: string;
                        /** @enum {string} */
                        tone?: "friendly" | "formal";
                        greeting?: string;
                        contact?: {
                            /**
                             * Phone number
                             * @description As local customers dial it, or in international format starting with +
                             */
                            phone?: string;
                            /** Format: email */
                            email?: string;
                            address?: string;
                            /**
                             * Web address
                             * @description Start with https://
                             */
                            website?: string;
                        };
                        hours?: {
                            mon?: [
                                string,
                                string
                            ][];
                            tue?: [
                                string,
                                string
                            ][];
                            wed?: [
                                string,
                                string
                            ][];
                            thu?: [
                                string,
                                string
                            ][];
                            fri?: [
                                string,
                                string
                            ][];
                            sat?: [
                                string,
                                string
                            ][];
                            sun?: [
                                string,
                                string
                            ][];
                        };
                        closures?: {
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            to: string;
                            reason?: string;
                            /** @description Sample content, hidden from live customers until it is edited or kept */
                            sample?: boolean;
                        }[];
                        services?: {
                            name: string;
                            description?: string;
                            /** Money */
                            price?: number;
                            /** @description Sample content, hidden from live customers until it is edited or kept */
                            sample?: boolean;
                        }[];
                        faqs?: {
                            question: string;
                            answer: string;
                            /** @description Sample content, hidden from live customers until it is edited or kept */
                            sample?: boolean;
                        }[];
                        policies?: {
                            cancellation?: string;
                            deposit?: string;
                            lateArrival?: string;
                            returns?: string;
                        };
                        booking?: {
                            noticeMinutes: number;
                            horizonDays: number;
                            slotMinutes: number;
                            cancelUntilMinutes: number;
                            /**
                             * @description When to remind customers of a booking. Left out: a day before; an empty list: never
                             * @example [
                             *       {
                             *         "beforeMinutes": 1440
                             *       },
                             *       {
                             *         "beforeMinutes": 120
                             *       }
                             *     ]
                             */
                            reminders?: {
                                beforeMinutes: number;
                            }[];
                            /** @description Email customers when a booking is made, moved or canceled (true) */
                            confirmations?: boolean;
                        };
                        deposits?: {
                            /** @description Where several apply, the largest deposit is asked */
                            rules: {
                                /** @description Only for these services, classes or visit types, by id */
                                services?: string[];
                                /** @description Only for parties of this size or more */
                                minPartySize?: number;
                                /** @description Only for bookings that take this long or longer */
                                minMinutes?: number;
                                /**
                                 * Money
                                 * @description The same for every booking. Give one of `fixed`, `perPerson` and `percent`
                                 */
                                fixed?: number;
                                /**
                                 * Money
                                 * @description For each person of the party
                                 */
                                perPerson?: number;
                                /** @description Of the price; nothing is asked where it is unknown */
                                percent?: number;
                                /**
                                 * @description `charge`: paid when booking. `hold`: reserved on the card, charged for a no-show, and released after the visit; cards hold money for a week, so bookings further ahead are charged
                                 * @enum {string}
                                 */
                                mode: "charge" | "hold";
                                /** @description Customers who cancel at least this long before the start get it back */
                                refundUntilHours: number;
                            }[];
                            /** @description How long a booking is held for its deposit; 30 if left out */
                            payWithinMinutes?: number;
                        };
                        handoff?: {
                            /**
                             * Format: email
                             * @description We email this address when a customer is waiting
                             */
                            email?: string;
                            message?: string;
                        };
                        safety?: {
                            /** @description Given in an emergency along with your country’s emergency number */
                            onCall?: string;
                            /**
                             * @description If a customer uses one of these words, we hand off right away
                             * @example [
                             *       "lawyer",
                             *       "press"
                             *     ]
                             */
                            personWords?: string[];
                        };
                        retentionDays?: number;
                        /**
                         * @description Fields that still hold sample content, as JSON pointers, hidden from live customers. A field that is edited, or left out here, is your own
                         * @example [
                         *       "/hours",
                         *       "/policies/cancellation"
                         *     ]
                         */
                        samples?: string[];
                        widget?: components["schemas"]["Widget"];
                        brand?: components["schemas"]["Brand"];
                        assistant?: components["schemas"]["Assistant"];
                        digest?: {
                            /** @description A weekly email to the owners on Mondays; left out, it is sent */
                            weekly: boolean;
                        };
                        industry?: string | null;
                        industries?: ("fitness" | "medical" | "restaurant" | "retail" | "salon")[];
                        fitness?: components["schemas"]["Fitness"];
                        medical?: components["schemas"]["Medical"];
                        restaurant?: components["schemas"]["Restaurant"];
                        retail?: components["schemas"]["Retail"];
                        salon?: components["schemas"]["Salon"];
                    };
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description null: a draft */
                        version: number | null;
                        /** Format: date-time */
                        createdAt: string;
                        passed: number;
                        failed: number;
                        skipped: number;
                        /** @description The version that `changes` compares with */
                        since: number | null;
                        /** @description `answer`: another answer, in drafts alone; day by day answers change by themselves */
                        changes: {
                            id: string;
                            /** @enum {string} */
                            change: "failing" | "passing" | "answer";
                        }[];
                        results: {
                            /**
                             * @description The same question in every version
                             * @example hours/mon
                             */
                            id: string;
                            /** @example prices */
                            topic: string;
                            turns: {
                                asked: string;
                                answered: string;
                            }[];
                            expected: (string | string[])[];
                            /** @description It had to be read back, ready for a yes */
                            books: boolean;
                            passed: boolean;
                            /**
                             * @description Where the document says so: a JSON pointer
                             * @example /hours
                             */
                            at: string;
                        }[];
                        /** @description Issues with the document itself, and where to fix them */
                        findings: {
                            id: string;
                            text: string;
                            at: string;
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/checkup/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description null: a draft */
                        version: number | null;
                        /** Format: date-time */
                        createdAt: string;
                        passed: number;
                        failed: number;
                        skipped: number;
                        /** @description The version that `changes` compares with */
                        since: number | null;
                        /** @description `answer`: another answer, in drafts alone; day by day answers change by themselves */
                        changes: {
                            id: string;
                            /** @enum {string} */
                            change: "failing" | "passing" | "answer";
                        }[];
                        results: {
                            /**
                             * @description The same question in every version
                             * @example hours/mon
                             */
                            id: string;
                            /** @example prices */
                            topic: string;
                            turns: {
                                asked: string;
                                answered: string;
                            }[];
                            expected: (string | string[])[];
                            /** @description It had to be read back, ready for a yes */
                            books: boolean;
                            passed: boolean;
                            /**
                             * @description Where the document says so: a JSON pointer
                             * @example /hours
                             */
                            at: string;
                        }[];
                        /** @description Issues with the document itself, and where to fix them */
                        findings: {
                            id: string;
                            text: string;
                            at: string;
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/knowledge": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["Knowledge"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Parking",
                 *       "text": "Guests park free in the lot behind the building."
                 *     }
                 */
                "application/json": {
                    title?: string;
                    /** @description Plain text or Markdown */
                    text?: string;
                    /** @example https://www.example.com */
                    url?: string;
                    file?: {
                        /** @example price-list.pdf */
                        name: string;
                        /** @description The bytes, at most 10 MiB */
                        base64: string;
                    };
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Knowledge"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/knowledge/{id}": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path: {
                /** @example kn_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example kn_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        title: string;
                        /** @enum {string} */
                        kind: "text" | "file" | "website";
                        /** @description Of a website */
                        url?: string;
                        /** @enum {string} */
                        status: "reading" | "ready" | "failed";
                        /** @description Why it failed, or why a website could not be read again */
                        reason: string | null;
                        progress: {
                            /** @description Pages read */
                            read: number;
                            /** @description Pages found so far */
                            found: number;
                        };
                        /** @description How many passages are known from it */
                        passages: number;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it was last read
                         */
                        readAt: string | null;
                        content: {
                            /** @enum {string} */
                            object: "list";
                            data: {
                                /** @description Its number; the last one of a page is `starting_after` of the next */
                                id: string;
                                /** @description The headings above it */
                                title: string;
                                text: string;
                                url?: string;
                            }[];
                            has_more: boolean;
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/knowledge/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example kn_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/fitness/classes": {
        parameters: {
            query?: {
                /**
                 * @description A day or a time; left out: now
                 * @example 2026-11-20
                 */
                from?: string;
                /** @example 1 */
                days?: number;
                /** @description Only times of the day from this one on, local to the business */
                after?: string;
                /** @description Only times of the day before this one */
                before?: string;
                instructor?: string;
                level?: string;
                /** @description Words of the name or description */
                q?: string;
                /** @description At most so many, the soonest first */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        classes: {
                            /** @example yoga_20261120T1800 */
                            occurrenceId: string;
                            id: string;
                            name: string;
                            description?: string;
                            instructor: string | null;
                            level: string | null;
                            price: number | null;
                            /** Format: date-time */
                            startsAt: string;
                            /** Format: date-time */
                            endsAt: string;
                            capacity: number;
                            spotsLeft: number;
                            /** @description How many wait */
                            waitlist: number;
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/fitness/classes/{occurrenceId}/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As the timetable gives it
                 * @example sunrise-yoga_20261120T0630
                 */
                occurrenceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "name": "Dana Fox",
                 *         "phone": "212 555 0142"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Not needed: the occurrence has its time
                     * @example 2026-11-20T19:30
                     */
                    startsAt?: string;
                    /** @description Required, unless `checkOnly` is true */
                    customer?: {
                        name: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        /** @description The customer has agreed to text messages about the booking to this number */
                        textsAllowed?: boolean;
                    };
                    notes?: string;
                    /** @description Only check whether it is possible; `customer` may be left out */
                    checkOnly?: boolean;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityCheck"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/fitness/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "join",
                 *       "membership": "plus",
                 *       "customer": {
                 *         "name": "Dana Fox",
                 *         "phone": "212 555 0142"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    type: "inquiry" | "join" | "upgrade" | "freeze" | "cancel";
                    /** @description Id or name */
                    membership?: string;
                    /** @description Id or name */
                    currentMembership?: string;
                    customer: {
                        name: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                    };
                    notes?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example mbr_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        status: string;
                        /** @enum {string} */
                        type: "inquiry" | "join" | "upgrade" | "freeze" | "cancel";
                        membership: {
                            id: string;
                            name: string;
                            price?: number;
                            /** @enum {string} */
                            interval?: "week" | "month" | "year" | "once";
                        } | null;
                        currentMembership: {
                            id: string;
                            name: string;
                            price?: number;
                            /** @enum {string} */
                            interval?: "week" | "month" | "year" | "once";
                        } | null;
                        quote?: {
                            /** @description What one interval costs */
                            amount: number;
                            currency: string;
                            /** @enum {string} */
                            interval: "week" | "month" | "year" | "once";
                            dueNow: number;
                            /** Format: date */
                            from: string;
                            /** Format: date */
                            nextPaymentOn: string | null;
                        };
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/fitness/training": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Starting at or after this time or day */
                from?: string;
                /** @description Starting before this time or day */
                to?: string;
                /** @description `startsAt`: the earliest first; otherwise the newest first */
                sort?: "startsAt";
                /** @description In name, phone, email, code, notes or service */
                q?: string;
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`), `conversation` (needs `conversations:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("knownCustomer" | "conversation")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedBooking"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/fitness/training": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "startsAt": "2026-11-20T15:00",
                 *       "goals": "Run 10 km",
                 *       "customer": {
                 *         "name": "Dana Fox",
                 *         "phone": "212 555 0142"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Ids in fitness.trainers
                     * @description Id or name; left out: any
                     */
                    trainer?: string;
                    /** @default 60 */
                    durationMinutes?: number;
                    goals?: string;
                    /**
                     * @description RFC 3339, or local to the business such as 2026-11-20T19:30
                     * @example 2026-11-20T19:30
                     */
                    startsAt: string;
                    /** @description Required, unless `checkOnly` is true */
                    customer?: {
                        name: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        /** @description The customer has agreed to text messages about the booking to this number */
                        textsAllowed?: boolean;
                    };
                    notes?: string;
                    /** @description Only check whether it is possible; `customer` may be left out */
                    checkOnly?: boolean;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityCheck"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/medical/appointments": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Starting at or after this time or day */
                from?: string;
                /** @description Starting before this time or day */
                to?: string;
                /** @description `startsAt`: the earliest first; otherwise the newest first */
                sort?: "startsAt";
                /** @description In name, phone, email, code, notes or service */
                q?: string;
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`), `conversation` (needs `conversations:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("knownCustomer" | "conversation")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedBooking"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/medical/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "visitType": "physical",
                 *       "startsAt": "2026-11-20T09:00",
                 *       "patient": {
                 *         "name": "Ada Grey",
                 *         "dateOfBirth": "1961-05-03",
                 *         "phone": "212 555 0143"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @default book
                     * @enum {string}
                     */
                    action?: "book" | "reschedule" | "cancel";
                    /** @description Of the booking to reschedule or cancel */
                    code?: string;
                    /**
                     * Ids in medical.visitTypes
                     * @description Id or name; needed to book
                     */
                    visitType?: string;
                    /**
                     * Ids in medical.providers
                     * @description Id or name; left out: any
                     */
                    provider?: string;
                    /**
                     * @description RFC 3339, or local to the business such as 2026-11-20T19:30
                     * @example 2026-11-20T19:30
                     */
                    startsAt?: string;
                    /** @description Required to book. Optional with `checkOnly`, where only `newPatient` can change the answer */
                    patient?: {
                        name?: string;
                        /** Format: date */
                        dateOfBirth?: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        /** This is my first visit */
                        newPatient?: boolean;
                    };
                    /**
                     * Format: date
                     * @description In place of `patient`, to reschedule or cancel
                     */
                    dateOfBirth?: string;
                    reason?: string;
                    notes?: string;
                    /** @description Only check whether it is possible; `patient` may be left out */
                    checkOnly?: boolean;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"] | components["schemas"]["AvailabilityCheck"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/medical/prescriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "medication": "Lisinopril",
                 *       "pharmacy": "park",
                 *       "patient": {
                 *         "name": "Ada Grey",
                 *         "dateOfBirth": "1961-05-03",
                 *         "phone": "212 555 0143"
                 *       }
                 *     }
                 */
                "application/json": {
                    patient: {
                        name: string;
                        /** Format: date */
                        dateOfBirth: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        /** This is my first visit */
                        newPatient?: boolean;
                    };
                    /** @example Lisinopril */
                    medication: string;
                    /** @example 10 mg, once a day */
                    dosage?: string;
                    /**
                     * @description Id or name of one of the practice’s pharmacies, or another by name and phone
                     * @example Walton Pharmacy
                     */
                    pharmacy: string | {
                        name: string;
                        phone: string;
                    };
                    notes?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionRequest"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/medical/insurance": {
        parameters: {
            query?: {
                /**
                 * @description The insurer
                 * @example Aetna
                 */
                payer?: string;
                /** @example HMO */
                plan?: string;
                /**
                 * @description Id or name, for the copay
                 * @example physical
                 */
                visitType?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        accepted: true | false | "unknown";
                        payer: string;
                        plan: string | null;
                        copay: number | null;
                        currency: string;
                        notice: string;
                    } | {
                        payers: {
                            payer: string;
                            plans: {
                                name: string;
                                accepted: boolean;
                            }[];
                        }[];
                        notice: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/medical/prescriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rx_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionRequest"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/v1/medical/prescriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rx_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    status: "requested" | "approved" | "sent_to_pharmacy" | "ready" | "denied";
                    /** @description For the patient */
                    note?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionRequest"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/restaurant/menu": {
        parameters: {
            query?: {
                category?: string;
                /**
                 * @description With commas between them: vegan, vegetarian, gluten_free, halal, kosher, dairy_free, nut_free
                 * @example vegan
                 */
                diet?: string;
                /** @description Only what is recorded without these, with commas between them: celery, crustaceans, egg, fish, gluten, lupin, milk, molluscs, mustard, nuts, peanut, sesame, soy, sulphites */
                avoid?: string;
                /**
                 * @description In the currency’s minor unit
                 * @example 2000
                 */
                maxPrice?: number;
                /** @description Only what can, or cannot, be ordered now */
                available?: boolean;
                /** @description Words of the name or description */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id?: string;
                            name: string;
                            description?: string;
                            category?: string;
                            /** Money */
                            price?: number;
                            /** @default true */
                            available?: boolean;
                            /** @default [] */
                            diets?: ("vegan" | "vegetarian" | "gluten_free" | "halal" | "kosher" | "dairy_free" | "nut_free")[];
                            /** @description Leave blank if unchecked. We’ll never call the item safe. */
                            allergens?: {
                                contains: ("celery" | "crustaceans" | "egg" | "fish" | "gluten" | "lupin" | "milk" | "molluscs" | "mustard" | "nuts" | "peanut" | "sesame" | "soy" | "sulphites")[];
                                /** @default [] */
                                mayContain?: ("celery" | "crustaceans" | "egg" | "fish" | "gluten" | "lupin" | "milk" | "molluscs" | "mustard" | "nuts" | "peanut" | "sesame" | "soy" | "sulphites")[];
                                /** Format: date */
                                verifiedAt?: string;
                            };
                            /** @description Sample content, hidden from live customers until it is edited or kept */
                            sample?: boolean;
                        }[];
                        categories: string[];
                        currency: string;
                        /** Format: date-time */
                        updatedAt: string | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/restaurant/dietary": {
        parameters: {
            query?: {
                /**
                 * @description With commas between them: vegan, vegetarian, gluten_free, halal, kosher, dairy_free, nut_free
                 * @example vegetarian
                 */
                diet?: string;
                /**
                 * @description With commas between them: celery, crustaceans, egg, fish, gluten, lupin, milk, molluscs, mustard, nuts, peanut, sesame, soy, sulphites
                 * @example nuts,milk
                 */
                avoid?: string;
                /** @description Id or name */
                item?: string;
                /** @description Only this part of the menu */
                category?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            diets: ("vegan" | "vegetarian" | "gluten_free" | "halal" | "kosher" | "dairy_free" | "nut_free")[];
                            /** @description null: not recorded */
                            contains: ("celery" | "crustaceans" | "egg" | "fish" | "gluten" | "lupin" | "milk" | "molluscs" | "mustard" | "nuts" | "peanut" | "sesame" | "soy" | "sulphites")[] | null;
                            mayContain: ("celery" | "crustaceans" | "egg" | "fish" | "gluten" | "lupin" | "milk" | "molluscs" | "mustard" | "nuts" | "peanut" | "sesame" | "soy" | "sulphites")[] | null;
                            /** @enum {string} */
                            verdict: "suitable" | "not_suitable" | "unknown";
                            /** Format: date */
                            verifiedAt: string | null;
                            /** @description Whether it can be ordered now */
                            available: boolean;
                        }[];
                        notice: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/restaurant/reservations": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Starting at or after this time or day */
                from?: string;
                /** @description Starting before this time or day */
                to?: string;
                /** @description `startsAt`: the earliest first; otherwise the newest first */
                sort?: "startsAt";
                /** @description In name, phone, email, code, notes or service */
                q?: string;
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`), `conversation` (needs `conversations:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("knownCustomer" | "conversation")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedBooking"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/restaurant/reservations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "partySize": 4,
                 *       "startsAt": "2026-11-20T19:30",
                 *       "customer": {
                 *         "name": "Dana Fox",
                 *         "phone": "212 555 0142"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description How many people come */
                    partySize: number;
                    /** @example patio */
                    area?: string;
                    /**
                     * @description RFC 3339, or local to the business such as 2026-11-20T19:30
                     * @example 2026-11-20T19:30
                     */
                    startsAt: string;
                    /** @description Required, unless `checkOnly` is true */
                    customer?: {
                        name: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        /** @description The customer has agreed to text messages about the booking to this number */
                        textsAllowed?: boolean;
                    };
                    notes?: string;
                    /** @description Only check whether it is possible; `customer` may be left out */
                    checkOnly?: boolean;
                    /** @description Where all tables are taken: wait for one, and be asked when it is free */
                    waitlist?: boolean;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityCheck"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/retail/products": {
        parameters: {
            query?: {
                category?: string;
                /** @description Words of the name, description, sku or options */
                q?: string;
                /** @example true */
                inStock?: boolean;
                /**
                 * @description In the currency’s minor unit
                 * @example 10000
                 */
                maxPrice?: number;
                /** @description A size, a colour */
                option?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        products: {
                            id?: string;
                            sku: string;
                            name: string;
                            description?: string;
                            category?: string;
                            /** Money */
                            price: number;
                            /** @description Leave blank if you don’t track stock */
                            stock?: number;
                            options?: {
                                [key: string]: string[];
                            };
                            /** @description Sample content, hidden from live customers until it is edited or kept */
                            sample?: boolean;
                        }[];
                        currency: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/retail/orders/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "FD-10027",
                 *       "email": "sam@example.com"
                 *     }
                 */
                "application/json": {
                    number: string;
                    /** Format: email */
                    email: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        /** Format: email */
                        email: string;
                        /** @enum {string} */
                        status: "processing" | "shipped" | "delivered" | "returned";
                        items: {
                            sku: string;
                            name?: string;
                            quantity: number;
                            /** Money */
                            price?: number;
                        }[];
                        /** @example 2026-09-14 */
                        orderedAt?: string;
                        /** @example 2026-09-14 */
                        deliveredAt?: string;
                        /** Format: uri */
                        trackingUrl?: string;
                        /** @description Sample content, hidden from live customers until it is edited or kept */
                        sample?: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/retail/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "FD-10012",
                 *       "email": "lee@example.com",
                 *       "items": [
                 *         {
                 *           "sku": "HM-401",
                 *           "quantity": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    number: string;
                    /** Format: email */
                    email: string;
                    items: {
                        sku: string;
                        quantity: number;
                    }[];
                    reason?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example ret_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        /** @example requested */
                        status: string;
                        number: string;
                        items: {
                            sku: string;
                            quantity: number;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/salon/services": {
        parameters: {
            query?: {
                /** @example Hair */
                category?: string;
                /** @description How long it may take */
                maxMinutes?: number;
                /** @description In the currency’s minor unit */
                maxPrice?: number;
                /** @description Words of the name or description */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        services: {
                            id?: string;
                            name: string;
                            description?: string;
                            category?: string;
                            /** Money */
                            price?: number;
                            durationMinutes: number;
                            /** @default 0 */
                            bufferMinutes?: number;
                            bufferBeforeMinutes?: number;
                            /** @description Sample content, hidden from live customers until it is edited or kept */
                            sample?: boolean;
                            /** @description Who does it */
                            stylists: string[];
                        }[];
                        currency: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/salon/availability": {
        parameters: {
            query?: {
                /**
                 * @description Id or name
                 * @example womens-cut
                 */
                service?: string;
                /** @description Id or name; left out: any */
                stylist?: string;
                /**
                 * @description A day or a time; left out: now
                 * @example 2026-11-20
                 */
                from?: string;
                /** @example 1 */
                days?: number;
                /** @description Only times of the day from this one on, local to the business */
                after?: string;
                /** @description Only times of the day before this one */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stylists: {
                            id: string;
                            name: string;
                            slots: string[];
                        }[];
                    } | {
                        services: {
                            id: string;
                            name: string;
                            /** @description The next free times, at most three; none within the next days is an empty list */
                            next: {
                                /** Format: date-time */
                                startsAt: string;
                                stylist: {
                                    id: string;
                                    name: string;
                                };
                            }[];
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/salon/appointments": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Starting at or after this time or day */
                from?: string;
                /** @description Starting before this time or day */
                to?: string;
                /** @description `startsAt`: the earliest first; otherwise the newest first */
                sort?: "startsAt";
                /** @description In name, phone, email, code, notes or service */
                q?: string;
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`), `conversation` (needs `conversations:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("knownCustomer" | "conversation")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedBooking"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/salon/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service": "womens-cut",
                 *       "startsAt": "2026-11-20T14:00",
                 *       "customer": {
                 *         "name": "Dana Fox",
                 *         "phone": "212 555 0142"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Ids in salon.services
                     * @description Id or name
                     */
                    service: string;
                    /**
                     * Ids in salon.stylists
                     * @description Id or name; left out: any
                     */
                    stylist?: string;
                    /**
                     * @description RFC 3339, or local to the business such as 2026-11-20T19:30
                     * @example 2026-11-20T19:30
                     */
                    startsAt: string;
                    /** @description Required, unless `checkOnly` is true */
                    customer?: {
                        name: string;
                        /** @description As people write it; it comes out in E.164 */
                        phone?: string;
                        /** Format: email */
                        email?: string;
                        /** @description The customer has agreed to text messages about the booking to this number */
                        textsAllowed?: boolean;
                    };
                    notes?: string;
                    /** @description Only check whether it is possible; `customer` may be left out */
                    checkOnly?: boolean;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityCheck"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/bookings": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                customerId?: string;
                /** @description Starting at or after this time or day */
                from?: string;
                /** @description Starting before this time or day */
                to?: string;
                /** @description `startsAt`: the earliest first; otherwise the newest first */
                sort?: "startsAt";
                /** @description In name, phone, email, code, notes or service */
                q?: string;
                kind?: "reservation" | "appointment" | "training" | "class";
                format?: "json" | "csv" | "ndjson";
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`), `conversation` (needs `conversations:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("knownCustomer" | "conversation")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedBooking"][];
                        has_more: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/bookings/{id}": {
        parameters: {
            query?: {
                /** @description Adds what the answer refers to: `knownCustomer` (needs `customers:read`), `conversation` (needs `conversations:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("knownCustomer" | "conversation")[];
            };
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedBooking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/v1/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "startsAt": "2026-11-20T18:30"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description RFC 3339, or local to the business such as 2026-11-20T19:30
                     * @example 2026-11-20T19:30
                     */
                    startsAt?: string;
                    partySize?: number;
                    resourceId?: string;
                    /** @enum {string} */
                    status?: "confirmed" | "awaiting_payment" | "waitlisted" | "offered" | "cancelled" | "completed" | "no_show";
                    notes?: string;
                    version?: number;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/bookings/{id}/calendar.ics": {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar; charset=utf-8": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/bookings/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/availability/explain": {
        parameters: {
            query: {
                /** @description Id or name; left out: any */
                trainer?: string;
                durationMinutes?: number;
                /** @description Id or name; needed to book */
                visitType?: string;
                /** @description Id or name; left out: any */
                provider?: string;
                /** @description How many people come */
                partySize?: number;
                area?: string;
                /** @description Where all tables are taken: wait for one, and be asked when it is free */
                waitlist?: boolean;
                /** @description Id or name */
                service?: string;
                /** @description Id or name; left out: any */
                stylist?: string;
                /** @example fitness */
                industry: "fitness" | "medical" | "restaurant" | "salon";
                /**
                 * @description RFC 3339, or local to the business such as 2026-11-20T19:30
                 * @example 2026-11-20T15:00
                 */
                startsAt: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        available: boolean;
                        rules: {
                            rule: string;
                            ok: boolean;
                            detail: string;
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/customers": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                /** @description Beginnings of names, part of a phone number, or an email. Those with encrypted details are found by a whole name, phone or email. */
                q?: string;
                tag?: string;
                /**
                 * @description Whose booking that is
                 * @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa
                 */
                bookingId?: string;
                /** @description `lastBooking`: the latest first */
                sort?: "name" | "lastBooking";
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["Customer"][];
                        has_more: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grace Lee",
                 *       "phone": "212 555 0190",
                 *       "tags": [
                 *         "regular"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    /**
                     * Format: date
                     * @description Health care only: the customer is then stored encrypted
                     */
                    dateOfBirth?: string;
                    phone?: string | null;
                    /** Format: email */
                    email?: string | null;
                    /** @enum {string|null} */
                    language?: "en" | "es" | "fr" | "de" | "pt" | "it" | "nl" | "pl" | "zh" | "ja" | "ar" | "hi" | null;
                    tags?: string[];
                    notes?: string;
                    consents?: {
                        texts?: boolean | null;
                        marketing?: boolean | null;
                    };
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerProfile"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/customers/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tags: string[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerProfile"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: number;
                        bookings: number;
                        requests: number;
                        customers: number;
                        prescriptions: number;
                        /** @description Every place where something of a customer may stand, and what became of it */
                        report: {
                            /**
                             * @example conversations
                             * @example bookings
                             * @example requests
                             * @example customers
                             * @example prescriptions
                             * @example events
                             * @example document
                             * @example stored_answers
                             * @example mails
                             * @example mentions
                             * @example reminder_refusals
                             * @example counters
                             * @example audit_log
                             * @example request_log
                             * @example figures
                             * @example sandbox
                             * @example backups
                             */
                            place: string;
                            /** @enum {string} */
                            outcome: "removed" | "emptied" | "kept";
                            /** @description Null where it was not looked for */
                            count: number | null;
                            /** @description What that is, or why it is kept */
                            about: string;
                        }[];
                        /** @description Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in `also`. At most 200 are shown. */
                        mentions: {
                            /** @enum {string} */
                            kind: "conversation" | "booking" | "request" | "customer" | "customer_import" | "prescription" | "knowledge" | "ready_reply" | "document";
                            id: string;
                            /** @description `visitor`: of the same browser, or of the same account of your page */
                            by: ("name" | "phone" | "email" | "visitor")[];
                        }[];
                        mentionCount: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "regular"
                 *       ],
                 *       "notes": "Likes the window table"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    phone?: string | null;
                    /** Format: email */
                    email?: string | null;
                    /** @enum {string|null} */
                    language?: "en" | "es" | "fr" | "de" | "pt" | "it" | "nl" | "pl" | "zh" | "ja" | "ar" | "hi" | null;
                    tags?: string[];
                    notes?: string;
                    consents?: {
                        texts?: boolean | null;
                        marketing?: boolean | null;
                    };
                    /** @description Of the customer as you read it. Refused if it is not the newest. */
                    version?: number;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerProfile"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/customers/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The customer that goes
                     * @example cus_01k9z0v3w8e5r7t2y4u6i8o0pa
                     */
                    customerId: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerProfile"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/customer-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "name,phone\nDana Fox,212 555 0142"
                 *     }
                 */
                "application/json": {
                    csv: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerImport"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/customer-imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerImport"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/calendar-feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["CalendarFeed"][];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/calendar-feeds/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resource: string | null;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeed"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /calendars/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar; charset=utf-8": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/calendar-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["CalendarConnection"][];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/calendar-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A person, a table or the like, as `<industry>/<id>`; null: the whole business */
                    resource: string | null;
                    /** @example https://caldav.icloud.com */
                    server: string;
                    user: string;
                    /** @description An app password, where the provider has them */
                    password: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarConnection"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/calendar-connections/{id}/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/calendar-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/v1/calendar-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The ID of one of its calendars */
                    calendar?: string;
                    /** @description For CalDAV */
                    password?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarConnection"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/calendar-connections/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarConnection"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/calendar-connections/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A person, a table or the like, as `<industry>/<id>`; null: the whole business */
                    resource: string | null;
                    /**
                     * @description Connects this one again, after Google ended our access
                     * @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa
                     */
                    connection?: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/v1/calendar-connections/google/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    state: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarConnection"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/calendar-conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["CalendarConflict"][];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/v1/calendar-connections/{id}/conflicts/{bookingId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cal_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                bookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/bookings/{id}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notices: components["schemas"]["BookingNotice"][];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/payments/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connection: components["schemas"]["PaymentConnection"] | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/payments/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    secretKey: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connection: components["schemas"]["PaymentConnection"] | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/payments/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/bookings/{id}/deposit/waive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/bookings/{id}/deposit/refund": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkg_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/v1/booking-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingPage"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/v1/booking-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    /**
                     * @description In the page’s address
                     * @example bella-vista
                     */
                    name?: string;
                    /** @description What customers cannot book there, as `offers` name it */
                    hidden?: string[];
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingPage"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    jsonrpc: "2.0";
                    id?: string | number;
                    /** @example tools/call */
                    method?: string;
                    params?: {
                        [key: string]: unknown;
                    };
                    result?: unknown;
                    error?: unknown;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        jsonrpc: "2.0";
                        id: unknown;
                        result?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/webhooks": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["WebhookEndpoint"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/desk",
                 *       "events": [
                 *         "booking.*",
                 *         "conversation.handoff"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @example https://example.com/hooks/desk */
                    url: string;
                    /**
                     * @description Names of events, `booking.*` for all of a kind, `*` for all
                     * @example [
                     *       "booking.created",
                     *       "conversation.*"
                     *     ]
                     */
                    events: ("*" | "conversation.*" | "message.*" | "feedback.*" | "booking.*" | "payment.*" | "customer.*" | "waitlist.*" | "membership.*" | "prescription.*" | "return.*" | "service_level.*" | "quota.*" | "config.*" | "webhook.*" | "conversation.created" | "conversation.handoff" | "conversation.resolved" | "message.received" | "message.replied" | "feedback.received" | "booking.created" | "booking.held" | "booking.rescheduled" | "booking.cancelled" | "booking.reminder" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.disputed" | "customer.created" | "customer.updated" | "customer.merged" | "waitlist.offered" | "membership.requested" | "prescription.requested" | "prescription.updated" | "return.requested" | "service_level.missed" | "quota.warning" | "quota.exceeded" | "config.changed" | "webhook.disabled" | "ping")[];
                    description?: string | null;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        /** @example https://example.com/hooks/desk */
                        url: string;
                        /**
                         * @example [
                         *       "booking.created",
                         *       "conversation.*"
                         *     ]
                         */
                        events: string[];
                        description: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * @description Asked for by PATCH, the receiver answered 410, or five days of nothing but failures
                         * @enum {string|null}
                         */
                        disabledBecause: "asked" | "gone" | "failing" | null;
                        /**
                         * Format: date-time
                         * @description Nothing but failures since then
                         */
                        failingSince: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /**
                         * @description Shown this once
                         * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                         */
                        secret: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "booking.*"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @example https://example.com/hooks/desk */
                    url?: string;
                    /**
                     * @description Names of events, `booking.*` for all of a kind, `*` for all
                     * @example [
                     *       "booking.created",
                     *       "conversation.*"
                     *     ]
                     */
                    events?: ("*" | "conversation.*" | "message.*" | "feedback.*" | "booking.*" | "payment.*" | "customer.*" | "waitlist.*" | "membership.*" | "prescription.*" | "return.*" | "service_level.*" | "quota.*" | "config.*" | "webhook.*" | "conversation.created" | "conversation.handoff" | "conversation.resolved" | "message.received" | "message.replied" | "feedback.received" | "booking.created" | "booking.held" | "booking.rescheduled" | "booking.cancelled" | "booking.reminder" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.disputed" | "customer.created" | "customer.updated" | "customer.merged" | "waitlist.offered" | "membership.requested" | "prescription.requested" | "prescription.updated" | "return.requested" | "service_level.missed" | "quota.warning" | "quota.exceeded" | "config.changed" | "webhook.disabled" | "ping")[];
                    description?: string | null;
                    /** @enum {string} */
                    status?: "enabled" | "disabled";
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        /** @example https://example.com/hooks/desk */
                        url: string;
                        /**
                         * @example [
                         *       "booking.created",
                         *       "conversation.*"
                         *     ]
                         */
                        events: string[];
                        description: string | null;
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /**
                         * @description Asked for by PATCH, the receiver answered 410, or five days of nothing but failures
                         * @enum {string|null}
                         */
                        disabledBecause: "asked" | "gone" | "failing" | null;
                        /**
                         * Format: date-time
                         * @description Nothing but failures since then
                         */
                        failingSince: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /**
                         * @description Shown this once
                         * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                         */
                        secret: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/webhooks/{id}/deliveries": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "pending" | "delivered" | "failed";
                type?: "conversation.created" | "conversation.handoff" | "conversation.resolved" | "message.received" | "message.replied" | "feedback.received" | "booking.created" | "booking.held" | "booking.rescheduled" | "booking.cancelled" | "booking.reminder" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.disputed" | "customer.created" | "customer.updated" | "customer.merged" | "waitlist.offered" | "membership.requested" | "prescription.requested" | "prescription.updated" | "return.requested" | "service_level.missed" | "quota.warning" | "quota.exceeded" | "config.changed" | "webhook.disabled" | "ping";
                /** @description Created at or after this time or day */
                from?: string;
                /** @description Created before this time or day */
                to?: string;
            };
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["WebhookDelivery"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dlv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example dlv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        /**
                         * @description The header `webhook-id`
                         * @example evt_01k9z0v3w8e5r7t2y4u6i8o0pa
                         */
                        eventId: string;
                        /** @example booking.created */
                        type: string;
                        /** @enum {string} */
                        status: "pending" | "delivered" | "failed";
                        attempts: {
                            /** Format: date-time */
                            at: string;
                            responseStatus: number | null;
                            durationMs: number;
                            /**
                             * @description Why there was no answer
                             * @example timed_out
                             * @example connection_refused
                             * @example connection_lost
                             * @example name_not_found
                             * @example tls_failed
                             */
                            error: string | null;
                            /** @description The first 16 KB of the answer */
                            response: string | null;
                        }[];
                        /**
                         * Format: date-time
                         * @description Null where it is sent at once, or no more
                         */
                        nextAttemptAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description What is sent */
                        payload: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dlv_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-10-27T00:00:00-04:00"
                 *     }
                 */
                "application/json": {
                    /** @example 2026-11-18T10:00:00-05:00 */
                    since: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many are sent again */
                        count: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/events": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                type?: "conversation.created" | "conversation.handoff" | "conversation.resolved" | "message.received" | "message.replied" | "feedback.received" | "booking.created" | "booking.held" | "booking.rescheduled" | "booking.cancelled" | "booking.reminder" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.disputed" | "customer.created" | "customer.updated" | "customer.merged" | "waitlist.offered" | "membership.requested" | "prescription.requested" | "prescription.updated" | "return.requested" | "service_level.missed" | "quota.warning" | "quota.exceeded" | "config.changed" | "webhook.disabled" | "ping";
                /** @description About this booking (and its payments), conversation (and its messages), customer or request */
                objectId?: string;
                /** @description Happened at or after this time or day */
                from?: string;
                /** @description Happened before this time or day */
                to?: string;
                /** @description Adds what the answer refers to: `booking` (needs `bookings:read`), `conversation` (needs `conversations:read`), `knownCustomer` (needs `customers:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("booking" | "conversation" | "knownCustomer")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["ExpandedEvent"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/events/{id}": {
        parameters: {
            query?: {
                /** @description Adds what the answer refers to: `booking` (needs `bookings:read`), `conversation` (needs `conversations:read`), `knownCustomer` (needs `customers:read`). Null where there is none. Separate several by commas, or repeat the parameter. */
                expand?: ("booking" | "conversation" | "knownCustomer")[];
            };
            header?: never;
            path: {
                /** @example evt_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedEvent"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kinds: components["schemas"]["ChannelKind"][];
                        connections: components["schemas"]["ChannelConnection"][];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "email" | "instagram" | "messenger" | "phone" | "sms" | "telegram" | "whatsapp";
                    /** @description The fields that `GET /api/channels` lists for the kind */
                    settings: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnection"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example chn_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example chn_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnection"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example chn_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number, an email address or a chat */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/analytics": {
        parameters: {
            query?: {
                /** @description A day or a time, included; left out, thirty days before `to` */
                from?: string;
                /** @description A day or a time, not included; left out, the end of today */
                to?: string;
                /**
                 * @description Left out: the business’s
                 * @example Europe/Berlin
                 */
                tz?: string;
                channel?: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
                industry?: "fitness" | "medical" | "restaurant" | "retail" | "salon";
                interval?: "hour" | "day" | "week" | "month";
                /** @description Also the totals of as long a time before */
                compare?: "previous";
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/analytics/conversations": {
        parameters: {
            query?: {
                /** @description A day or a time, included; left out, thirty days before `to` */
                from?: string;
                /** @description A day or a time, not included; left out, the end of today */
                to?: string;
                /**
                 * @description Left out: the business’s
                 * @example Europe/Berlin
                 */
                tz?: string;
                channel?: "api" | "widget" | "email" | "sms" | "whatsapp" | "messenger" | "instagram" | "telegram" | "phone";
                industry?: "fitness" | "medical" | "restaurant" | "retail" | "salon";
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson; charset=utf-8": string;
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/analytics/report": {
        parameters: {
            query?: {
                /** @description A day or a time, included; left out, thirty days before `to` */
                from?: string;
                /** @description A day or a time, not included; left out, the end of today */
                to?: string;
                /**
                 * @description Left out: the business’s
                 * @example Europe/Berlin
                 */
                tz?: string;
                /** @description Also the figures of as long a time before */
                compare?: "previous";
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/request-log": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                /** @description Only those that were refused or failed */
                errors?: boolean;
                status?: number;
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Part of the route pattern */
                route?: string;
                /** @description The id of a key or a member */
                actor?: string;
                /** @description At or after this time or day */
                from?: string;
                /** @description Before this time or day */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            id: string;
                            requestId: string;
                            method: string;
                            /** @description Route pattern, such as `/api/request-log/:id` */
                            route: string;
                            /** @description Parameter names, without their values */
                            parameters: string[];
                            status: number;
                            durationMs: number;
                            /** @description The key or the person */
                            actor: string;
                            actorName: string | null;
                            /** @description What was refused and why; never includes the request’s data */
                            problem: {
                                [key: string]: unknown;
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/request-log/{id}": {
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
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        requestId: string;
                        method: string;
                        /** @description Route pattern, such as `/api/request-log/:id` */
                        route: string;
                        /** @description Parameter names, without their values */
                        parameters: string[];
                        status: number;
                        durationMs: number;
                        /** @description The key or the person */
                        actor: string;
                        actorName: string | null;
                        /** @description What was refused and why; never includes the request’s data */
                        problem: {
                            [key: string]: unknown;
                        } | null;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/analytics/gaps/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example gap_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    question: string;
                    answer: string;
                    /** @description With a test key: check everything, commit nothing */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        question: string;
                        answer: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/audit": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                /** @description Or all of a kind */
                action?: string;
                actor?: string;
                subject?: string;
                /** @description At or after this time or day */
                from?: string;
                /** @description Before this time or day */
                to?: string;
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: {
                            /** @description Its place in the log */
                            id: string;
                            /** Format: date-time */
                            at: string;
                            /** @description A member, a key, `operator` or `system` */
                            actor: string;
                            /** @description Where there still is one */
                            actorName: string | null;
                            /** @example key.create */
                            action: string;
                            /** @description What it was done to */
                            subject: string;
                            subjectName: string | null;
                            /** @description Why, or what it was changed to */
                            reason: string;
                            hash: string;
                        }[];
                        has_more: boolean;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/audit/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        entries?: number;
                        /** @description The hash of the last entry */
                        head?: string;
                        /** @description The first entry that is not as it was written */
                        sequence?: number;
                        /**
                         * @description Of that entry, or of the sealed end
                         * @enum {string}
                         */
                        fault?: "missing" | "changed" | "not linked to the one before" | "added" | "not the one that was sealed" | "head missing" | "head not sealed" | "head changed";
                        /** @description The entry from which on it is sealed: 1, unless it was sealed as it stood, which is that entry */
                        sealedFrom?: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/keys": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["Key"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    mode: "live" | "test";
                    /** @enum {string} */
                    kind: "secret" | "publishable";
                    scopes?: ("chat:write" | "conversations:read" | "conversations:write" | "bookings:read" | "bookings:write" | "customers:read" | "customers:write" | "config:read" | "config:write" | "knowledge:read" | "knowledge:write" | "webhooks:read" | "webhooks:write" | "analytics:read" | "mcp")[];
                    /**
                     * @example [
                     *       "https://www.example.com"
                     *     ]
                     */
                    origins?: string[];
                    /** Format: date-time */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        name: string;
                        /** @enum {string} */
                        mode: "live" | "test";
                        /** @enum {string} */
                        kind: "secret" | "publishable";
                        /** @description The last four characters */
                        hint: string;
                        /** @description All where null */
                        scopes: string[] | null;
                        origins: string[] | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string | null;
                        /** Format: date-time */
                        revokedAt: string | null;
                        /**
                         * Format: date-time
                         * @description To within half a minute
                         */
                        lastUsedAt: string | null;
                        /** @description Shown this once */
                        key: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 24 */
                    overlapHours?: number;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_01k9z0v3w8e5r7t2y4u6i8o0pa */
                        id: string;
                        name: string;
                        /** @enum {string} */
                        mode: "live" | "test";
                        /** @enum {string} */
                        kind: "secret" | "publishable";
                        /** @description The last four characters */
                        hint: string;
                        /** @description All where null */
                        scopes: string[] | null;
                        origins: string[] | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string | null;
                        /** Format: date-time */
                        revokedAt: string | null;
                        /**
                         * Format: date-time
                         * @description To within half a minute
                         */
                        lastUsedAt: string | null;
                        /** @description Shown this once */
                        key: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/privacy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description As the document says */
                        retentionDays: number;
                        requestLogDays: number;
                        /** Format: date-time */
                        keptSince: string;
                        due: {
                            /** @enum {string} */
                            kind: "conversations" | "bookings" | "requests" | "customers" | "events";
                            /** @description With the next run, tonight */
                            next: number;
                            /** @description Within 7 days, those included */
                            week: number;
                            /** @description Within 30 days, those included */
                            month: number;
                        }[];
                        deletion: {
                            /** Format: date-time */
                            deletesAt: string;
                            askedBy: string;
                        } | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/privacy/customers/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A phone, an email, or a name and date of birth; what any of them finds */
        requestBody?: {
            content: {
                "application/json": {
                    phone?: string;
                    /** Format: email */
                    email?: string;
                    /** @description With a `dateOfBirth`, finds encrypted records; otherwise only where they are named */
                    name?: string;
                    /** Format: date */
                    dateOfBirth?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: number;
                        bookings: number;
                        requests: number;
                        customers: number;
                        prescriptions: number;
                        /** @description Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in `also`. At most 200 are shown. */
                        mentions: {
                            /** @enum {string} */
                            kind: "conversation" | "booking" | "request" | "customer" | "customer_import" | "prescription" | "knowledge" | "ready_reply" | "document";
                            id: string;
                            /** @description `visitor`: of the same browser, or of the same account of your page */
                            by: ("name" | "phone" | "email" | "visitor")[];
                        }[];
                        mentionCount: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/privacy/customers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A phone, an email, or a name and date of birth; what any of them finds */
        requestBody?: {
            content: {
                "application/json": {
                    phone?: string;
                    /** Format: email */
                    email?: string;
                    /** @description With a `dateOfBirth`, finds encrypted records; otherwise only where they are named */
                    name?: string;
                    /** Format: date */
                    dateOfBirth?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/privacy/customers/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    phone?: string;
                    /** Format: email */
                    email?: string;
                    /** @description With a `dateOfBirth`, finds encrypted records; otherwise only where they are named */
                    name?: string;
                    /** Format: date */
                    dateOfBirth?: string;
                    /** @description Ids of conversations, bookings, requests and the like that are theirs too, as somebody has seen */
                    also?: string[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: number;
                        bookings: number;
                        requests: number;
                        customers: number;
                        prescriptions: number;
                        /** @description Every place where something of a customer may stand, and what became of it */
                        report: {
                            /**
                             * @example conversations
                             * @example bookings
                             * @example requests
                             * @example customers
                             * @example prescriptions
                             * @example events
                             * @example document
                             * @example stored_answers
                             * @example mails
                             * @example mentions
                             * @example reminder_refusals
                             * @example counters
                             * @example audit_log
                             * @example request_log
                             * @example figures
                             * @example sandbox
                             * @example backups
                             */
                            place: string;
                            /** @enum {string} */
                            outcome: "removed" | "emptied" | "kept";
                            /** @description Null where it was not looked for */
                            count: number | null;
                            /** @description What that is, or why it is kept */
                            about: string;
                        }[];
                        /** @description Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in `also`. At most 200 are shown. */
                        mentions: {
                            /** @enum {string} */
                            kind: "conversation" | "booking" | "request" | "customer" | "customer_import" | "prescription" | "knowledge" | "ready_reply" | "document";
                            id: string;
                            /** @description `visitor`: of the same browser, or of the same account of your page */
                            by: ("name" | "phone" | "email" | "visitor")[];
                        }[];
                        mentionCount: number;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/privacy/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the workspace */
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        deletesAt: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/privacy/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the plan has white label */
                        available: boolean;
                        brand: components["schemas"]["ShownBrand"] | null;
                        settings: components["schemas"]["Brand"];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/brand/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["BrandDomain"] | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/brand/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example desk.bella-vista.example */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandDomain"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/brand/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/brand/domain/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandDomain"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/brand/domains": {
        parameters: {
            query: {
                domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: string;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"][];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        plan: "starter" | "professional" | "business";
                        limit: number | null;
                        used: number;
                        /** Format: date-time */
                        resetsAt: string;
                        /**
                         * @description Who changes it
                         * @enum {string}
                         */
                        changes: "operator" | "owner";
                        request: components["schemas"]["PlanRequest"] | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan: "starter" | "professional" | "business";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        plan: "starter" | "professional" | "business";
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PUT /api/plan/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan: "starter" | "professional" | "business";
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanRequest"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/plan/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/operator/plan-requests": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
                status?: "open" | "granted" | "declined" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["OperatorPlanRequest"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/operator/plan-requests/{id}/grant": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prq_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPlanRequest"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/operator/plan-requests/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prq_01k9z0v3w8e5r7t2y4u6i8o0pa */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description For the owners */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPlanRequest"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    password: string;
                    businessName?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user?: {
                            id: string;
                            name: string;
                            email: string;
                            emailVerified: boolean;
                            twoFactorEnabled?: boolean | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                        twoFactorRedirect?: boolean;
                        /** @description The link in the mail must be used before signing in */
                        confirmEmail?: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/check-reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isOpen: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/auth/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether a forgotten password is reset by email */
                        canSendEmail: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    rememberMe?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user?: {
                            id: string;
                            name: string;
                            email: string;
                            emailVerified: boolean;
                            twoFactorEnabled?: boolean | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                        twoFactorRedirect?: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            name: string;
                            email: string;
                            emailVerified: boolean;
                            twoFactorEnabled?: boolean | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    } | null;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                    revokeOtherSessions?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            name: string;
                            email: string;
                            emailVerified: boolean;
                            twoFactorEnabled?: boolean | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/auth/list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt: string;
                        userAgent?: string | null;
                        token: string;
                    }[];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/revoke-other-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/two-factor/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        totpURI: string;
                        backupCodes: string[];
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/two-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/two-factor/verify-totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    trustDevice?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user?: {
                            id: string;
                            name: string;
                            email: string;
                            emailVerified: boolean;
                            twoFactorEnabled?: boolean | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                        twoFactorRedirect?: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/auth/two-factor/verify-backup-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user?: {
                            id: string;
                            name: string;
                            email: string;
                            emailVerified: boolean;
                            twoFactorEnabled?: boolean | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                        twoFactorRedirect?: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            name: string;
                            email: string;
                        };
                        workspaces: components["schemas"]["Workspace"][];
                        /** @description Whether they decide what owners ask of the service */
                        operator: boolean;
                        /** @description Whether this installation can send email (`SMTP_URL`) */
                        canSendEmail: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["Member"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "PATCH /api/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "read-only" | "agent" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        userId: string;
                        /** @enum {string} */
                        role: "read-only" | "agent" | "admin" | "owner";
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/members/{userId}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        /** @description No fields. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/invitations": {
        parameters: {
            query?: {
                /** @description How many to return */
                limit?: number;
                /** @description The `id` of the last entry on the previous page */
                starting_after?: string;
                /** @description The `id` of the first entry on the next page */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        object: "list";
                        data: components["schemas"]["Invitation"][];
                        has_more: boolean;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "admin" | "agent" | "read-only";
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "DELETE /api/invitations/{id}": {
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
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/invitations/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "read-only" | "agent" | "admin" | "owner";
                        workspace: string;
                        invitedBy: string | null;
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "POST /api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/health+json": {
                        /** @enum {string} */
                        status: "pass" | "warn" | "fail";
                        version: string;
                        /** @description Seconds */
                        uptime: number;
                        checks: {
                            database: {
                                /** @enum {string} */
                                status: "pass" | "warn" | "fail";
                                output?: string;
                                observedValue?: number;
                                observedUnit?: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                            jobs: {
                                /** @enum {string} */
                                status: "pass" | "warn" | "fail";
                                output?: string;
                                observedValue?: number;
                                observedUnit?: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                            webhooks: {
                                /** @enum {string} */
                                status: "pass" | "warn" | "fail";
                                output?: string;
                                observedValue?: number;
                                observedUnit?: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                            assistant: {
                                /** @enum {string} */
                                status: "pass" | "warn" | "fail";
                                output?: string;
                                observedValue?: number;
                                observedUnit?: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                        };
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/health+json": {
                        /** @enum {string} */
                        status: "pass" | "warn" | "fail";
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/health+json": {
                        /** @enum {string} */
                        status: "pass" | "warn" | "fail";
                    };
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /api/status/reports/{period}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A month
                 * @example 2026-11
                 */
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityReport"];
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "GET /metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            /** @description A problem */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
