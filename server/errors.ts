import { codeNeeded, type MissingStep } from '@shared/accounts'
import {
  alreadyToldCode,
  reauthenticationRequired,
  secondFactorRequired,
} from '@shared/error-codes'
import type { ErrorBody } from '@shared/errors'
import { linkExpired } from '@shared/sessions'

/** The message is a sentence that says what an operator has to do. */
export class PlainError extends Error {}

/** An error whose message may be shown to the person who made the request. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly options: {
      errors?: Record<string, string>
      /** The state that a change conflicts with, as the call that reads it answers. */
      current?: unknown
      retryAfterSeconds?: number
      /** For the log: the limit or the check that refused. */
      check?: string
      /** For the log: whose account it was about, when no one is logged in. */
      userId?: number | undefined
    } = {},
  ) {
    super(message)
  }

  get body(): ErrorBody {
    const { errors, current } = this.options
    return {
      message: this.message,
      code: this.code,
      ...(errors && { errors }),
      ...(current !== undefined && { current }),
    }
  }
}

export const badRequest = (message: string, errors?: Record<string, string>) =>
  new HttpError(400, 'bad_request', message, errors ? { errors } : {})

export const unauthorized = (message = 'Please log in.', check = 'session') =>
  new HttpError(401, 'unauthorized', message, { check })

export const secondFactorNeeded = (userId: number | undefined, message = codeNeeded) =>
  new HttpError(401, secondFactorRequired, message, { check: 'second factor', userId })

/** Something speaks against an approval, and no one was asked whether to approve all the same. */
export const notAsked = (words: string) =>
  new HttpError(409, 'not-asked', `${words}. Please look again before you approve.`)

/** An undo of what someone was told already: the pages ask first. */
export const alreadyTold = (words: string) => new HttpError(409, alreadyToldCode, words)

/** The token of a file's link has expired; the session itself is fine. */
export const fileLinkExpired = () =>
  new HttpError(
    401,
    linkExpired,
    'This link has expired. Please open the file from the list again.',
    {
      check: 'file token',
    },
  )

export const forbidden = (message: string, check: string) =>
  new HttpError(403, 'forbidden', message, { check })

const missingSteps: Record<MissingStep, string> = {
  'account-closing': 'You asked us to close your account. Keep it to use the portal again.',
  'password-change-required':
    'Choose a new password first. You logged in with a one-time password.',
  'second-factor-setup-required': 'Set up two-step login first. This portal requires it.',
}

export const stepMissing = (step: MissingStep) =>
  new HttpError(403, step, missingSteps[step], { check: 'missing step' })

export const reauthenticationNeeded = (hasSecondFactor: boolean) =>
  new HttpError(
    403,
    reauthenticationRequired,
    `Confirm it’s you first, with your password${hasSecondFactor ? ' and a code' : ''}.`,
    { check: 'reauthentication' },
  )

/** One answer for the absent and for what belongs to someone else. */
export const notFound = (message = 'Not found.') => new HttpError(404, 'not_found', message)

/** A row that must be there: throws 404 when it is not. */
export function orNotFound<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw notFound()
  return row
}

/** The record exists, but its bytes are missing or are no longer what was stored. */
export const contentMissing = () => notFound('The original file was not found on the server.')

export const conflict = (message: string, errors?: Record<string, string>) =>
  new HttpError(409, 'conflict', message, errors ? { errors } : {})

export const tooLarge = (message: string) => new HttpError(413, 'too_large', message)

export const unsupportedType = (message: string) => new HttpError(415, 'unsupported_type', message)

export const tooManyRequests = (
  retryAfterSeconds: number,
  limit: string,
  message = 'Too many attempts. Please wait a moment and try again.',
) => new HttpError(429, 'too_many_requests', message, { retryAfterSeconds, check: limit })

export const unavailable = (message = 'The portal is busy. Please try again in a moment.') =>
  new HttpError(503, 'unavailable', message, { retryAfterSeconds: 5 })

/** No one reads the answer; it is for the log. */
export const hungUp = () => new HttpError(499, 'hung_up', 'The client has hung up.')

/** The file is stored, but has not passed its virus check yet. */
export const waitingForCheck = () =>
  new HttpError(503, 'unavailable', 'This file is waiting for a virus check.', {
    retryAfterSeconds: 60,
  })

export const storageFull = () =>
  new HttpError(507, 'storage_full', 'We can’t take uploads right now. Please try again later.')

/** The row of a statement that always returns one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one.`)
  return row
}
