DROP INDEX "decisions_about_people";--> statement-breakpoint
DROP INDEX "users_status_newest";--> statement-breakpoint
DROP INDEX "users_created";--> statement-breakpoint
DROP INDEX "users_status_created";--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
DROP INDEX "users_status_name";--> statement-breakpoint
DROP INDEX "users_decided";--> statement-breakpoint
DROP INDEX "users_score";--> statement-breakpoint
DROP INDEX "users_status_score";--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "link_code" text;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_link_code_referral_links_code_fk" FOREIGN KEY ("link_code") REFERENCES "public"."referral_links"("code") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referrals_named" ON "referrals" USING btree ((case when split_part(lower("referral_email"::text), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower("referral_email"::text), '@', 1), '+', 1), '.', '') || '@gmail.com' else split_part(split_part(lower("referral_email"::text), '@', 1), '+', 1) || '@' || split_part(lower("referral_email"::text), '@', 2) end),"id") WHERE "referrals"."link_code" is not null;--> statement-breakpoint
CREATE INDEX "referrals_link" ON "referrals" USING btree ("link_code") WHERE "referrals"."link_code" is not null;--> statement-breakpoint
CREATE INDEX "referred_people_signed_up" ON "referred_people" USING btree ("signed_up_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("kind","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "decisions_about_people" ON "decisions" USING btree ("at","user_id") WHERE "decisions"."kind" = 'user' and "decisions"."to_status" <> 'pending' and "decisions"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "users_status_newest" ON "users" USING btree ("kind","status","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("kind","created_at","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("kind","status","created_at","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("kind",("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_name" ON "users" USING btree ("kind","status",("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_decided" ON "users" USING btree ("kind","status_at") WHERE "users"."status" <> 'pending' and "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_score" ON "users" USING btree ("kind",coalesce("credit_score", 0),"id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_score" ON "users" USING btree ("kind","status",coalesce("credit_score", 0),"id") WHERE "users"."is_admin" = 0;