CREATE TABLE "file_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"file_id" integer NOT NULL,
	"session_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_tokens" ADD CONSTRAINT "file_tokens_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_tokens_file" ON "file_tokens" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_tokens_expires" ON "file_tokens" USING btree ("expires_at");