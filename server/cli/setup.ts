import { emailAddress } from '@shared/accounts'
import { z } from '@shared/zod'
import { oneTimeHours } from '../features/accounts/ensure-admin'
import { isBuilt } from '../install-folder'
import { defineCommand } from './command'
import { envFileExists, writeEnvFile } from './env-file'

const call = {
  options: {
    url: { type: 'string', value: 'https://…', help: 'the address people type', isRequired: true },
    email: { type: 'string', value: 'admin@…', help: 'of the administrator', isRequired: true },
    port: { type: 'string', value: 'N', default: '3000', help: 'where the portal listens' },
    'trust-proxy': { type: 'string', value: 'loopback', help: 'the TLS proxy in front' },
    'database-url': { type: 'string', value: 'postgres://…', help: 'not the embedded Postgres' },
  },
} as const

export const command = defineCommand(call, async (values, usage) => {
  if (envFileExists()) throw new Error('There is already an .env. It was not changed.')
  const url = z.url({ protocol: /^https?$/ }).safeParse(values.url)
  const email = emailAddress.safeParse(values.email)
  const port = z.coerce.number().int().min(1).max(65_535).safeParse(values.port)
  if (!url.success || !email.success || !port.success) throw new Error(usage)

  const { origin, protocol } = new URL(url.data)
  const written = await writeEnvFile({
    port: port.data,
    publicUrl: origin,
    adminEmail: email.data,
    adminSecondFactor: 'required',
    // With https there is a proxy in front, on this machine unless told otherwise.
    trustProxy: values['trust-proxy'] ?? (protocol === 'https:' ? 'loopback' : undefined),
    databaseUrl: values['database-url'],
  })
  console.log(
    [
      'Wrote .env (readable by you only).',
      `Administrator: ${written.adminEmail}`,
      `Password:      ${written.adminPassword}`,
      `It works for ${oneTimeHours} hours after the first start. When you log in, you choose your own password and`,
      'set up two-step login, so have an authenticator app ready. Then remove ADMIN_PASSWORD from .env.',
      `Next: ${isBuilt ? 'npm start' : 'npm run build && npm start'}`,
    ].join('\n'),
  )
})
