import type { Env } from '../../env'
import { findingsAbout, type Finding } from './finding'

type Settings = Pick<
  Env,
  'isHttps' | 'secondFactorIsRequired' | 'adminPassword' | 'dataKeys' | 'passwordPeppers'
>

/** Of settings that the portal would start with: what should not stay as it is. */
export function checkSettings(env: Settings, readableSecrets: readonly string[]): Finding[] {
  const { ok, warning, problem } = findingsAbout('settings')
  const findings = readableSecrets.map((path) =>
    problem(`${path} can be read by every user of this machine`, `chmod 600 ${path}`),
  )
  if (env.dataKeys.length > 1) {
    findings.push(
      warning(
        'DATA_KEY lists older keys',
        'Run npm run portal -- keys:rotate, then remove them and restart.',
      ),
    )
  }
  if (env.passwordPeppers.length > 1) {
    findings.push(
      warning(
        'PASSWORD_PEPPER lists older ones',
        'Remove them when few people still need them; docs/operations.md says how to see that.',
      ),
    )
  }
  if (env.isHttps && !env.secondFactorIsRequired) {
    findings.push(
      warning(
        'the administrator may log in without two-step login',
        'Set ADMIN_SECOND_FACTOR=required.',
      ),
    )
  }
  if (env.isHttps && env.adminPassword) {
    findings.push(
      warning(
        'ADMIN_PASSWORD is still set',
        'Remove it once the administrator has logged in: it is needed at the first start only.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('complete, and readable by this user only')]
}
