interface Queryable {
  query(sql: string): Promise<unknown>
}

/** Ends the wait of every mail about an act of the administrator, as if its minute were over. Reminders wait on. */
export async function releaseHeldMails(pool: Queryable): Promise<void> {
  const held = `(decision_id is not null or kind = 'question' or match_id is not null and next_attempt_at < now() + interval '1 minute')
    and status = 'queued' and attempts = 0`
  await pool.query(`update mails set next_attempt_at = now() where ${held}`)
  await pool.query(
    `select graphile_worker.add_job('send-mail', json_build_object('mailId', id), job_key => 'mail:' || id)
     from mails where ${held}`,
  )
}
