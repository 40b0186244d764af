import { z } from './zod'

/** What the portal needs besides its database, each of which can be away for a while. */
const services = ['email', 'texts', 'scanner', 'storage'] as const
export type Service = (typeof services)[number]

/** Since when a service doesn't work. Those that do are not in it. */
export type Outages = Partial<Record<Service, string>>

const finding = z.object({
  about: z.string(),
  /** `warning`: it works, and should not stay like this. */
  level: z.enum(['ok', 'warning', 'problem']),
  what: z.string(),
  /** Advice to the operator. */
  todo: z.string().optional(),
})
export type Finding = z.infer<typeof finding>

const examination = z.object({ at: z.string(), findings: finding.array() })
export type Examination = z.infer<typeof examination>

/** What is red on the page System, each beside what it is about. */
const subjects = [
  ...services,
  'jobs',
  'backup',
  'disks',
  'documents',
  'log',
  'examination',
] as const
export type Subject = (typeof subjects)[number]

/** Something that an alert would be about, in words: '`what` since `since`. `more`' */
export const trouble = z.object({
  subject: z.enum(subjects),
  what: z.string(),
  since: z.string().nullable(),
  /** A sentence. */
  more: z.string().nullable(),
  /** Advice to the operator. */
  todo: z.string(),
})
export type Trouble = z.infer<typeof trouble>

const time = z.string().nullable()

const queue = z.object({
  /** Entries that are due, and those that wait for another attempt; exact up to 10,000. */
  waiting: z.number(),
  /** Those of them that have failed at least once. */
  failing: z.number(),
  /** When the oldest of them was due first. */
  oldestAt: time,
})

/** The portal as its administrator sees it. Nothing of people, and no secrets. */
export const systemState = z.object({
  version: z.string(),
  commit: z.string(),
  startedAt: z.string(),
  /** `lastAt`: when the last one left. */
  email: z.object({ isConfigured: z.boolean(), lastAt: time }),
  texts: z.object({ isConfigured: z.boolean(), lastAt: time }),
  scanner: z.object({ isConfigured: z.boolean() }),
  storage: z.object({ kind: z.enum(['disk', 's3']) }),
  database: z.object({ version: z.string(), startedAt: z.string() }),
  queues: z.object({ email: queue, texts: queue, jobs: queue, scanner: queue }),
  backup: z.object({ madeAt: time, checkedAt: time }),
  /** Empty while the disks don't answer. */
  disks: z.array(
    z.object({
      folder: z.enum(['uploads', 'backups']),
      freeBytes: z.number(),
      sizeBytes: z.number(),
    }),
  ),
  /** What the portal last found about itself; null until the first night. */
  examination: examination.nullable(),
  troubles: trouble.array(),
})
export type SystemState = z.infer<typeof systemState>
