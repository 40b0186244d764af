DROP INDEX "users_status_newest";--> statement-breakpoint
CREATE INDEX "users_status_newest" ON "users" USING btree ("status","id") WHERE "users"."is_admin" = 0;