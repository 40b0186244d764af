import { eq } from 'drizzle-orm'
import { emailAddress } from '@shared/accounts'
import { users } from '../db/schema/users'
import { loadEnv } from '../env'
import { oneTimeHours, recoverAdmin } from '../features/accounts/ensure-admin'
import { createPasswords } from '../features/accounts/passwords'
import { confirm, defineCommand } from './command'
import { withDatabase } from './with-database'

const call = {
  options: {
    email: { type: 'string', value: 'you@your-domain.com', help: 'their email', isRequired: true },
    yes: { type: 'boolean', default: false, help: 'give them another email without asking' },
  },
} as const

export const command = defineCommand(call, async (values, usage) => {
  const email = emailAddress.safeParse(values.email)
  if (!email.success) throw new Error(usage)

  const env = loadEnv()
  const passwords = createPasswords({ peppers: env.passwordPeppers, cost: env.bcryptCost })
  const password = await withDatabase(env, async (db) => {
    const [admin] = await db.select().from(users).where(eq(users.isAdmin, 1))
    if (admin && admin.email.toLowerCase() !== email.data.toLowerCase() && !values.yes) {
      await confirm(`The administrator ${admin.email} becomes ${email.data}`)
    }
    return recoverAdmin({ db, passwords, email: email.data })
  })
  console.log(
    [
      `Administrator: ${email.data}`,
      `Password:      ${password}   (shown once)`,
      `It works for ${oneTimeHours} hours. You choose your own when you log in.`,
    ].join('\n'),
  )
})
