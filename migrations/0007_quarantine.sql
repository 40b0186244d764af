ALTER TABLE "files" ADD COLUMN "quarantine" text;--> statement-breakpoint
CREATE INDEX "files_waiting" ON "files" USING btree ("id") WHERE "files"."quarantine" = 'waiting';--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_quarantine" CHECK ("files"."quarantine" in ('waiting', 'infected'));