CREATE INDEX "files_created" ON "files" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "files_status_created" ON "files" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "files_name" ON "files" USING btree ("file_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "files_status_name" ON "files" USING btree ("status","file_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "monitoring_credentials_created" ON "monitoring_credentials" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "monitoring_credentials_status_created" ON "monitoring_credentials" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("status","created_at","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_name" ON "users" USING btree ("status",("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."is_admin" = 0;