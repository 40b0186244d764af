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
	"cents" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"method" text,
	"sealed_details" text,
	"last_four" text,
	"reference" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payouts_once" UNIQUE("run_id","payee_id"),
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('ready', 'held', 'under-minimum', 'missing-settings', 'paying', 'paid', 'failed')),
	CONSTRAINT "payouts_method" CHECK ("payouts"."method" in ('zelle', 'ach', 'paypal')),
	CONSTRAINT "payouts_cents" CHECK ("payouts"."cents" > 0)
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
	CONSTRAINT "reward_holds_reason" CHECK ("reward_holds"."reason" in ('same-email', 'same-phone', 'same-document', 'same-payment-details', 'earlier-account', 'burst')),
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
ALTER TABLE "users" ADD COLUMN "kind" text DEFAULT 'partner' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_code_referral_links_code_fk" FOREIGN KEY ("code") REFERENCES "public"."referral_links"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_links" ADD CONSTRAINT "referral_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_people" ADD CONSTRAINT "referred_people_code_referral_links_code_fk" FOREIGN KEY ("code") REFERENCES "public"."referral_links"("code") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_people" ADD CONSTRAINT "referred_people_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_people" ADD CONSTRAINT "referred_people_referred_id_users_id_fk" FOREIGN KEY ("referred_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_policy_id_reward_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."reward_policies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_holds" ADD CONSTRAINT "reward_holds_referred_person_id_referred_people_id_fk" FOREIGN KEY ("referred_person_id") REFERENCES "public"."referred_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_holds" ADD CONSTRAINT "reward_holds_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_settings_fingerprint" ON "payment_settings" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "payouts_payee" ON "payouts" USING btree ("payee_id","id");--> statement-breakpoint
CREATE INDEX "payouts_run_state" ON "payouts" USING btree ("run_id","state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_links_active" ON "referral_links" USING btree ("user_id") WHERE "referral_links"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "referral_links_user" ON "referral_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "referred_people_referrer" ON "referred_people" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE INDEX "referred_people_code" ON "referred_people" USING btree ("code");--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_balance" ON "ledger_entries" USING btree ("payee_id","account","cents");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_referral_once" ON "ledger_transactions" USING btree ("referred_person_id","kind","round") WHERE "ledger_transactions"."referred_person_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_payout_once" ON "ledger_transactions" USING btree ("payout_id","kind") WHERE "ledger_transactions"."payout_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_payee" ON "ledger_transactions" USING btree ("payee_id","month","id");--> statement-breakpoint
CREATE INDEX "reward_holds_open" ON "reward_holds" USING btree ("id") WHERE "reward_holds"."outcome" is null;--> statement-breakpoint
CREATE INDEX "reward_holds_settled_by" ON "reward_holds" USING btree ("settled_by") WHERE "reward_holds"."settled_by" is not null;--> statement-breakpoint
CREATE INDEX "reward_policies_from" ON "reward_policies" USING btree ("holds_from","id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kind" CHECK ("users"."kind" in ('partner', 'referrer'));--> statement-breakpoint
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
