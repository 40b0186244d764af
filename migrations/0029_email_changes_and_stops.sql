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
ALTER TABLE "consents" DROP CONSTRAINT "consents_source";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "recorded_by" integer;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_expires" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_recorded_by" ON "consents" USING btree ("recorded_by") WHERE "consents"."recorded_by" is not null;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_recorded" CHECK (("consents"."recorded_by" is null) = ("consents"."source" in ('sign-up', 'account'))
        and ("consents"."recorded_by" is null or not "consents"."is_given"));--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_source" CHECK ("consents"."source" in ('sign-up', 'account', 'phone', 'text', 'email', 'letter', 'in-person'));