ALTER TABLE "file_versions" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
UPDATE "file_versions" SET "approved_at" = "files"."status_at" FROM "files" WHERE "files"."status" = 'approved' AND "files"."storage_key" = "file_versions"."storage_key";
