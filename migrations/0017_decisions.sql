CREATE TABLE "decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"user_id" integer,
	"from_status" text NOT NULL,
	"from_reason" text,
	"from_status_at" timestamp with time zone,
	"to_status" text NOT NULL,
	"reason" text,
	"decided_by" integer,
	"request_id" uuid,
	"taken_with" integer,
	"undone_at" timestamp with time zone,
	CONSTRAINT "decisions_kind" CHECK ("decisions"."kind" in ('user', 'file', 'credential')),
	CONSTRAINT "decisions_from_status" CHECK ("decisions"."from_status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "decisions_to_status" CHECK ("decisions"."to_status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "rejection_reasons" (
	"kind" text PRIMARY KEY NOT NULL,
	"reasons" text[] NOT NULL,
	CONSTRAINT "rejection_reasons_kind" CHECK ("rejection_reasons"."kind" in ('user', 'file', 'credential'))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "decision_id" integer;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_taken_with_decisions_id_fk" FOREIGN KEY ("taken_with") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_user" ON "decisions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "decisions_at" ON "decisions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "decisions_taken_with" ON "decisions" USING btree ("taken_with") WHERE "decisions"."taken_with" is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_decision" ON "mails" USING btree ("decision_id") WHERE "mails"."decision_id" is not null;