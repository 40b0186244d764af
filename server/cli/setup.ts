import { parseArgs } from 'node:util'
import { emailAddress } from '@shared/accounts'
import { z } from '@shared/zod'
import { oneTimeHours } from '../features/accounts/ensure-admin'
import { isBuilt } from '../install-folder'
import { envFileExists, writeEnvFile } from './env-file'
import { runCommand } from './with-database'

const usage =
  'Usage: npm run setup -- --url https://portal.your-domain.com --email admin@your-domain.com ' +
  '[--trust-proxy loopback] [--database-url postgres://…] [--port 3000]'

/** `npm run setup`: writes a production `.env` with fresh secrets. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      email: { type: 'string' },
      port: { type: 'string', default: '3000' },
      'trust-proxy': { type: 'string' },
      'database-url': { type: 'string' },
    },
  })
  if (envFileExists()) throw new Error('There is an .env already; it is left as it is.')
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
      'set up two-step login, so have an authenticator app ready. Then take ADMIN_PASSWORD out of .env.',
      `Next: ${isBuilt ? 'npm start' : 'npm run build && npm start'}`,
    ].join('\n'),
  )
})
