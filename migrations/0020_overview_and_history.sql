DROP INDEX "files_waiting";--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","action","id","at");--> statement-breakpoint
CREATE INDEX "audit_events_no_actor" ON "audit_events" USING btree ("action","id","at") WHERE "audit_events"."actor_id" is null;--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("action","id","at");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "files_quarantined" ON "files" USING btree ("quarantine","id") WHERE "files"."quarantine" is not null;--> statement-breakpoint
CREATE INDEX "users_decided" ON "users" USING btree ("status_at") WHERE "users"."status" <> 'pending' and "users"."is_admin" = 0;