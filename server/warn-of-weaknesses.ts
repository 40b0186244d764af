import type { Logger } from 'pino'
import { isIn, listReadableSecrets, listUnknownNames, type Env } from './env'
import { thisMachine } from './env-network'

const highLimits = 10

/** Logs at every start what is less safe than it could be. A portal on http is for trying out. */
export function warnOfWeaknesses(env: Env, logger: Logger): void {
  for (const line of listUnknownNames()) logger.warn(line)
  for (const path of listReadableSecrets()) {
    logger.warn({ path }, 'a file with secrets can be read by every user of this machine')
  }
  if (env.acceptFolders) {
    logger.warn('ACCEPT_FOLDERS is set, and counts for one start: take it out now')
  }
  const typed = Number(new URL(env.publicOrigin).port || (env.isHttps ? 443 : 80))
  // The settings' own default is left alone where a portal is only tried out.
  const isInUploads = env.storage.kind === 'disk' && isIn(env.secondCopyDir, env.uploadsDir)
  if (isInUploads && env.isHttps) {
    logger.warn('the second copies are lost with the uploads they are in: see SECOND_COPY_DIR')
  }
  if (env.trustProxy.length === 0 && typed !== env.port) {
    logger.warn(`PUBLIC_URL has port ${typed}, but the portal listens on ${env.port}: see PORT`)
  }
  if (!env.isHttps) return
  if (!env.secondFactorIsRequired) {
    logger.warn('the administrator may log in without two-step login: see ADMIN_SECOND_FACTOR')
  }
  if (env.adminPassword) {
    logger.warn('ADMIN_PASSWORD is still set, and needed at the first start only: remove it')
  }
  if (env.dataKeys.length > 1) {
    logger.warn('DATA_KEY lists older keys: rotate to the newest, then remove them')
  }
  if (env.passwordPeppers.length > 1) {
    logger.warn('PASSWORD_PEPPER lists older ones: remove each once nobody’s password needs it')
  }
  if (!env.clamdUrl) logger.warn('uploads are not checked for viruses: see CLAMD_URL')
  if (env.allowLoopbackMail) {
    logger.warn('the mail settings may name any port of this machine: see SMTP_ALLOW_LOOPBACK')
  }
  if (env.limitFactor > highLimits) {
    logger.warn(
      { factor: env.limitFactor },
      'limits are so wide that they limit little: see LIMITS',
    )
  }
  if (env.host !== thisMachine) {
    const { host, port } = env
    logger.warn(
      { host, port },
      'this port is unencrypted and open to other machines: let only the proxy of TRUST_PROXY reach it',
    )
  }
}
