ALTER TABLE "users" ADD COLUMN "credit_score" smallint;--> statement-breakpoint
CREATE INDEX "users_score" ON "users" USING btree (coalesce("credit_score", 0),"id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_score" ON "users" USING btree ("status",coalesce("credit_score", 0),"id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
UPDATE "users" SET "credit_score" = "credit_scores"."score" FROM "credit_scores" WHERE "credit_scores"."user_id" = "users"."id";