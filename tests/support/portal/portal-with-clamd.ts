import { afterAll, beforeEach } from 'vitest'
import { portalItself } from '@server/features/audit/record-event'
import { createCtx } from '@server/ctx'
import { createVirusScanner } from '@server/storage/virus-scanner'
import { startTestApp, type TestApp } from './app'
import { startClamd, virus, type Clamd } from './clamd'
import { logIn, logInAdmin, type Agent } from './agents'
import { buildUser, type BuiltUser } from './factories'
import { samples, type Sample } from '@tests/support/samples/samples'

export interface PortalWithClamd {
  app: TestApp
  clamd: Clamd
  admin: Agent
  /** The dependencies of the job that checks waiting documents. */
  scanning: ReturnType<typeof scanningOf>
}

/**
 * The portal with a virus scanner, which works when a test begins, for all tests of a file. To be
 * called at the top of the file.
 */
export async function startSharedPortalWithClamd(): Promise<PortalWithClamd> {
  const clamd = await startClamd()
  const app = await startTestApp({ env: { CLAMD_URL: clamd.url } })
  beforeEach(() => {
    clamd.behave('working')
    clamd.scanned.length = 0
  })
  afterAll(async () => {
    await app.close()
    await clamd.close()
  })
  return {
    app,
    clamd,
    admin: await logInAdmin(app),
    scanning: scanningOf(app),
  }
}

function scanningOf(app: TestApp) {
  const scanner = createVirusScanner(app.env.clamdUrl, app.logger)
  return createCtx({ ...app, scanner }, portalItself)
}

export interface SentFile {
  id: number
  uploadKey: string
  fileName: string
}

/** A partner with documents of its own. */
export async function buildSender({ app, clamd }: PortalWithClamd) {
  const user: BuiltUser = await buildUser(app)
  const agent = await logIn(app, user)
  async function send(sample: Sample): Promise<SentFile> {
    const { body } = await postFile(agent, '/api/upload', sample).expect(201)
    return (await agent.post(`/api/link-file/${body.uploadKey}`).expect(200)).body
  }
  return {
    user,
    agent,
    send,
    /** Sent while the scanner does not work, which it does again afterwards. */
    async sendUnchecked(sample: Sample): Promise<SentFile> {
      clamd.behave('failing')
      const file = await send(sample)
      clamd.behave('working')
      return file
    },
  }
}

export const infectedSample = (): Sample => samples.pdf({ text: `report with ${virus} inside` })

export const postFile = (agent: Agent, path: string, { bytes, name, type }: Sample) =>
  agent.post(path).attach('file', bytes, { filename: name, contentType: type })

export const fileAddress = ({ uploadKey, fileName }: SentFile) =>
  `/uploads/${uploadKey}/${fileName}`
