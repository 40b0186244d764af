-- Left empty in rows that are there: filling a million of them would take minutes under a lock.
ALTER TABLE "users" ADD COLUMN "login_mark" text;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "login_mark" SET DEFAULT gen_random_uuid()::text;
