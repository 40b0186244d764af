import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Minus } from 'lucide-react'
import type { Subject, SystemState, Trouble } from '@shared/system'
import { systemQuery } from '@/features/system/api'
import { describeTrouble } from '@/lib/describe-trouble'
import { formatCount, formatDateTime } from '@/lib/format'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Fact, Facts } from '@/ui/facts'
import { formatFileSize } from '@/ui/file-name'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { DataTable, type Column } from '@/ui/table'
import { NightlyCheck } from './nightly-check'

const cardClass = 'p-4 md:p-5'

/** What works, what waits, and what the portal found when it last looked at itself. */
export function SystemPage() {
  const system = useQuery(systemQuery)
  useQuietRefresh(() => void system.refetch())
  return (
    <Loaded query={system} what="The state of the system" isQuiet skeleton="h-96 rounded-xl">
      {(state) => (
        <div className="grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
          <div className="xl:col-span-2">
            <Troubles troubles={state.troubles} />
          </div>
          <Services state={state} />
          <div className="grid content-start gap-3">
            <Backups state={state} />
            <Version state={state} />
          </div>
          <Queues state={state} />
          <NightlyCheck examination={state.examination} />
        </div>
      )}
    </Loaded>
  )
}

function Troubles({ troubles }: Pick<SystemState, 'troubles'>) {
  if (troubles.length === 0) return <Notice tone="success" title="Everything works" />
  return (
    <Notice
      tone="danger"
      title={troubles.length === 1 ? '1 problem' : `${troubles.length} problems`}
    >
      <ul className="mt-1 grid gap-2">
        {troubles.map((trouble) => (
          <li key={trouble.what}>
            {describeTrouble(trouble)}
            <span className="block text-sm text-muted">{trouble.todo}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const lastSent = (at: string | null) =>
  at ? `Last sent ${formatDateTime(at)}` : 'Nothing sent yet'

function Services({ state }: { state: SystemState }) {
  const { email, texts, scanner, storage, database, troubles } = state
  const services: Omit<ServiceProps, 'troubles'>[] = [
    { name: 'Email', of: 'email', isOff: !email.isConfigured, note: lastSent(email.lastAt) },
    { name: 'Texts', of: 'texts', isOff: !texts.isConfigured, note: lastSent(texts.lastAt) },
    {
      name: 'Virus Scanner',
      of: 'scanner',
      isOff: !scanner.isConfigured,
      note: scanner.isConfigured ? 'Each upload is scanned' : 'Uploads aren’t scanned',
    },
    {
      name: 'Storage of Documents',
      of: 'storage',
      note: storage.kind === 's3' ? 'In an object store' : 'On this server’s disks',
    },
    {
      name: 'Database',
      note: `Postgres ${database.version}, up since ${formatDateTime(database.startedAt)}`,
    },
  ]
  return (
    <Card className={cardClass} title="Services">
      <ul className="grid divide-y">
        {services.map((service) => (
          <Service key={service.name} {...service} troubles={troubles} />
        ))}
      </ul>
    </Card>
  )
}

interface ServiceProps {
  name: string
  /** Without one it works whenever this page can be seen. */
  of?: Subject
  troubles: readonly Trouble[]
  isOff?: boolean
  note: string
}

function Service({ name, of, troubles, isOff = false, note }: ServiceProps) {
  const found = troubles.find(({ subject }) => subject === of)
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">{found ? describeTrouble(found) : note}</p>
      </div>
      <State isRed={found !== undefined} isOff={isOff} />
    </li>
  )
}

function State({ isRed, isOff = false }: { isRed: boolean; isOff?: boolean }) {
  if (isRed)
    return (
      <Badge tone="danger" icon={CircleX}>
        Not OK
      </Badge>
    )
  return isOff ? (
    <Badge icon={Minus}>Not set up</Badge>
  ) : (
    <Badge tone="success" icon={CircleCheck}>
      OK
    </Badge>
  )
}

type Queue = SystemState['queues']['email'] & { id: number; name: string; subject: Subject }

const queueColumns = (troubles: readonly Trouble[]): Column<Queue>[] => [
  {
    header: 'Queue',
    hideLabel: true,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { header: 'Waiting', align: 'right', cell: ({ waiting }) => formatCount(waiting) },
  { header: 'Failing', align: 'right', cell: ({ failing }) => formatCount(failing) },
  {
    header: 'Oldest Since',
    cell: ({ oldestAt, subject }) =>
      oldestAt === null ? (
        '–'
      ) : (
        <span
          className={
            troubles.some((trouble) => trouble.subject === subject)
              ? 'font-medium text-danger'
              : undefined
          }
        >
          {formatDateTime(oldestAt)}
        </span>
      ),
  },
]

function Queues({ state: { queues, troubles } }: { state: SystemState }) {
  const rows: Queue[] = [
    { id: 1, name: 'Email', subject: 'email', ...queues.email },
    { id: 2, name: 'Texts', subject: 'texts', ...queues.texts },
    { id: 3, name: 'Virus checks', subject: 'scanner', ...queues.scanner },
    { id: 4, name: 'Background jobs', subject: 'jobs', ...queues.jobs },
  ]
  return <DataTable caption="What Waits" columns={queueColumns(troubles)} rows={rows} />
}

const diskNames = { uploads: 'Disk of Documents', backups: 'Disk of Second Copies' }

function Backups({ state: { backup, disks, troubles } }: { state: SystemState }) {
  const isRed = (of: Subject) => troubles.some(({ subject }) => subject === of)
  const red = (of: Subject) => (isRed(of) ? 'font-medium text-danger' : undefined)
  return (
    <Card className={cardClass} title="Backups and Disks">
      <Facts>
        <Fact name="Last Backup">
          <span className={red('backup')}>
            {backup.madeAt ? formatDateTime(backup.madeAt) : 'No backup yet'}
          </span>
        </Fact>
        <Fact name="Last Check of One">
          {backup.checkedAt ? formatDateTime(backup.checkedAt) : 'None was checked yet'}
        </Fact>
        {disks.map(({ folder, freeBytes, sizeBytes }) => (
          <Fact key={folder} name={diskNames[folder]}>
            <span className={red('disks')}>
              {formatFileSize(freeBytes)} of {formatFileSize(sizeBytes)} free
            </span>
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

const Version = ({ state: { version, commit, startedAt } }: { state: SystemState }) => (
  <Card className={cardClass} title="Version">
    <Facts>
      <Fact name="Version">{version}</Fact>
      <Fact name="Commit">
        <span className="wrap-anywhere">{commit}</span>
      </Fact>
      <Fact name="Running Since">{formatDateTime(startedAt)}</Fact>
    </Facts>
  </Card>
)
