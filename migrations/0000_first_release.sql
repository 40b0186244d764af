CREATE EXTENSION IF NOT EXISTS citext;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- What is compared instead of the text as typed, wherever two texts are compared.
CREATE FUNCTION fold(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	-- Letters without accents and case, also those that no decomposition takes apart (ß, ø, ł).
	SELECT btrim(regexp_replace(regexp_replace(regexp_replace(translate(normalize(lower(public.unaccent('public.unaccent',
		-- Accents, and what has no width: marks of direction, joiners, selectors. Accents that stand alone
		-- are apostrophes, and would decompose into a space.
		regexp_replace(normalize(translate(typed, '´΄᾽᾿', ''), NFKD),
			'[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]',
			'', 'g')) COLLATE "und-x-icu"), NFC), 'ς', 'σ'),
		-- O'Neil is ONeil however the apostrophe is written.
		'[''"`´‘’‚‛“”„‟′″‵‶ʹʺʻʼʽʾʿˈ՚׳״«»‹›·]', '', 'g'),
		'[‐‑‒–—―−⁃﹘﹣]', '-', 'g'),
		'[\s,;،、，]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Where mail to an address ends up, as far as the providers say which addresses are one.
CREATE FUNCTION mailbox(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	local text := split_part(split_part(lower(address), '@', 1), '+', 1);
	host text := split_part(lower(address), '@', 2);
BEGIN
	RETURN CASE
		WHEN host IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com'
		WHEN host IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') THEN translate(local, '.-_', '') || '@proton.me'
		WHEN host IN ('icloud.com', 'me.com', 'mac.com') THEN local || '@icloud.com'
		WHEN host IN ('yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua') THEN replace(local, '.', '-') || '@yandex.com'
		-- What follows a hyphen names a disposable address.
		WHEN host ~ '^(yahoo\.([a-z]{2,3}|com?\.[a-z]{2})|ymail\.com|rocketmail\.com)$' THEN split_part(local, '-', 1) || '@' || host
		-- anything@name.fastmail.com
		WHEN host ~ '^[^.]+\.fastmail\.(com|fm)$' THEN replace(host, '.fastmail.', '@fastmail.')
		ELSE local || '@' || host
	END;
END
$$;
--> statement-breakpoint
-- The number in a phone as typed: ten digits of a US number, or up to fifteen with a country's code.
CREATE FUNCTION phone_digits(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	-- Digits of any script; a text of ASCII alone has as many bytes as characters.
	plain text := CASE octet_length(typed) WHEN length(typed) THEN typed ELSE translate(normalize(typed, NFKC),
		'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
		repeat('0123456789', 35)) END;
	-- Up to an extension, a second number or a word.
	number text := coalesce(substring(plain COLLATE "und-x-icu" FROM '\+?\d(?:[^[:alnum:]#*,;]*\d){6,}'), plain);
	digits text := regexp_replace(number, '\D', '', 'g');
	national text := regexp_replace(digits, '^(?:00|011)(?=[1-9]\d{9})', '');
BEGIN
	IF number LIKE '+%' OR national <> digits THEN
		IF national NOT LIKE '1%' THEN RETURN left(national, 15); END IF;
		RETURN left(substr(national, 2), 10);
	END IF;
	RETURN left(regexp_replace(digits, '^1(?=\d{10})', ''), 10);
END
$$;
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_event" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"event_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"object" text,
	"ip" text,
	"request_id" uuid,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "bulk_run_items" (
	"run_id" integer NOT NULL,
	"object_id" integer NOT NULL,
	"seen_status" text NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	CONSTRAINT "bulk_run_items_run_id_object_id_pk" PRIMARY KEY("run_id","object_id"),
	CONSTRAINT "bulk_run_items_outcome" CHECK ("bulk_run_items"."outcome" in ('waiting', 'done', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"of" text NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"mail" jsonb,
	"accepts" text[],
	"undoes" integer,
	"state" text DEFAULT 'running' NOT NULL,
	"started_by" integer NOT NULL,
	"ip" text,
	"request_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_runs_state" CHECK ("bulk_runs"."state" in ('running', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_given" boolean NOT NULL,
	"text_version" text NOT NULL,
	"source" text NOT NULL,
	"ip" text,
	"phone_digits" text,
	"recorded_by" integer,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_kind" CHECK ("consents"."kind" in ('calls', 'texts', 'email', 'recording')),
	CONSTRAINT "consents_source" CHECK ("consents"."source" in ('sign-up', 'account', 'phone', 'text', 'email', 'letter', 'in-person', 'reply')),
	CONSTRAINT "consents_recorded" CHECK (("consents"."recorded_by" is null) = ("consents"."source" in ('sign-up', 'account', 'reply'))
        and ("consents"."recorded_by" is null or not "consents"."is_given")),
	CONSTRAINT "consents_number" CHECK ("consents"."phone_digits" is not null or "consents"."kind" <> 'texts' or not "consents"."is_given")
);
--> statement-breakpoint
CREATE TABLE "content_keys" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "content_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"storage_key" text NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_keys_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"user_id" integer,
	"from_status" text NOT NULL,
	"from_reason" text,
	"from_status_at" timestamp with time zone,
	"to_status" text NOT NULL,
	"reason" text,
	"decided_by" integer,
	"request_id" uuid,
	"taken_with" integer,
	"undone_at" timestamp with time zone,
	CONSTRAINT "decisions_kind" CHECK ("decisions"."kind" in ('user', 'file', 'credential')),
	CONSTRAINT "decisions_from_status" CHECK ("decisions"."from_status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "decisions_to_status" CHECK ("decisions"."to_status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "portal" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"place" text NOT NULL,
	"data_keys" text[] NOT NULL,
	"peppers" text[] NOT NULL,
	"settled_at" timestamp with time zone,
	"has_accepted" boolean DEFAULT false NOT NULL,
	"outages" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"examination" jsonb,
	CONSTRAINT "portal_one_row" CHECK ("portal"."row" = 1)
);
--> statement-breakpoint
CREATE TABLE "rejection_reasons" (
	"kind" text PRIMARY KEY NOT NULL,
	"reasons" text[] NOT NULL,
	CONSTRAINT "rejection_reasons_kind" CHECK ("rejection_reasons"."kind" in ('user', 'file', 'credential', 'question'))
);
--> statement-breakpoint
CREATE TABLE "duplicate_dismissals" (
	"user_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	"reason" text NOT NULL,
	"dismissed_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "duplicate_dismissals_user_id_other_id_pk" PRIMARY KEY("user_id","other_id"),
	CONSTRAINT "duplicate_dismissals_order" CHECK ("duplicate_dismissals"."user_id" < "duplicate_dismissals"."other_id")
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"new_email" "citext" NOT NULL,
	"previous_email" "citext",
	"way" text NOT NULL,
	"confirm_hash" text,
	"stop_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "email_changes_confirmHash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "email_changes_stopHash_unique" UNIQUE("stop_hash"),
	CONSTRAINT "email_changes_way" CHECK ("email_changes"."way" in ('link', 'administrator')),
	CONSTRAINT "email_changes_expires" CHECK (("email_changes"."way" = 'link') = ("email_changes"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"email" "citext" NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "email_confirmations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_confirmations_link" CHECK (("email_confirmations"."token_hash" is null) = ("email_confirmations"."expires_at" is null)
        and ("email_confirmations"."token_hash" is null) <> ("email_confirmations"."confirmed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "entrepreneurs" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "entrepreneurs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"business_name" text NOT NULL,
	"email" "citext" NOT NULL,
	"phone_number" text NOT NULL,
	"time_zone" text NOT NULL,
	"summary" text NOT NULL,
	"partner_pay" text DEFAULT '' NOT NULL,
	"partner_signs" text DEFAULT '' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"min_score" smallint,
	"status" text DEFAULT 'vetting' NOT NULL,
	"status_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sealed_notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name || ' ' || business_name || ' ' || email::text || ' ' || phone_number) || ' ' || phone_digits(phone_number)) STORED NOT NULL,
	CONSTRAINT "entrepreneurs_email_unique" UNIQUE("email"),
	CONSTRAINT "entrepreneurs_status" CHECK ("entrepreneurs"."status" in ('vetting', 'ready', 'withdrawn')),
	CONSTRAINT "entrepreneurs_amount" CHECK ("entrepreneurs"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "file_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"session_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_id" integer NOT NULL,
	"storage_key" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"file_type" text NOT NULL,
	"sha256" text NOT NULL,
	"reason" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"is_damaged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "file_versions_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upload_key" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"file_type" text NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_reason" text,
	"status_at" timestamp with time zone,
	"user_id" integer,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"quarantine" text,
	"search" text DEFAULT '' NOT NULL,
	CONSTRAINT "files_uploadKey_unique" UNIQUE("upload_key"),
	CONSTRAINT "files_status" CHECK ("files"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "files_quarantine" CHECK ("files"."quarantine" in ('waiting', 'infected'))
);
--> statement-breakpoint
CREATE TABLE "declined_mails" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "declined_mails_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "declined_mails_kind" CHECK ("declined_mails"."kind" in ('referral-signed-up', 'referral-approved', 'payout'))
);
--> statement-breakpoint
CREATE TABLE "email_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"sealed_password" text,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"secure" boolean NOT NULL,
	"service" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_settings_one_row" CHECK ("email_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"sealed_content" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone,
	"user_id" integer,
	"about_user_id" integer,
	"decision_id" integer,
	"cancelled_by_decision" integer,
	"question_id" integer,
	"match_id" integer,
	"match_side" text,
	"calendar_method" text,
	"meeting_starts_at" timestamp with time zone,
	"meeting_ends_at" timestamp with time zone,
	"entrepreneur_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (fold(recipient || ' ' || subject)) STORED NOT NULL,
	CONSTRAINT "mails_messageId_unique" UNIQUE("message_id"),
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('queued', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone,
	CONSTRAINT "password_resets_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "support_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matches" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"entrepreneur_id" integer,
	"state" text DEFAULT 'arranging' NOT NULL,
	"ended_because" text,
	"offered_times" timestamp with time zone[] NOT NULL,
	"partner_times" timestamp with time zone[],
	"entrepreneur_times" timestamp with time zone[],
	"partner_note" text,
	"entrepreneur_note" text,
	"partner_zone" text,
	"entrepreneur_zone" text,
	"partner_asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entrepreneur_asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"partner_cancellations" smallint DEFAULT 0 NOT NULL,
	"entrepreneur_cancellations" smallint DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"partner_answer" text,
	"entrepreneur_answer" text,
	"invite_sequence" integer DEFAULT 0 NOT NULL,
	"records_entrepreneur" boolean,
	"token_hash" text,
	"sealed_token" text,
	"sealed_link" text,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booked_at" timestamp with time zone,
	"need_since" timestamp with time zone,
	"before" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "matches_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "matches_state" CHECK ("matches"."state" in ('arranging', 'booked', 'met', 'succeeded', 'ended')),
	CONSTRAINT "matches_ended" CHECK (("matches"."state" = 'ended') = ("matches"."ended_because" is not null)
        and ("matches"."ended_because" is null or "matches"."ended_because" in ('partner-declined', 'entrepreneur-declined', 'partner-gone', 'withdrawn'))),
	CONSTRAINT "matches_link" CHECK (not ("matches"."state" in ('arranging', 'booked', 'met')) or "matches"."token_hash" is not null),
	CONSTRAINT "matches_entrepreneur" CHECK ("matches"."entrepreneur_id" is not null
        or ("matches"."state" in ('succeeded', 'ended') and "matches"."partner_answer" is not distinct from 'accepted'
          and "matches"."entrepreneur_answer" is not distinct from 'accepted')),
	CONSTRAINT "matches_offered" CHECK (cardinality("matches"."offered_times") <= 5),
	CONSTRAINT "matches_chosen" CHECK (coalesce("matches"."partner_times", '{}') <@ "matches"."offered_times"
        and coalesce("matches"."entrepreneur_times", '{}') <@ "matches"."offered_times"),
	CONSTRAINT "matches_meeting" CHECK (("matches"."starts_at" is null) = ("matches"."ends_at" is null)
        and ("matches"."state" not in ('booked', 'met', 'succeeded') or "matches"."starts_at" is not null)
        and ("matches"."state" <> 'arranging' or "matches"."starts_at" is null)
        and ("matches"."ends_at" > "matches"."starts_at")),
	CONSTRAINT "matches_answers" CHECK (coalesce("matches"."partner_answer" in ('accepted', 'declined'), true)
        and coalesce("matches"."entrepreneur_answer" in ('accepted', 'declined'), true)
        and ("matches"."state" not in ('arranging', 'booked')
          or ("matches"."partner_answer" is null and "matches"."entrepreneur_answer" is null))
        and ("matches"."state" <> 'succeeded'
          or ("matches"."partner_answer" = 'accepted' and "matches"."entrepreneur_answer" = 'accepted')))
);
--> statement-breakpoint
CREATE TABLE "meeting_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"sealed_room" text,
	"minutes" smallint DEFAULT 45 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_settings_one_row" CHECK ("meeting_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text,
	"email" text,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"user_id" integer,
	"status" text DEFAULT 'new' NOT NULL,
	"status_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (fold(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || subject || ' ' || message)) STORED NOT NULL,
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('new', 'read', 'done'))
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referrals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"referral_name" text NOT NULL,
	"referral_email" text NOT NULL,
	"referral_phone" text NOT NULL,
	"referral_mailbox" text GENERATED ALWAYS AS (mailbox(referral_email)) STORED NOT NULL,
	"link_code" text,
	"status" text DEFAULT 'new' NOT NULL,
	"status_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (fold(name || ' ' || email || ' ' || phone || ' ' || referral_name || ' ' || referral_email || ' ' || referral_phone) || ' ' || phone_digits(phone) || ' ' || phone_digits(referral_phone)) STORED NOT NULL,
	CONSTRAINT "referrals_status" CHECK ("referrals"."status" in ('new', 'read', 'done'))
);
--> statement-breakpoint
CREATE TABLE "monitoring_credentials" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "monitoring_credentials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upload_key" text NOT NULL,
	"service_name" text NOT NULL,
	"service_url" text NOT NULL,
	"username" text NOT NULL,
	"sealed_password" text NOT NULL,
	"sealed_notes" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_reason" text,
	"status_at" timestamp with time zone,
	"user_id" integer,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"corrected_at" timestamp with time zone,
	"last_opened_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (fold(service_name || ' ' || username)) STORED NOT NULL,
	CONSTRAINT "monitoring_credentials_uploadKey_unique" UNIQUE("upload_key"),
	CONSTRAINT "monitoring_credentials_status" CHECK ("monitoring_credentials"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sealed_text" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"sealed_details" text NOT NULL,
	"last_four" text NOT NULL,
	"fingerprint" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_settings_method" CHECK ("payment_settings"."method" in ('zelle', 'ach', 'paypal'))
);
--> statement-breakpoint
CREATE TABLE "payout_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"method" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_files_method" CHECK ("payout_files"."method" in ('zelle', 'ach', 'paypal'))
);
--> statement-breakpoint
CREATE TABLE "payout_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"period" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp with time zone,
	"approved_by" integer,
	CONSTRAINT "payout_runs_period_unique" UNIQUE("period"),
	CONSTRAINT "payout_runs_state" CHECK ("payout_runs"."state" in ('draft', 'approved', 'done')),
	CONSTRAINT "payout_runs_approved" CHECK (("payout_runs"."state" = 'draft') = ("payout_runs"."approved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"schedule" text DEFAULT 'monthly' NOT NULL,
	"minimum_cents" integer DEFAULT 2500 NOT NULL,
	"reporting_cents" integer DEFAULT 200000 NOT NULL,
	CONSTRAINT "payout_settings_one_row" CHECK ("payout_settings"."id"),
	CONSTRAINT "payout_settings_schedule" CHECK ("payout_settings"."schedule" in ('monthly', 'weekly')),
	CONSTRAINT "payout_settings_cents" CHECK ("payout_settings"."minimum_cents" >= 0 and "payout_settings"."reporting_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"payee_id" integer NOT NULL,
	"cents" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"method" text,
	"sealed_details" text,
	"last_four" text,
	"file_id" integer,
	"reference" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payouts_once" UNIQUE("run_id","payee_id"),
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('ready', 'held', 'under-minimum', 'missing-settings', 'paying', 'paid', 'failed')),
	CONSTRAINT "payouts_method" CHECK ("payouts"."method" in ('zelle', 'ach', 'paypal')),
	CONSTRAINT "payouts_cents" CHECK ("payouts"."cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "photo_handoffs" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"pickup_hash" text NOT NULL,
	"file_id" integer,
	"used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_handoffs_pickupHash_unique" UNIQUE("pickup_hash")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"file_id" integer,
	"words" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_by" integer,
	"request_id" uuid,
	"answered_at" timestamp with time zone,
	"answer" text,
	"undone_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_by" integer
);
--> statement-breakpoint
CREATE TABLE "fingerprint_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	CONSTRAINT "fingerprint_keys_one" CHECK ("fingerprint_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "referral_clicks" (
	"code" text NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "referral_clicks_code_day_pk" PRIMARY KEY("code","day"),
	CONSTRAINT "referral_clicks_counted" CHECK ("referral_clicks"."clicks" > 0)
);
--> statement-breakpoint
CREATE TABLE "referral_links" (
	"code" text PRIMARY KEY NOT NULL,
	"user_id" integer,
	"claim_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "referral_links_claimHash_unique" UNIQUE("claim_hash"),
	CONSTRAINT "referral_links_owner" CHECK (("referral_links"."user_id" is null) = ("referral_links"."claim_hash" is not null))
);
--> statement-breakpoint
CREATE TABLE "referred_people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referred_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text,
	"referrer_id" integer,
	"referred_id" integer,
	"source" text NOT NULL,
	"signed_up_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailbox_fingerprint" text,
	"phone_fingerprint" text,
	CONSTRAINT "referred_people_referredId_unique" UNIQUE("referred_id"),
	CONSTRAINT "referred_people_source" CHECK ("referred_people"."source" in ('link', 'form', 'administrator')),
	CONSTRAINT "referred_people_other" CHECK ("referred_people"."referrer_id" <> "referred_people"."referred_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"payee_id" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "ledger_entries_account" CHECK ("ledger_entries"."account" in ('rewards', 'payable', 'paying', 'paid')),
	CONSTRAINT "ledger_entries_cents" CHECK ("ledger_entries"."cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"payee_id" integer NOT NULL,
	"referred_person_id" integer,
	"round" smallint,
	"policy_id" integer,
	"payout_id" integer,
	"month" date NOT NULL,
	"reason" text,
	"by_id" integer,
	CONSTRAINT "ledger_transactions_kind" CHECK ("ledger_transactions"."kind" in ('reward', 'reversal', 'tier', 'adjustment', 'payout', 'paid', 'payout-failed')),
	CONSTRAINT "ledger_transactions_referral" CHECK (("ledger_transactions"."kind" in ('reward', 'reversal')) = ("ledger_transactions"."referred_person_id" is not null and "ledger_transactions"."round" is not null)),
	CONSTRAINT "ledger_transactions_payout" CHECK (("ledger_transactions"."kind" in ('payout', 'paid', 'payout-failed')) = ("ledger_transactions"."payout_id" is not null)),
	CONSTRAINT "ledger_transactions_reason" CHECK ("ledger_transactions"."kind" <> 'adjustment' or ("ledger_transactions"."reason" is not null and "ledger_transactions"."by_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "reward_holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reward_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"referred_person_id" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone,
	"settled_by" integer,
	"note" text,
	CONSTRAINT "reward_holds_once" UNIQUE("referred_person_id","reason"),
	CONSTRAINT "reward_holds_reason" CHECK ("reward_holds"."reason" in ('same-email', 'same-phone', 'same-document', 'same-payment-details', 'same-network', 'same-payee', 'earlier-account', 'burst')),
	CONSTRAINT "reward_holds_outcome" CHECK ("reward_holds"."outcome" in ('released', 'voided')),
	CONSTRAINT "reward_holds_settled" CHECK (("reward_holds"."outcome" is null) = ("reward_holds"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reward_policies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reward_policies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"flat_cents" integer NOT NULL,
	"bronze_cents" integer NOT NULL,
	"silver_cents" integer NOT NULL,
	"gold_cents" integer NOT NULL,
	"silver_from" smallint NOT NULL,
	"gold_from" smallint NOT NULL,
	"tier_rule" text NOT NULL,
	"holds_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	CONSTRAINT "reward_policies_kind" CHECK ("reward_policies"."kind" in ('flat', 'tiers')),
	CONSTRAINT "reward_policies_tier_rule" CHECK ("reward_policies"."tier_rule" in ('each', 'highest')),
	CONSTRAINT "reward_policies_cents" CHECK (least("reward_policies"."flat_cents", "reward_policies"."bronze_cents", "reward_policies"."silver_cents", "reward_policies"."gold_cents") >= 0),
	CONSTRAINT "reward_policies_tiers" CHECK ("reward_policies"."silver_from" > 1 and "reward_policies"."gold_from" > "reward_policies"."silver_from")
);
--> statement-breakpoint
CREATE TABLE "credit_scores" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"score" smallint NOT NULL,
	"model" text,
	"bureau" text,
	"report_date" date,
	"name_on_report" text,
	"file_id" integer,
	"uploaded_at" timestamp with time zone,
	"is_as_read" boolean NOT NULL,
	"confirmed_by" integer,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_scores_range" CHECK ("credit_scores"."score" between 300 and 850)
);
--> statement-breakpoint
CREATE TABLE "verdicts_due" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verdicts_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_readings" (
	"version_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"scores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "file_readings_state" CHECK ("file_readings"."state" in ('none', 'waiting', 'done', 'unreadable', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed_seed" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer,
	CONSTRAINT "second_factors_confirmed" CHECK (("second_factors"."confirmed_at" is null) = ("second_factors"."last_step" is null))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (6) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heard_texts" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"account_sid" text NOT NULL,
	"sealed_token" text NOT NULL,
	"sender" text NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_settings_one_row" CHECK ("text_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "texts" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"match_id" integer,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed_content" text,
	"segments" smallint NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"last_error" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone,
	"not_after" timestamp with time zone NOT NULL,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"cancelled_by_step_at" timestamp with time zone,
	"decision_id" integer,
	"cancelled_by_decision" integer,
	CONSTRAINT "texts_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "texts_status" CHECK ("texts"."status" in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "snoozes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"password_hash" text NOT NULL,
	"login_mark" text DEFAULT gen_random_uuid()::text,
	"one_time_password_until" timestamp with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text NOT NULL,
	"is_admin" smallint DEFAULT 0 NOT NULL,
	"kind" text DEFAULT 'partner' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_reason" text,
	"status_at" timestamp with time zone,
	"terms_accepted_at" timestamp with time zone,
	"terms_version" text,
	"terms_accepted_from" text,
	"contact_consent" boolean DEFAULT false NOT NULL,
	"contact_consent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closes_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"waited_on_them" integer DEFAULT 0 NOT NULL,
	"time_zone" text,
	"has_match" boolean DEFAULT false NOT NULL,
	"credit_score" smallint,
	"found_score" smallint,
	"is_clean" boolean DEFAULT false NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (mailbox(email::text)) STORED NOT NULL,
	"phone_digits" text GENERATED ALWAYS AS (phone_digits(phone_number)) STORED NOT NULL,
	"folded_name" text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name)) STORED NOT NULL,
	"search" text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name || ' ' || email::text || ' ' || phone_number) || ' ' || phone_digits(phone_number)) STORED NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "users_is_admin" CHECK ("users"."is_admin" in (0, 1)),
	CONSTRAINT "users_kind" CHECK ("users"."kind" in ('partner', 'referrer'))
);
--> statement-breakpoint
ALTER TABLE "bulk_run_items" ADD CONSTRAINT "bulk_run_items_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_taken_with_decisions_id_fk" FOREIGN KEY ("taken_with") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_tokens" ADD CONSTRAINT "file_tokens_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declined_mails" ADD CONSTRAINT "declined_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_entrepreneur_id_entrepreneurs_id_fk" FOREIGN KEY ("entrepreneur_id") REFERENCES "public"."entrepreneurs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_entrepreneur_id_entrepreneurs_id_fk" FOREIGN KEY ("entrepreneur_id") REFERENCES "public"."entrepreneurs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_link_code_referral_links_code_fk" FOREIGN KEY ("link_code") REFERENCES "public"."referral_links"("code") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_credentials" ADD CONSTRAINT "monitoring_credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_files" ADD CONSTRAINT "payout_files_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_file_id_payout_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."payout_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_handoffs" ADD CONSTRAINT "photo_handoffs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_closed_by_decisions_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_code_referral_links_code_fk" FOREIGN KEY ("code") REFERENCES "public"."referral_links"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_links" ADD CONSTRAINT "referral_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_people" ADD CONSTRAINT "referred_people_code_referral_links_code_fk" FOREIGN KEY ("code") REFERENCES "public"."referral_links"("code") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_people" ADD CONSTRAINT "referred_people_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_people" ADD CONSTRAINT "referred_people_referred_id_users_id_fk" FOREIGN KEY ("referred_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_policy_id_reward_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."reward_policies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_holds" ADD CONSTRAINT "reward_holds_referred_person_id_referred_people_id_fk" FOREIGN KEY ("referred_person_id") REFERENCES "public"."referred_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_holds" ADD CONSTRAINT "reward_holds_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_scores" ADD CONSTRAINT "credit_scores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_scores" ADD CONSTRAINT "credit_scores_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_scores" ADD CONSTRAINT "credit_scores_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_readings" ADD CONSTRAINT "file_readings_version_id_file_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."file_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_second_factors_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snoozes" ADD CONSTRAINT "snoozes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_object" ON "audit_events" USING btree ("object","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","action","id","at");--> statement-breakpoint
CREATE INDEX "audit_events_no_actor" ON "audit_events" USING btree ("action","id","at") WHERE "audit_events"."actor_id" is null;--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","id","at");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "bulk_run_items_outcome" ON "bulk_run_items" USING btree ("run_id","outcome","object_id");--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_undoes_bulk_runs_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_runs_undoes" ON "bulk_runs" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "bulk_runs_newest" ON "bulk_runs" USING btree ("of","id");--> statement-breakpoint
CREATE INDEX "bulk_runs_running" ON "bulk_runs" USING btree ("id") WHERE "bulk_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "bulk_runs_created" ON "bulk_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "consents_phone" ON "consents" USING btree ("phone_digits") WHERE "consents"."phone_digits" is not null;--> statement-breakpoint
CREATE INDEX "consents_newest" ON "consents" USING btree ("user_id","kind","id");--> statement-breakpoint
CREATE INDEX "consents_recorded_by" ON "consents" USING btree ("recorded_by") WHERE "consents"."recorded_by" is not null;--> statement-breakpoint
CREATE INDEX "decisions_user" ON "decisions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "decisions_at" ON "decisions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "decisions_about_people" ON "decisions" USING btree ("at","user_id") WHERE "decisions"."kind" = 'user' and "decisions"."to_status" <> 'pending' and "decisions"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "decisions_taken_with" ON "decisions" USING btree ("taken_with") WHERE "decisions"."taken_with" is not null;--> statement-breakpoint
CREATE INDEX "decisions_request" ON "decisions" USING btree ("request_id") WHERE "decisions"."request_id" is not null;--> statement-breakpoint
CREATE INDEX "duplicate_dismissals_other" ON "duplicate_dismissals" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "email_changes_expires" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_changes_of_administrator" ON "email_changes" USING btree ("user_id") WHERE "email_changes"."way" = 'administrator';--> statement-breakpoint
CREATE INDEX "entrepreneurs_status_newest" ON "entrepreneurs" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "entrepreneurs_ready" ON "entrepreneurs" USING btree ("status_at","id") WHERE "entrepreneurs"."status" = 'ready';--> statement-breakpoint
CREATE INDEX "entrepreneurs_search" ON "entrepreneurs" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "file_tokens_file" ON "file_tokens" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_tokens_expires" ON "file_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "file_versions_file" ON "file_versions" USING btree ("file_id","id");--> statement-breakpoint
CREATE INDEX "file_versions_sha256" ON "file_versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "file_versions_created_by" ON "file_versions" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "file_versions_unchecked" ON "file_versions" USING btree (coalesce("checked_at", "created_at"));--> statement-breakpoint
CREATE INDEX "file_versions_damaged" ON "file_versions" USING btree ("id") WHERE "file_versions"."is_damaged";--> statement-breakpoint
CREATE INDEX "files_quarantined" ON "files" USING btree ("quarantine","id") WHERE "files"."quarantine" is not null;--> statement-breakpoint
CREATE INDEX "files_unclaimed" ON "files" USING btree ("created_at") WHERE "files"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "files_user" ON "files" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "files_status_newest" ON "files" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "files_created" ON "files" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "files_status_created" ON "files" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "files_name" ON "files" USING btree ("file_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "files_status_name" ON "files" USING btree ("status","file_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "files_search" ON "files" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "mails_status_newest" ON "mails" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_about_user" ON "mails" USING btree ("about_user_id") WHERE "mails"."about_user_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_decision" ON "mails" USING btree ("decision_id") WHERE "mails"."decision_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_cancelled_by_decision" ON "mails" USING btree ("cancelled_by_decision") WHERE "mails"."cancelled_by_decision" is not null;--> statement-breakpoint
CREATE INDEX "mails_question" ON "mails" USING btree ("question_id") WHERE "mails"."question_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_match" ON "mails" USING btree ("match_id") WHERE "mails"."match_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_entrepreneur" ON "mails" USING btree ("entrepreneur_id") WHERE "mails"."entrepreneur_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_kind_newest" ON "mails" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "matches_open_partner" ON "matches" USING btree ("partner_id") WHERE "matches"."state" in ('arranging', 'booked', 'met');--> statement-breakpoint
CREATE UNIQUE INDEX "matches_open_entrepreneur" ON "matches" USING btree ("entrepreneur_id") WHERE "matches"."state" in ('arranging', 'booked', 'met');--> statement-breakpoint
CREATE INDEX "matches_partner" ON "matches" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "matches_entrepreneur" ON "matches" USING btree ("entrepreneur_id","id");--> statement-breakpoint
CREATE INDEX "matches_state_newest" ON "matches" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "matches_open_moved" ON "matches" USING btree ("moved_at") WHERE "matches"."state" in ('arranging', 'booked', 'met');--> statement-breakpoint
CREATE INDEX "matches_starts" ON "matches" USING btree ("starts_at") WHERE "matches"."state" = 'booked';--> statement-breakpoint
CREATE INDEX "messages_status_newest" ON "messages" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id") WHERE "messages"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "referrals_status_newest" ON "referrals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "referrals_named" ON "referrals" USING btree ("referral_mailbox","id") WHERE "referrals"."link_code" is not null;--> statement-breakpoint
CREATE INDEX "referrals_link" ON "referrals" USING btree ("link_code") WHERE "referrals"."link_code" is not null;--> statement-breakpoint
CREATE INDEX "referrals_search" ON "referrals" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "monitoring_credentials_user" ON "monitoring_credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "monitoring_credentials_status_newest" ON "monitoring_credentials" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "monitoring_credentials_created" ON "monitoring_credentials" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "monitoring_credentials_status_created" ON "monitoring_credentials" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "monitoring_credentials_search" ON "monitoring_credentials" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notes_created_by" ON "notes" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "payment_settings_fingerprint" ON "payment_settings" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "payout_files_run" ON "payout_files" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "payout_runs_drafts" ON "payout_runs" USING btree ("id") WHERE "payout_runs"."state" = 'draft';--> statement-breakpoint
CREATE INDEX "payouts_payee" ON "payouts" USING btree ("payee_id","id");--> statement-breakpoint
CREATE INDEX "payouts_run_state" ON "payouts" USING btree ("run_id","state","id");--> statement-breakpoint
CREATE INDEX "payouts_file" ON "payouts" USING btree ("file_id") WHERE "payouts"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "photo_handoffs_file" ON "photo_handoffs" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "photo_handoffs_expires" ON "photo_handoffs" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_one_open" ON "questions" USING btree ("user_id") WHERE "questions"."answered_at" is null and "questions"."undone_at" is null and "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_user" ON "questions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "questions_file" ON "questions" USING btree ("file_id") WHERE "questions"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "questions_closed_by" ON "questions" USING btree ("closed_by") WHERE "questions"."closed_by" is not null;--> statement-breakpoint
CREATE INDEX "questions_request" ON "questions" USING btree ("request_id") WHERE "questions"."request_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "referral_links_active" ON "referral_links" USING btree ("user_id") WHERE "referral_links"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "referral_links_user" ON "referral_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "referred_people_referrer" ON "referred_people" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE INDEX "referred_people_code" ON "referred_people" USING btree ("code");--> statement-breakpoint
CREATE INDEX "referred_people_signed_up" ON "referred_people" USING btree ("signed_up_at");--> statement-breakpoint
CREATE INDEX "referred_people_mailbox_fingerprint" ON "referred_people" USING btree ("mailbox_fingerprint") WHERE "referred_people"."mailbox_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "referred_people_phone_fingerprint" ON "referred_people" USING btree ("phone_fingerprint") WHERE "referred_people"."phone_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_balance" ON "ledger_entries" USING btree ("payee_id","account","cents");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_referral_once" ON "ledger_transactions" USING btree ("referred_person_id","kind","round") WHERE "ledger_transactions"."referred_person_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_payout_once" ON "ledger_transactions" USING btree ("payout_id","kind") WHERE "ledger_transactions"."payout_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_payee" ON "ledger_transactions" USING btree ("payee_id","month","id");--> statement-breakpoint
CREATE INDEX "reward_holds_open" ON "reward_holds" USING btree ("id") WHERE "reward_holds"."outcome" is null;--> statement-breakpoint
CREATE INDEX "reward_holds_settled_by" ON "reward_holds" USING btree ("settled_by") WHERE "reward_holds"."settled_by" is not null;--> statement-breakpoint
CREATE INDEX "reward_policies_from" ON "reward_policies" USING btree ("holds_from","id");--> statement-breakpoint
CREATE INDEX "credit_scores_file" ON "credit_scores" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "credit_scores_confirmed_by" ON "credit_scores" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "file_readings_waiting" ON "file_readings" USING btree ("version_id") WHERE "file_readings"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree (((sess -> 'passport' ->> 'user')));--> statement-breakpoint
CREATE INDEX "heard_texts_heard" ON "heard_texts" USING btree ("heard_at");--> statement-breakpoint
CREATE INDEX "texts_status_newest" ON "texts" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "texts_user" ON "texts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "texts_recipient" ON "texts" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "texts_match" ON "texts" USING btree ("match_id") WHERE "texts"."match_id" is not null;--> statement-breakpoint
CREATE INDEX "texts_decision" ON "texts" USING btree ("decision_id") WHERE "texts"."decision_id" is not null;--> statement-breakpoint
CREATE INDEX "texts_cancelled_by_decision" ON "texts" USING btree ("cancelled_by_decision") WHERE "texts"."cancelled_by_decision" is not null;--> statement-breakpoint
CREATE INDEX "texts_due" ON "texts" USING btree ("next_attempt_at") WHERE "texts"."status" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "texts_created" ON "texts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_admin" ON "users" USING btree ("is_admin") WHERE "users"."is_admin" = 1;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("kind","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_newest" ON "users" USING btree ("kind","status","id","asked_at") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_clean_newest" ON "users" USING btree ("kind","is_clean","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_clean_newest" ON "users" USING btree ("kind","status","is_clean","id","asked_at") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("kind","created_at","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("kind","status","created_at","id","asked_at","waited_on_them") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("kind",("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_name" ON "users" USING btree ("kind","status",("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_score" ON "users" USING btree ("kind",coalesce("credit_score", "found_score", 0),"id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_score" ON "users" USING btree ("kind","status",coalesce("credit_score", "found_score", 0),"id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_decided" ON "users" USING btree ("kind","status_at") WHERE "users"."status" <> 'pending' and "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_phone_digits" ON "users" USING btree ("phone_digits") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ("mailbox") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_folded_name" ON "users" USING btree ("folded_name","created_at") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_unmatched" ON "users" USING btree ("status_at","id") WHERE "users"."kind" = 'partner' and "users"."status" = 'approved' and not "users"."has_match" and "users"."is_admin" = 0
          and "users"."closes_at" is null;--> statement-breakpoint
CREATE INDEX "users_contact_consent" ON "users" USING btree ("id") WHERE "users"."contact_consent";--> statement-breakpoint
CREATE INDEX "users_closing" ON "users" USING btree ("closes_at") WHERE "users"."closes_at" is not null;--> statement-breakpoint
CREATE INDEX "users_asked" ON "users" USING btree ("asked_at") WHERE "users"."asked_at" is not null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
-- The host has one calendar. Between `booked` and its end, no two meetings overlap.
ALTER TABLE "matches" ADD CONSTRAINT "matches_no_overlap" EXCLUDE USING gist (tstzrange("starts_at", "ends_at") WITH &&) WHERE ("state" = 'booked');
--> statement-breakpoint
-- A file is found by its own name and by its owner's names, e-mail and phone, so its search text
-- follows whichever of them changes.
CREATE FUNCTION files_search_text(name text, owner integer) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT concat_ws(' ', fold(name), (SELECT search FROM users WHERE id = owner))
$$;
--> statement-breakpoint
CREATE FUNCTION files_keep_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search := files_search_text(NEW.file_name, NEW.user_id);
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER files_keep_search BEFORE INSERT OR UPDATE OF file_name, user_id ON files
	FOR EACH ROW EXECUTE FUNCTION files_keep_search();
--> statement-breakpoint
CREATE FUNCTION users_keep_files_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE files SET search = files_search_text(file_name, user_id) WHERE user_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_keep_files_search AFTER UPDATE OF first_name, last_name, email, phone_number ON users
	FOR EACH ROW EXECUTE FUNCTION users_keep_files_search();
--> statement-breakpoint
CREATE FUNCTION audit_events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit_events is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
	FOR EACH STATEMENT EXECUTE FUNCTION audit_events_append_only();
--> statement-breakpoint
CREATE FUNCTION consents_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- With the account, all that it said goes.
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM users WHERE users.id = OLD.user_id) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'consents is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE ON consents
	FOR EACH ROW EXECUTE FUNCTION consents_append_only();
--> statement-breakpoint
CREATE FUNCTION consents_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'consents is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER consents_no_truncate BEFORE TRUNCATE ON consents
	FOR EACH STATEMENT EXECUTE FUNCTION consents_no_truncate();
--> statement-breakpoint
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE FUNCTION audit_events_keep_pending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_pending SELECT id FROM added;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_keep_pending AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION audit_events_keep_pending();
--> statement-breakpoint
INSERT INTO "reward_policies"
	("kind", "flat_cents", "bronze_cents", "silver_cents", "gold_cents", "silver_from", "gold_from", "tier_rule", "holds_from")
	VALUES ('flat', 50000, 25000, 50000, 75000, 6, 11, 'each', '2020-01-01T00:00:00Z');
--> statement-breakpoint
INSERT INTO "payout_settings" DEFAULT VALUES;
--> statement-breakpoint
CREATE TRIGGER reward_policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reward_policies
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE FUNCTION ledger_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	checked bigint := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
	sides integer;
	total numeric;
BEGIN
	SELECT count(*), coalesce(sum(cents), 0) INTO sides, total FROM ledger_entries WHERE transaction_id = checked;
	IF sides < 2 OR total <> 0 THEN
		RAISE EXCEPTION 'ledger transaction % does not balance: % entries, % cents', checked, sides, total
			USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
--> statement-breakpoint
-- Whoever's verdict may have changed is noted, and looked at anew by a job: those who send something or change, and
-- those who have something in common with them. Of many who have it all are noted already.
CREATE FUNCTION users_verdict_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO verdicts_due (user_id)
	SELECT NEW.id WHERE NEW.is_admin = 0
	UNION (SELECT id FROM users WHERE is_admin = 0 AND phone_digits IN (OLD.phone_digits, NEW.phone_digits) LIMIT 20)
	UNION (SELECT id FROM users WHERE is_admin = 0 AND mailbox IN (OLD.mailbox, NEW.mailbox) LIMIT 20)
	UNION (SELECT id FROM users WHERE is_admin = 0 AND folded_name IN (OLD.folded_name, NEW.folded_name)
		AND created_at BETWEEN coalesce(NEW.created_at, OLD.created_at) - interval '1 day'
			AND coalesce(NEW.created_at, OLD.created_at) + interval '1 day' LIMIT 20);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_verdict_due AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, email, phone_number, credit_score
	ON users FOR EACH ROW EXECUTE FUNCTION users_verdict_due();
--> statement-breakpoint
CREATE FUNCTION files_verdict_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO verdicts_due (user_id)
	SELECT OLD.user_id WHERE OLD.user_id IS NOT NULL
	UNION SELECT NEW.user_id WHERE NEW.user_id IS NOT NULL
	UNION (SELECT other.user_id FROM file_versions same
		JOIN files other ON other.id = same.file_id AND other.sha256 = same.sha256
		WHERE same.sha256 IN (OLD.sha256, NEW.sha256) AND other.user_id IS NOT NULL LIMIT 20);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER files_verdict_due AFTER INSERT OR DELETE OR UPDATE OF user_id, status, quarantine, sha256, storage_key
	ON files FOR EACH ROW EXECUTE FUNCTION files_verdict_due();
--> statement-breakpoint
CREATE FUNCTION file_readings_verdict_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO verdicts_due (user_id)
	SELECT files.user_id FROM file_versions JOIN files ON files.id = file_versions.file_id
	WHERE file_versions.id = NEW.version_id AND files.user_id IS NOT NULL;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER file_readings_verdict_due AFTER INSERT OR UPDATE OF state ON file_readings
	FOR EACH ROW EXECUTE FUNCTION file_readings_verdict_due();
--> statement-breakpoint
CREATE FUNCTION duplicate_dismissals_verdict_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO verdicts_due (user_id) VALUES (NEW.user_id), (NEW.other_id);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER duplicate_dismissals_verdict_due AFTER INSERT ON duplicate_dismissals
	FOR EACH ROW EXECUTE FUNCTION duplicate_dismissals_verdict_due();
