CREATE TABLE "declined_mails" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "declined_mails_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "declined_mails_kind" CHECK ("declined_mails"."kind" in ('referral-signed-up', 'referral-approved', 'payout'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about_user_id" integer;--> statement-breakpoint
ALTER TABLE "declined_mails" ADD CONSTRAINT "declined_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_about_user" ON "mails" USING btree ("about_user_id") WHERE "mails"."about_user_id" is not null;