import type { Fault } from './fault'
import { killOften } from './kill-often'
import type { PortalCaller } from '@tests/support/portal/portal-caller'
import { findLost, nothingYet, upload, workAsPartner } from './uploading-clients'

/** Clients upload, sign up, link and send again all the time; nothing acknowledged may be lost. */
export const uploadsKilled: Fault = {
  name: 'uploads-killed',
  what: 'kill -9 at random moments while clients upload, link and send again',
  async run(report, times = 50) {
    let fresh = nothingYet()
    let [acknowledged, lost] = [0, 0]
    const anonymous = async (caller: PortalCaller, signal: AbortSignal) => {
      while (!signal.aborted) await upload(caller, fresh)
    }
    const partner = (caller: PortalCaller, signal: AbortSignal) =>
      workAsPartner(caller, signal, fresh)
    const hasHeld = await killOften({
      times,
      isEnough: () => acknowledged > 0,
      report,
      clients: [anonymous, anonymous, partner, partner],
      async check(caller, portal) {
        const missing = await findLost(fresh, caller, portal)
        acknowledged += fresh.contents.length
        lost += missing.length
        fresh = nothingYet()
        return missing
      },
    })
    report(
      `${acknowledged} contents acknowledged, ${acknowledged - lost} found again, ${lost} lost`,
    )
    return hasHeld && acknowledged > 0
  },
}
