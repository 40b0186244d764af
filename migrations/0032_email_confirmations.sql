CREATE TABLE "email_confirmations" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"email" "citext" NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "email_confirmations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_confirmations_link" CHECK (("email_confirmations"."token_hash" is null) = ("email_confirmations"."expires_at" is null)
        and ("email_confirmations"."token_hash" is null) <> ("email_confirmations"."confirmed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;