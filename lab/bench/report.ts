import type { Load } from './drive'
import type { ServerName } from './servers'

/** One server in one round of one job. */
export interface Measured extends Load {
  job: string
  clients: number
  server: ServerName
  nodeMs: number
  postgresMs: number
}

type Figures = Pick<Measured, 'perSecond' | 'p50' | 'p99' | 'nodeMs' | 'postgresMs'>
const figureNames = ['perSecond', 'p50', 'p99', 'nodeMs', 'postgresMs'] as const

export interface Result {
  job: string
  clients: number
  servers: Record<ServerName, Figures>
}

export interface Report {
  people: number
  startMs: number
  memoryAtRest: number
  memoryAfter: number
  results: Result[]
}

/** The median of all rounds, figure by figure. */
export function summarize(measured: Measured[]): Result[] {
  const firsts = measured.filter(
    (each, index) => measured.findIndex((other) => isSameWork(other, each)) === index,
  )
  return firsts.map((first) => {
    const of = (server: ServerName): Figures => {
      const rounds = measured.filter((each) => isSameWork(each, first) && each.server === server)
      const middle = (name: keyof Figures) => median(rounds.map((round) => round[name]))
      return {
        perSecond: middle('perSecond'),
        p50: middle('p50'),
        p99: middle('p99'),
        nodeMs: middle('nodeMs'),
        postgresMs: middle('postgresMs'),
      }
    }
    const servers = {
      portal: of('portal'),
      bare: of('bare'),
      honest: of('honest'),
      stack: of('stack'),
    }
    return { job: first.job, clients: first.clients, servers }
  })
}

const isSameWork = (left: Measured, right: Measured) =>
  left.job === right.job && left.clients === right.clients

export function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A table; with an earlier report, how the ratio to the honest floor was then. */
export function describe(report: Report, earlier: Report | null): string {
  const heads = ['/s', 'p50 ms', 'p99 ms', 'Node ms', 'Pg ms', '/bare', '/honest', '/stack']
  if (earlier) heads.push('before')
  const lines = report.results.map((result) => {
    const { portal, bare, honest, stack } = result.servers
    const cells = [
      ...figureNames.map((name) => portal[name].toFixed(name === 'perSecond' ? 0 : 1)),
      (portal.perSecond / bare.perSecond).toFixed(2),
      (portal.perSecond / honest.perSecond).toFixed(2),
      (portal.perSecond / stack.perSecond).toFixed(2),
    ]
    const then = earlier?.results.find(
      ({ job, clients }) => job === result.job && clients === result.clients,
    )
    if (earlier) cells.push(then ? ratioOf(then) : '')
    return `${result.job.padEnd(32)}${String(result.clients).padStart(3)}${row(cells)}`
  })
  return [
    `${report.people} people. Of the portal: requests a second, times, CPU a request; its ratio to the floors.`,
    `${''.padEnd(32)}${'at'.padStart(3)}${row(heads)}`,
    ...lines,
    `Start to ready: ${report.startMs.toFixed(0)} ms.`,
    `Memory: ${report.memoryAtRest.toFixed(0)} MB at rest, ${report.memoryAfter.toFixed(0)} MB after.`,
  ].join('\n')
}

const ratioOf = ({ servers }: Result) =>
  (servers.portal.perSecond / servers.honest.perSecond).toFixed(2)

const row = (cells: string[]) => cells.map((cell) => cell.padStart(9)).join('')
