CREATE TABLE "portal" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"place" text NOT NULL,
	"data_keys" text[] NOT NULL,
	"peppers" text[] NOT NULL,
	"settled_at" timestamp with time zone,
	"has_accepted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "portal_one_row" CHECK ("portal"."row" = 1)
);
