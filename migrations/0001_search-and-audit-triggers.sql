-- A file is found by its own name and by its owner's names, e-mail and phone, so its search text
-- follows whichever of them changes.
CREATE FUNCTION files_search_text(name text, owner integer) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT lower(concat_ws(' ', name, (SELECT search FROM users WHERE id = owner)))
$$;
--> statement-breakpoint
CREATE FUNCTION files_keep_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search := files_search_text(NEW.file_name, NEW.user_id);
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER files_keep_search BEFORE INSERT OR UPDATE OF file_name, user_id ON files
	FOR EACH ROW EXECUTE FUNCTION files_keep_search();
--> statement-breakpoint
CREATE FUNCTION users_keep_files_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE files SET search = files_search_text(file_name, user_id) WHERE user_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_keep_files_search AFTER UPDATE OF first_name, last_name, email, phone_number ON users
	FOR EACH ROW EXECUTE FUNCTION users_keep_files_search();
--> statement-breakpoint
CREATE FUNCTION audit_events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit_events is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
	FOR EACH STATEMENT EXECUTE FUNCTION audit_events_append_only();
