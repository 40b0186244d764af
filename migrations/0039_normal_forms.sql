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
ALTER TABLE "reward_holds" DROP CONSTRAINT "reward_holds_reason";--> statement-breakpoint
DROP INDEX "users_plain_name";--> statement-breakpoint
DROP INDEX "referrals_named";--> statement-breakpoint
DROP INDEX "users_phone_digits";--> statement-breakpoint
DROP INDEX "users_mailbox";--> statement-breakpoint
ALTER TABLE "mails" drop column "search";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(recipient || ' ' || subject)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" drop column "search";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(coalesce(name, '') || ' ' || email || ' ' || subject || ' ' || message)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "referrals" drop column "search";--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(name || ' ' || email || ' ' || phone || ' ' || referral_name || ' ' || referral_email || ' ' || referral_phone) || ' ' || phone_digits(phone) || ' ' || phone_digits(referral_phone)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_credentials" drop column "search";--> statement-breakpoint
ALTER TABLE "monitoring_credentials" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(service_name || ' ' || username)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" drop column "search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name || ' ' || email::text || ' ' || phone_number) || ' ' || phone_digits(phone_number)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "referral_mailbox" text GENERATED ALWAYS AS (mailbox(referral_email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (mailbox(email::text)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (phone_digits(phone_number)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_name" text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_folded_name" ON "users" USING btree ("folded_name","created_at") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "referrals_named" ON "referrals" USING btree ("referral_mailbox","id") WHERE "referrals"."link_code" is not null;--> statement-breakpoint
CREATE INDEX "users_phone_digits" ON "users" USING btree ("phone_digits") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ("mailbox") WHERE "users"."is_admin" = 0;--> statement-breakpoint
ALTER TABLE "reward_holds" ADD CONSTRAINT "reward_holds_reason" CHECK ("reward_holds"."reason" in ('same-email', 'same-phone', 'same-document', 'same-payment-details', 'same-network', 'same-payee', 'earlier-account', 'burst'));
--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "referrals_search" ON "referrals" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "monitoring_credentials_search" ON "monitoring_credentials" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION files_search_text(name text, owner integer) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT concat_ws(' ', fold(name), (SELECT search FROM users WHERE id = owner))
$$;
--> statement-breakpoint
UPDATE files SET search = files_search_text(file_name, user_id);
