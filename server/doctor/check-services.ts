import type { Logger } from 'pino'
import type { Database } from '../db/client'
import { createSealer } from '../db/sealing'
import type { Env } from '../env'
import { findSender } from '../features/mail/find-sender'
import { explainFailure } from '../features/mail/mail-failure'
import { verifySender } from '../features/mail/sender'
import { findProvider, TextSetupError } from '../features/texts/queries'
import { findAccountProblem } from '../features/texts/twilio'
import { createVirusScanner, isScanning } from '../storage/virus-scanner'
import { findingsAbout, type Finding } from './finding'

const scanMs = 15_000

/** Whether the mail server takes a connection over TLS, and the login. Sends nothing. */
export async function checkMail(db: Database, env: Env): Promise<Finding> {
  const { ok, warning, problem } = findingsAbout('mail')
  try {
    const sender = await findSender(db, { env, sealer: createSealer(env.dataKeys) })
    if (!sender) {
      return warning(
        'no mail sender is configured, so the portal sends no email and no one can reset a password',
        'Set SMTP_URL, or a mailbox under Settings.',
      )
    }
    await verifySender(sender, env.allowLoopbackMail)
    return ok(`${sender.host} accepts mail`)
  } catch (error) {
    return problem(explainFailure(error).message, 'Test the mailbox under Settings.')
  }
}

/** Whether the text message provider knows the account that was saved. Sends nothing. */
export async function checkTexts(
  db: Database,
  env: Pick<Env, 'dataKeys' | 'smsApiUrl'>,
): Promise<Finding> {
  const { ok, problem } = findingsAbout('texts')
  const todo = 'Test the provider under SMS Integration.'
  try {
    const provider = await findProvider(db, createSealer(env.dataKeys))
    if (!provider) return ok('no provider is connected, so the portal sends no texts')
    const fault = await findAccountProblem(env.smsApiUrl, provider)
    return fault ? problem(fault, todo) : ok('the provider knows the account')
  } catch (error) {
    if (!(error instanceof TextSetupError)) throw error
    return problem(error.message, todo)
  }
}

/** Whether clamd scans. */
export async function checkScanner(
  env: Pick<Env, 'clamdUrl' | 'isHttps'>,
  logger: Logger,
): Promise<Finding> {
  const { ok, warning, problem } = findingsAbout('virus scanner')
  const scanner = createVirusScanner(env.clamdUrl, logger)
  if (!scanner) {
    const what = 'uploads are not checked for viruses'
    return env.isHttps ? warning(what, 'Install clamd, and set CLAMD_URL.') : ok(what)
  }
  if (await isScanning(scanner, scanMs)) return ok('clamd answers')
  return problem(
    'clamd does not answer, so new documents wait in quarantine',
    'Make sure that clamd runs and that CLAMD_URL points to it.',
  )
}
