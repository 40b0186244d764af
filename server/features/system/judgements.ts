import type { Examination, Outages, Service, Subject, Trouble } from '@shared/system'
import type { Queues } from '../../db/read-queues'
import type { DiskSpace } from '../../storage/port'

/** What is judged. */
export interface Seen {
  outages: Outages
  queues: Queues
  backup: { madeAt: string | null; checkedAt: string | null }
  /** When the portal was first started with this database; null before. */
  settledAt: string | null
  disks: DiskSpace[]
  /** Documents that readers of this process have missed. */
  missing: number
  /** Lines that this process could not write while its log can't be written; null while it can. */
  linesLost: number | null
  examination: Examination | null
}

/** As the rules of docs/deploy/alerts.yml have them, which a test compares with these. */
export const limits = {
  /** A failure counts once the next attempt, 30 seconds later, could have mended it. */
  outageSeconds: 35,
  mailsOldestSeconds: 900,
  mailsFailed: 5,
  textsOldestSeconds: 900,
  scansOldestSeconds: 900,
  jobsOldestSeconds: 600,
  jobsFailed: 0,
  backupAgeSeconds: 26 * 3600,
  diskFreeShare: 0.15,
  documentsMissing: 0,
  examinationProblems: 0,
}

type Judged = Omit<Trouble, 'subject' | 'todo'>

interface Judgement {
  /** The rule of docs/deploy/alerts.yml. */
  alert: string
  subject: Subject
  todo: string
  judge: (seen: Seen) => Judged | null
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const secondsSince = (at: string) => (Date.now() - Date.parse(at)) / 1000
const count = (number: number) => number.toLocaleString('en-US')
const inWords = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${count(number)} ${many}`
const areWaiting = (number: number) =>
  number === 0 ? null : `${inWords(number, 'is', 'are')} waiting.`

/** Since when a service has been away for longer than a moment; null while it works. */
function awaySince({ outages }: Pick<Seen, 'outages'>, service: Service): string | null {
  const since = outages[service]
  return since !== undefined && secondsSince(since) > limits.outageSeconds ? since : null
}

function outage(
  subject: Service,
  { todo, what, more }: { todo: string; what: string; more: (seen: Seen) => string | null },
): Judgement {
  return {
    alert: 'PortalServiceAway',
    subject,
    todo,
    judge(seen) {
      const since = awaySince(seen, subject)
      return since === null ? null : { what, since, more: more(seen) }
    },
  }
}

/** A queue whose oldest entry has waited too long, unless its service is known to be away. */
function standstill(
  alert: string,
  subject: Service | 'jobs',
  of: { queue: 'mails' | 'texts' | 'scans' | 'jobs'; seconds: number; what: string; todo: string },
): Judgement {
  const { queue, seconds, what, todo } = of
  return {
    alert,
    subject,
    todo,
    judge(seen) {
      const { waiting, oldestSeconds } = seen.queues[queue]
      if (oldestSeconds <= seconds || (subject !== 'jobs' && awaySince(seen, subject))) return null
      return { what, since: ago(oldestSeconds), more: areWaiting(waiting) }
    },
  }
}

const diskNames = { uploads: 'documents', backups: 'second copies' }

/** Every trouble that the portal sees, the worst first: `doctor`, the page System and the overview read this list. */
export const judgements: readonly Judgement[] = [
  outage('storage', {
    what: 'Documents can’t be stored',
    more: () => 'Nobody can upload any.',
    todo: 'Look whether UPLOADS_DIR and SECOND_COPY_DIR are mounted, can be written and are the portal’s own, or whether the object store runs.',
  }),
  {
    alert: 'PortalDocumentsMissing',
    subject: 'documents',
    todo: 'Look whether UPLOADS_DIR is mounted, then run npm run portal -- fsck; with --repair it takes them back from their second copies.',
    judge: ({ missing }) =>
      missing <= limits.documentsMissing
        ? null
        : {
            what: `${inWords(missing, 'document that someone asked for is', 'documents that people asked for are')} missing`,
            since: null,
            more: null,
          },
  },
  outage('email', {
    what: 'Email isn’t going out',
    more: ({ queues }) => areWaiting(queues.mails.waiting),
    todo: 'Test the mailbox under Settings; the outbox under Email gives the reason.',
  }),
  standstill('PortalMailsWait', 'email', {
    queue: 'mails',
    seconds: limits.mailsOldestSeconds,
    what: 'Some email has been waiting',
    todo: 'The outbox under Email gives the reason.',
  }),
  {
    alert: 'PortalMailsFailed',
    subject: 'email',
    todo: 'The outbox under Email gives the reasons, and sends them again.',
    judge: ({ queues: { failedMails } }) =>
      failedMails <= limits.mailsFailed
        ? null
        : { what: `${count(failedMails)} emails of the last day failed`, since: null, more: null },
  },
  outage('texts', {
    what: 'Texts aren’t going out',
    more: ({ queues }) => areWaiting(queues.texts.waiting),
    todo: 'Test the provider under SMS.',
  }),
  standstill('PortalTextsWait', 'texts', {
    queue: 'texts',
    seconds: limits.textsOldestSeconds,
    what: 'Some texts have been waiting',
    todo: 'The list under SMS gives the reason.',
  }),
  outage('scanner', {
    what: 'The virus scanner doesn’t answer',
    more: ({ queues: { scans } }) =>
      scans.waiting === 0
        ? null
        : `${inWords(scans.waiting, 'document is', 'documents are')} waiting.`,
    todo: 'Make sure that clamd runs and that CLAMD_URL points to it.',
  }),
  standstill('PortalScansWait', 'scanner', {
    queue: 'scans',
    seconds: limits.scansOldestSeconds,
    what: 'Some documents have been waiting for their virus check',
    todo: 'Look for ‘a virus check could not be made’ in the log.',
  }),
  standstill('PortalJobsWait', 'jobs', {
    queue: 'jobs',
    seconds: limits.jobsOldestSeconds,
    what: 'Some background jobs have been waiting',
    todo: 'Look for ‘job runner’ in the log.',
  }),
  {
    alert: 'PortalJobsFailed',
    subject: 'jobs',
    todo: 'Look for ‘job runner’ in the log; it names the job and the error. Such jobs are removed after a week.',
    judge: ({ queues: { failedJobs } }) =>
      failedJobs <= limits.jobsFailed
        ? null
        : {
            what: `${inWords(failedJobs, 'background job has', 'background jobs have')} used up all attempts`,
            since: null,
            more: null,
          },
  },
  {
    alert: 'PortalDiskFull',
    subject: 'disks',
    todo: 'Give it more room, or move SECOND_COPY_DIR to another disk.',
    judge({ disks }) {
      const full = disks.find(
        ({ freeBytes, sizeBytes }) => freeBytes < sizeBytes * limits.diskFreeShare,
      )
      return full
        ? {
            what: `The disk of ${diskNames[full.folder]} is nearly full`,
            since: null,
            more: `${Math.round((100 * full.freeBytes) / full.sizeBytes)}% is free. Below 10% nobody can upload.`,
          }
        : null
    },
  },
  {
    alert: 'PortalBackupOld',
    subject: 'backup',
    todo: 'Run npm run portal -- backup, and look at what it prints.',
    judge({ backup: { madeAt }, settledAt }) {
      const since = madeAt ?? settledAt
      return since === null || secondsSince(since) <= limits.backupAgeSeconds
        ? null
        : { what: 'There has been no backup', since, more: null }
    },
  },
  {
    alert: 'PortalLogFull',
    subject: 'log',
    todo: 'Make room where the log is written.',
    judge: ({ linesLost }) =>
      linesLost === null
        ? null
        : {
            what: 'The log can’t be written',
            since: null,
            more: `${inWords(linesLost, 'line is', 'lines are')} lost.`,
          },
  },
  {
    alert: 'PortalExamination',
    subject: 'examination',
    todo: 'Read what it found under System. Once it is mended, npm run portal -- doctor looks again.',
    judge({ examination }) {
      const problems = countProblems(examination)
      return problems <= limits.examinationProblems
        ? null
        : {
            what: `The portal’s nightly check found ${inWords(problems, 'problem', 'problems')}`,
            since: null,
            more: null,
          }
    },
  },
]

/** These are judged by themselves, at every moment. */
const judgedLive = new Set(['mail', 'texts', 'virus scanner'])

export const countProblems = (examination: Examination | null): number =>
  examination?.findings.filter(({ about, level }) => level === 'problem' && !judgedLive.has(about))
    .length ?? 0

export const judge = (seen: Seen): Trouble[] =>
  judgements.flatMap(({ subject, todo, judge: look }) => {
    const found = look(seen)
    return found ? [{ subject, todo, ...found }] : []
  })
