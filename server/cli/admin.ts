import { parseArgs } from 'node:util'
import { emailAddress } from '@shared/accounts'
import { loadEnv } from '../env'
import { oneTimeHours, recoverAdmin } from '../features/accounts/ensure-admin'
import { createPasswords } from '../features/accounts/passwords'
import { runCommand, withDatabase } from './with-database'

/** `npm run admin -- --email …`: creates or recovers the administrator and prints a one-time password. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const email = emailAddress.safeParse(values.email)
  if (!email.success) throw new Error('Usage: npm run admin -- --email you@your-domain.com')

  const env = loadEnv()
  const passwords = createPasswords({ peppers: env.passwordPeppers, cost: env.bcryptCost })
  const password = await withDatabase(env, (db) =>
    recoverAdmin({ db, passwords, email: email.data }),
  )
  console.log(
    [
      `Administrator: ${email.data}`,
      `Password:      ${password}   (shown once)`,
      `It works for ${oneTimeHours} hours. You choose your own when you log in.`,
    ].join('\n'),
  )
})
