import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { quietPortal as quiet } from '@tests/support/samples/quiet-portal'
import { judge, judgements, limits, type Seen } from './judgements'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const queue = (oldestSeconds: number, waiting = 1) => ({ waiting, failing: waiting, oldestSeconds })
const withQueues = (queues: Partial<Seen['queues']>) => ({ queues: { ...quiet.queues, ...queues } })
const disk = (freeBytes: number) => ({
  disks: [{ folder: 'uploads' as const, freeBytes, sizeBytes: 1000 }],
})
const examined = (about: string) => ({
  examination: { at: ago(60), findings: [{ about, level: 'problem' as const, what: 'x' }] },
})

const words = (seen: Partial<Seen>) =>
  judge({ ...quiet, ...seen }).map(({ what, since, more }) =>
    [what, since && 'since', more].filter(Boolean).join(' / '),
  )

it('a portal with nothing to do is in no trouble', () => {
  expect(words({})).toEqual([])
})

it.each<[string, Partial<Seen>, Partial<Seen>]>([
  [
    'Email isn’t going out / since / 11 are waiting.',
    { outages: { email: ago(36) }, ...withQueues({ mails: queue(1000, 11) }) },
    { outages: { email: ago(34) } },
  ],
  ['Email isn’t going out / since', { outages: { email: ago(36) } }, {}],
  [
    'Some email has been waiting / since / 1 is waiting.',
    withQueues({ mails: queue(901) }),
    withQueues({ mails: queue(899) }),
  ],
  [
    '6 emails of the last day failed',
    withQueues({ failedMails: 6 }),
    withQueues({ failedMails: 5 }),
  ],
  ['Texts aren’t going out / since', { outages: { texts: ago(36) } }, {}],
  [
    'Some texts have been waiting / since / 2 are waiting.',
    withQueues({ texts: queue(901, 2) }),
    withQueues({ texts: queue(899) }),
  ],
  [
    'The virus scanner doesn’t answer / since / 1 document is waiting.',
    { outages: { scanner: ago(36) }, ...withQueues({ scans: queue(10) }) },
    {},
  ],
  [
    'Some documents have been waiting for their virus check / since / 1 is waiting.',
    withQueues({ scans: queue(901) }),
    withQueues({ scans: queue(899) }),
  ],
  [
    'Some background jobs have been waiting / since / 3 are waiting.',
    withQueues({ jobs: queue(601, 3) }),
    withQueues({ jobs: queue(599) }),
  ],
  [
    '1 background job has used up all attempts',
    withQueues({ failedJobs: 1 }),
    withQueues({ failedJobs: 0 }),
  ],
  [
    'Documents can’t be stored / since / Nobody can upload any.',
    { outages: { storage: ago(36) } },
    {},
  ],
  [
    'The disk of documents is nearly full / 14% is free. Below 10% nobody can upload.',
    disk(140),
    disk(150),
  ],
  [
    'There has been no backup / since',
    { settledAt: ago(27 * 3600) },
    { settledAt: ago(25 * 3600) },
  ],
  [
    'There has been no backup / since',
    { backup: { madeAt: ago(27 * 3600), checkedAt: null } },
    { backup: { madeAt: ago(60), checkedAt: null }, settledAt: ago(27 * 3600) },
  ],
  ['1 document that someone asked for is missing', { missing: 1 }, { missing: 0 }],
  ['The log can’t be written / 1 line is lost.', { linesLost: 1 }, { linesLost: null }],
  [
    'The portal’s nightly check found 1 problem',
    examined('folders'),
    // That is judged by itself, as it is now.
    examined('mail'),
  ],
])('says: %s', (said, seen, well) => {
  expect(words(seen)).toEqual([said])
  expect(words(well)).toEqual([])
})

it('is about what the alerts are about, from the same numbers on', async () => {
  const rules = (await readFile('docs/deploy/alerts.yml', 'utf8')).split('- alert: ').slice(1)
  const expressions = new Map(
    rules.map((rule) => {
      const [, name = '', expression = ''] = /^(\w+)\s+expr:\s+(.+)/.exec(rule) ?? []
      return [name, expression]
    }),
  )
  expect(
    Object.fromEntries(
      [...new Set(judgements.map(({ alert }) => alert))].map((name) => [
        name,
        expressions.get(name),
      ]),
    ),
  ).toEqual({
    PortalServiceAway: `max by (service) (portal_outage_seconds) > ${limits.outageSeconds}`,
    PortalMailsWait: `max(portal_mails_oldest_seconds) > ${limits.mailsOldestSeconds}`,
    PortalMailsFailed: `max(portal_mails_failed) > ${limits.mailsFailed}`,
    PortalTextsWait: `max(portal_texts_oldest_seconds) > ${limits.textsOldestSeconds}`,
    PortalScansWait: `max(portal_scans_oldest_seconds) > ${limits.scansOldestSeconds}`,
    PortalJobsWait: `max(portal_jobs_oldest_seconds) > ${limits.jobsOldestSeconds}`,
    PortalJobsFailed: `max(portal_jobs_failed) > ${limits.jobsFailed}`,
    PortalDiskFull: `portal_storage_free_bytes / portal_storage_size_bytes < ${limits.diskFreeShare}`,
    PortalBackupOld: `min(portal_backup_age_seconds) > ${limits.backupAgeSeconds / 3600} * 3600`,
    PortalDocumentsMissing: `portal_documents_missing > ${limits.documentsMissing}`,
    PortalExamination: `max(portal_examination_problems) > ${limits.examinationProblems}`,
    PortalLogFull: 'increase(portal_log_lines_dropped[10m]) > 0',
  })
  // About a process or a rate of requests, which no one sees from inside at a moment.
  const others = [...expressions.keys()].filter(
    (name) => !judgements.some(({ alert }) => alert === name),
  )
  expect(others).toEqual([
    'PortalDown',
    'PortalDatabaseAway',
    'PortalErrors',
    'PortalSlow',
    'PortalPasswordsWait',
    'PortalPoolBusy',
    'PortalStalls',
  ])
})
