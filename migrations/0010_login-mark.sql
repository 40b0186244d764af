-- The mark that sessions hold so far, so that nobody is logged out.
ALTER TABLE "users" ADD COLUMN "login_mark" text;--> statement-breakpoint
UPDATE "users" SET "login_mark" = encode(sha256(convert_to("password_hash", 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "login_mark" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "login_mark" SET DEFAULT gen_random_uuid()::text;
