import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountForm } from '@/features/accounts/account-fields'
import { passwordHint } from '@/features/accounts/new-password-field'
import { passwordTooCommon, registerRequest } from '@shared/accounts'
import { isCommonPassword } from '@shared/password-verdict'
import { findPasswordFlaw } from '@server/features/accounts/passwords'

const parts = ['Rosa', 'DELGADO', 'delgado', 'Zoë', 'zoe\u0308', 'partner.example', '@', '.', ' ']
const wellKnown = [
  'credit',
  'Partner',
  'portal',
  'program',
  'password',
  'Summer',
  '2025',
  '!',
  '1234',
]
const part = fc.constantFrom(...parts, ...wellKnown, 'vq7#mTz2')
const password = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }),
)
const name = fc.constantFrom(
  'Rosa',
  ' Rosa ',
  'Rosa\u202c',
  'Delgado',
  'zoe\u0308',
  'Zoë',
  'Ana Lucía',
)
const email = fc.constantFrom(
  'rosa.delgado@partner.example',
  ' Rosa@partner.example ',
  'zoe@x.example',
)

const rest = { phoneNumber: '(303) 555-0199', agreeToTerms: true, contactConsent: false } as const

it('form, hint and server say the same of any password, no matter whose it is', async () => {
  await fc.assert(
    fc.asyncProperty(password, name, name, email, async (typed, firstName, lastName, address) => {
      const fields = { ...rest, password: typed, firstName, lastName, email: address }
      const request = registerRequest.safeParse({ ...fields, uploadKey: 'k'.repeat(43) })
      const flaw = request.success
        ? await findPasswordFlaw(request.data.password, { ...request.data, isAdmin: 0 })
        : request.error.issues.find(({ path }) => path[0] === 'password')?.message

      const form = await accountForm.safeParseAsync({ ...fields, confirmPassword: typed })
      const shown = form.error?.issues.find(({ path }) => path[0] === 'password')?.message
      expect(shown ?? null).toBe(flaw ?? null)

      const hint = passwordHint({ password: typed, owner: fields, isCommonPassword })
      expect(hint.startsWith('Strong enough.')).toBe(flaw === null)
      if (flaw === passwordTooCommon) expect(hint).toBe(flaw)
    }),
    { numRuns: 150 },
  )
})
