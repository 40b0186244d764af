CREATE TABLE "fingerprint_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	CONSTRAINT "fingerprint_keys_one" CHECK ("fingerprint_keys"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "referred_people" ADD COLUMN "mailbox_fingerprint" text;--> statement-breakpoint
ALTER TABLE "referred_people" ADD COLUMN "phone_fingerprint" text;--> statement-breakpoint
CREATE INDEX "referred_people_mailbox_fingerprint" ON "referred_people" USING btree ("mailbox_fingerprint") WHERE "referred_people"."mailbox_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "referred_people_phone_fingerprint" ON "referred_people" USING btree ("phone_fingerprint") WHERE "referred_people"."phone_fingerprint" is not null;