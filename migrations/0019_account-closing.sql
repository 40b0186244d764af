ALTER TABLE "messages" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id") WHERE "messages"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "users_closing" ON "users" USING btree ("closes_at") WHERE "users"."closes_at" is not null;--> statement-breakpoint
-- What the administrator wrote to an account's address belongs to the account, as it does from now on.
UPDATE "mails" SET "user_id" = "users"."id" FROM "users"
WHERE "mails"."user_id" IS NULL AND "mails"."kind" = 'composed'
  AND "users"."email" = "mails"."recipient"::citext AND "mails"."created_at" >= "users"."created_at";
