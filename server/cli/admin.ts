import { emailAddress } from '@shared/accounts'
import { loadEnv } from '../env'
import { oneTimeHours, recoverAdmin } from '../features/accounts/ensure-admin'
import { createPasswords } from '../features/accounts/passwords'
import { defineCommand } from './command'
import { withDatabase } from './with-database'

const call = {
  options: {
    email: { type: 'string', value: 'you@your-domain.com', help: 'their email', isRequired: true },
  },
} as const

export const command = defineCommand(call, async (values, usage) => {
  const email = emailAddress.safeParse(values.email)
  if (!email.success) throw new Error(usage)

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
