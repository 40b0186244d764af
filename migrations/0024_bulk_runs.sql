CREATE TABLE "bulk_run_items" (
	"run_id" integer NOT NULL,
	"object_id" integer NOT NULL,
	"seen_status" text NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	CONSTRAINT "bulk_run_items_run_id_object_id_pk" PRIMARY KEY("run_id","object_id"),
	CONSTRAINT "bulk_run_items_outcome" CHECK ("bulk_run_items"."outcome" in ('waiting', 'done', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"of" text NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"mail" jsonb,
	"state" text DEFAULT 'running' NOT NULL,
	"started_by" integer NOT NULL,
	"ip" text,
	"request_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_runs_state" CHECK ("bulk_runs"."state" in ('running', 'stopped', 'done'))
);
--> statement-breakpoint
ALTER TABLE "bulk_run_items" ADD CONSTRAINT "bulk_run_items_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_run_items_outcome" ON "bulk_run_items" USING btree ("run_id","outcome","object_id");--> statement-breakpoint
CREATE INDEX "bulk_runs_newest" ON "bulk_runs" USING btree ("of","id");--> statement-breakpoint
CREATE INDEX "bulk_runs_running" ON "bulk_runs" USING btree ("id") WHERE "bulk_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "bulk_runs_created" ON "bulk_runs" USING btree ("created_at");