import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { readQueues, type Queues } from '../../db/read-queues'
import type { Env } from '../../env'
import { getBackupAge } from '../../features/backups/queries'
import { describeAge, findingsAbout, type Finding } from './finding'

/** As the alerts of docs/deploy have them. */
const limits = { jobSeconds: 600, mailSeconds: 900, failedMails: 5, backupSeconds: 26 * 3600 }

/** What the portal should have done by now. */
export async function checkWork(
  db: Database,
  env: Pick<Env, 'backupKeys' | 'secondFactorIsRequired'>,
): Promise<Finding[]> {
  return [
    ...judgeQueues(await readQueues(db)),
    judgeBackup(await getBackupAge(db), env.backupKeys.length > 0),
    ...(await checkAdministrator(db, env)),
  ]
}

export function judgeQueues(queues: Queues): Finding[] {
  const { ok, warning, problem } = findingsAbout('queues')
  const { jobs, mails, failedJobs, failedMails, waitingScans } = queues
  const findings: Finding[] = []
  if (jobs.oldestSeconds > limits.jobSeconds) {
    findings.push(
      problem(
        `a background job has been due for ${describeAge(jobs.oldestSeconds)}`,
        "Make sure that a portal process runs, and look for 'job runner' in its log.",
      ),
    )
  }
  if (failedJobs > 0) {
    findings.push(
      warning(
        `${failedJobs} jobs have used up their attempts`,
        "Look for 'job runner' in the log; it names the job and the error.",
      ),
    )
  }
  if (mails.oldestSeconds > limits.mailSeconds) {
    findings.push(
      problem(
        `a mail has been due for ${describeAge(mails.oldestSeconds)}`,
        'Test the mailbox under Settings; the outbox gives the reason.',
      ),
    )
  }
  if (failedMails > limits.failedMails) {
    findings.push(
      warning(
        `${failedMails} mails of the last day failed for good`,
        'The outbox gives the reasons, and sends them again.',
      ),
    )
  }
  if (waitingScans > 0) {
    findings.push(
      warning(
        `${waitingScans} documents wait for their virus check, and no one can open them`,
        'Make sure that clamd runs.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('nothing is overdue')]
}

export function judgeBackup(ageSeconds: number | null, hasKey: boolean): Finding {
  const { ok, warning, problem } = findingsAbout('backup')
  const todo =
    (hasKey ? '' : 'Set BACKUP_KEY, keep a copy of it elsewhere, and ') +
    'run npm run portal -- backup --to FOLDER every day, onto another disk or machine.'
  if (ageSeconds === null) {
    return problem('none was ever made', todo.charAt(0).toUpperCase() + todo.slice(1))
  }
  const what = `the last one is ${describeAge(ageSeconds)} old`
  return ageSeconds > limits.backupSeconds
    ? warning(what, 'Run npm run portal -- backup, and check why it did not run.')
    : ok(what)
}

async function checkAdministrator(
  db: Database,
  env: Pick<Env, 'secondFactorIsRequired'>,
): Promise<Finding[]> {
  const { ok, problem, warning } = findingsAbout('administrator')
  const { rows } = await db.execute<{ has_admin: boolean; has_second_factor: boolean }>(sql`
    select exists (select from users where is_admin = 1) as has_admin,
      exists (select from second_factors join users using (id)
        where is_admin = 1 and confirmed_at is not null) as has_second_factor`)
  const { has_admin: hasAdmin, has_second_factor: hasSecondFactor } = onlyRow(rows)
  if (!hasAdmin) {
    return [problem('there is none', 'Run npm run portal -- admin --email you@your-domain.com.')]
  }
  if (hasSecondFactor) return [ok('with two-step login')]
  if (!env.secondFactorIsRequired) return [ok('without two-step login, which is optional here')]
  return [
    warning(
      'two-step login is not set up yet',
      'Log in at /admin; it is set up there. After 24 hours npm run portal -- admin gives a new one-time password.',
    ),
  ]
}
