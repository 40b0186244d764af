CREATE TABLE "questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"file_id" integer,
	"words" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_by" integer,
	"answered_at" timestamp with time zone,
	"answer" text,
	"undone_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_by" integer
);
--> statement-breakpoint
ALTER TABLE "rejection_reasons" DROP CONSTRAINT "rejection_reasons_kind";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "question_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "waited_on_them" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_closed_by_decisions_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "questions_one_open" ON "questions" USING btree ("user_id") WHERE "questions"."answered_at" is null and "questions"."undone_at" is null and "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_user" ON "questions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "questions_file" ON "questions" USING btree ("file_id") WHERE "questions"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "questions_closed_by" ON "questions" USING btree ("closed_by") WHERE "questions"."closed_by" is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_question" ON "mails" USING btree ("question_id") WHERE "mails"."question_id" is not null;--> statement-breakpoint
DROP INDEX "users_status_newest";--> statement-breakpoint
DROP INDEX "users_status_created";--> statement-breakpoint
CREATE INDEX "users_status_newest" ON "users" USING btree ("kind","status","id","asked_at") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("kind","status","created_at","id","asked_at","waited_on_them") WHERE "users"."is_admin" = 0;--> statement-breakpoint
CREATE INDEX "users_asked" ON "users" USING btree ("asked_at") WHERE "users"."asked_at" is not null;--> statement-breakpoint
ALTER TABLE "rejection_reasons" ADD CONSTRAINT "rejection_reasons_kind" CHECK ("rejection_reasons"."kind" in ('user', 'file', 'credential', 'question'));