ALTER TABLE "file_versions" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file_versions" ADD COLUMN "damaged_fingerprint" text;--> statement-breakpoint
CREATE INDEX "file_versions_unchecked" ON "file_versions" USING btree (coalesce("checked_at", "created_at"));--> statement-breakpoint
CREATE INDEX "file_versions_damaged" ON "file_versions" USING btree ("id") WHERE "file_versions"."damaged_fingerprint" is not null;