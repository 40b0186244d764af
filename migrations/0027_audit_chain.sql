CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_event" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"event_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
	FOR EACH STATEMENT EXECUTE FUNCTION append_only();
--> statement-breakpoint
CREATE FUNCTION audit_events_keep_pending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_pending SELECT id FROM added;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_keep_pending AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION audit_events_keep_pending();
--> statement-breakpoint
INSERT INTO audit_pending SELECT id FROM audit_events;
