import type { Seen } from '@server/features/system/judgements'

const queue = { waiting: 0, failing: 0, oldestSeconds: 0 }

/** What a portal sees of itself on its first day, with nothing to do. */
export const quietPortal: Seen = {
  outages: {},
  queues: { mails: queue, texts: queue, jobs: queue, scans: queue, failedJobs: 0, failedMails: 0 },
  backup: { madeAt: null, checkedAt: null },
  settledAt: null,
  disks: [],
  missing: 0,
  linesLost: null,
  examination: null,
}
