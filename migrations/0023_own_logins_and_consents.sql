CREATE TABLE "consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_given" boolean NOT NULL,
	"text_version" text NOT NULL,
	"source" text NOT NULL,
	"ip" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_kind" CHECK ("consents"."kind" in ('calls', 'texts', 'email', 'recording')),
	CONSTRAINT "consents_source" CHECK ("consents"."source" in ('sign-up', 'account'))
);
--> statement-breakpoint
ALTER TABLE "monitoring_credentials" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_credentials" ADD COLUMN "last_opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_newest" ON "consents" USING btree ("user_id","kind","id");
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
	FOR EACH ROW EXECUTE FUNCTION consents_append_only();--> statement-breakpoint
CREATE FUNCTION consents_no_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'consents is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER consents_no_truncate BEFORE TRUNCATE ON consents
	FOR EACH STATEMENT EXECUTE FUNCTION consents_no_truncate();--> statement-breakpoint
-- What the box of the application form meant to those who have ticked it.
INSERT INTO consents (user_id, kind, is_given, text_version, source, ip, at)
	SELECT users.id, kind, true, 'sign-up.1', 'sign-up', users.terms_accepted_from, coalesce(users.contact_consent_at, users.created_at)
	FROM users CROSS JOIN unnest(ARRAY['calls', 'texts', 'email']) AS kind
	WHERE users.contact_consent AND users.is_admin = 0
	ORDER BY users.id;
