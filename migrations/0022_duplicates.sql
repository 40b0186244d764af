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
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicate_dismissals_other" ON "duplicate_dismissals" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "file_versions_sha256" ON "file_versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "users_phone_digits" ON "users" USING btree (right(regexp_replace("phone_number", '\D', '', 'g'), 10)) WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ((case when split_part(lower("email"::text), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower("email"::text), '@', 1), '+', 1), '.', '') || '@gmail.com' else split_part(split_part(lower("email"::text), '@', 1), '+', 1) || '@' || split_part(lower("email"::text), '@', 2) end)) WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_plain_name" ON "users" USING btree (lower("first_name" || ' ' || "last_name"),"created_at") WHERE "users"."is_admin" = 0;