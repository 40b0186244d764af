CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"status_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(coalesce(name, '') || ' ' || email || ' ' || subject || ' ' || message)) STORED NOT NULL,
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
	"status" text DEFAULT 'new' NOT NULL,
	"status_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(name || ' ' || email || ' ' || phone || ' ' || regexp_replace(phone, '\D', '', 'g') || ' ' || referral_name || ' ' || referral_email || ' ' || referral_phone || ' ' || regexp_replace(referral_phone, '\D', '', 'g'))) STORED NOT NULL,
	CONSTRAINT "referrals_status" CHECK ("referrals"."status" in ('new', 'read', 'done'))
);
--> statement-breakpoint
CREATE INDEX "messages_status_newest" ON "messages" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "referrals_status_newest" ON "referrals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "referrals_search" ON "referrals" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);