import type { Subject, Trouble } from '@shared/system'
import type { Database } from '../db/client'
import { judge, type Seen } from '../features/system/judgements'
import { lookAround } from '../features/system/look-around'
import type { FileStorage } from '../storage/port'
import { describeAge, findingsAbout, type Finding } from './finding'

/** What the page System shows in red, and what it would say of backups and queues otherwise. */
export async function checkState(
  db: Database,
  /** Null where it can't be opened. */
  storage: FileStorage | null,
  hasBackupKey: boolean,
): Promise<Finding[]> {
  return describeState(await lookAround({ db, storage }), hasBackupKey)
}

const names: Record<Subject, string> = {
  email: 'mail',
  texts: 'texts',
  scanner: 'virus scanner',
  storage: 'storage',
  jobs: 'queues',
  backup: 'backup',
  disks: 'disks',
  documents: 'documents',
  log: 'log',
  examination: 'examination',
}

export function describeState(seen: Seen, hasBackupKey: boolean): Finding[] {
  // This is an examination itself.
  const troubles = judge({ ...seen, examination: null })
  const isWell = (...subjects: Subject[]) =>
    !troubles.some(({ subject }) => subjects.includes(subject))
  return [
    ...troubles.map((trouble) => {
      const { problem } = findingsAbout(names[trouble.subject])
      return problem(inWords(trouble), trouble.todo)
    }),
    ...(isWell('backup') ? [describeBackup(seen, hasBackupKey)] : []),
    ...(isWell('email', 'texts', 'scanner', 'jobs')
      ? [findingsAbout('queues').ok('nothing is overdue')]
      : []),
  ]
}

function describeBackup({ backup: { madeAt } }: Seen, hasKey: boolean): Finding {
  const { ok, warning } = findingsAbout('backup')
  if (madeAt !== null)
    return ok(`the last one is ${describeAge((Date.now() - Date.parse(madeAt)) / 1000)} old`)
  const todo =
    'set BACKUP_TO to a folder on another disk or machine, and run npm run portal -- backup every day: docs/set-up.md has timers.'
  return warning(
    'none was made yet',
    hasKey
      ? `${todo.charAt(0).toUpperCase()}${todo.slice(1)}`
      : `Set BACKUP_KEY, keep a copy of it elsewhere, and ${todo}`,
  )
}

function inWords({ what, since, more }: Trouble): string {
  const when = since
    ? ` since ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : ''
  return `${what}${when}.${more ? ` ${more}` : ''}`
}
