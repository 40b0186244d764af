import { startMailbox } from '@tests/support/mail/mailbox'
import { hasBalancer } from '../cluster/balancer'
import { startHeldPostgres } from '@tests/support/portal/held-postgres'
import { runFsck } from '@tests/support/portal/run-fsck'
import { startPortals } from '../cluster/portals'
import { portalKilled } from '../cluster/strikes'
import { strikeUnderLoad } from '../cluster/strike-under-load'
import { haveHeld, type Fault } from '@tests/faults/fault'

const clients = 64

/** `npm run lab -- cluster` does more, on engines of the system. */
export const threeProcesses: Fault = {
  name: 'three-processes',
  what: 'three portals behind HAProxy, disk and embedded Postgres, under load: one killed (-9)',
  async run(report, times = 2) {
    if (!hasBalancer) throw new Error('It needs HAProxy.')
    const postgres = await startHeldPostgres()
    const mailbox = await startMailbox()
    const portals = await startPortals(postgres.url, { SMTP_URL: mailbox.url })
    const lab = { portals, database: null, store: null, laterProgram: '' }
    const problems: string[] = []
    try {
      for (let round = 0; round < times; round += 1) {
        const scene = { clients, databaseUrl: postgres.url, mailbox }
        const {
          problems: found,
          strike,
          ...figures
        } = await strikeUnderLoad(lab, portalKilled, scene)
        report(`${strike}: ${JSON.stringify(figures)}`)
        problems.push(...found)
      }
      const { exitCode, output } = await runFsck({ env: portals.env }, '--fast')
      if (exitCode !== 0) problems.push(output)
    } finally {
      await portals.stop()
      await mailbox.close()
      await postgres.stop()
    }
    return haveHeld(problems, report)
  },
}
