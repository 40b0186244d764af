import { emailAddress, optionalReauthentication } from './accounts'
import { token } from './text'
import { z } from './zod'

export const correctEmailRequest = z.object({ email: emailAddress })

/** How long the links in mails about a change are good. */
export const emailChangeHours = 24

export const changeEmailRequest = optionalReauthentication.extend({ newEmail: emailAddress })

/** From the mailed link: to the new address to confirm, to the old one to stop it. */
export const emailChangeLink = z.object({ token })

/** Confirmed by the reader of the new address's mail, or by the administrator where no mail can be sent. */
export const emailChangeWays = ['link', 'administrator'] as const

/** Null when nothing is waiting. */
export const emailChangeState = z.object({
  waiting: z
    .object({
      newEmail: z.string(),
      way: z.enum(emailChangeWays),
      askedAt: z.string(),
      /** Null while it waits for the administrator. */
      expiresAt: z.string().nullable(),
    })
    .nullable(),
  /** Present while this session may still correct the email that it signed up with. */
  correctableUntil: z.string().optional(),
})
export type EmailChangeState = z.infer<typeof emailChangeState>

/** The administrator's answer; the address is the one that was shown. */
export const settleEmailChangeRequest = z.object({ newEmail: emailAddress })
