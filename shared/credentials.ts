import { z } from './zod'
import { pageOfList, recordId, sortedListQuery } from './lists'
import { reviewDecision, reviewStatus } from './review'
import { multiLine, secret, singleLine, token } from './text'
import { isWebAddress } from './web-address'

const urlProblem = 'Please enter a valid URL (including https://)'

export const shareCredentialsRequest = z.object({
  serviceName: singleLine({ required: 'Service name is required', max: 200 }),
  serviceUrl: singleLine({ required: urlProblem, max: 2000 }).refine(isWebAddress, {
    error: urlProblem,
  }),
  username: singleLine({ required: 'Username is required', max: 320 }),
  password: secret({ required: 'Password is required' }),
  notes: multiLine(5000).optional(),
})
export type ShareCredentialsRequest = z.infer<typeof shareCredentialsRequest>

export const sharedCredentials = z.object({ uploadKey: token })
export type SharedCredentials = z.infer<typeof sharedCredentials>

/** A monitoring login as the person sees it who shared it. */
export const ownCredential = z.object({
  id: z.number(),
  serviceName: z.string(),
  serviceUrl: z.string(),
  username: z.string(),
  status: reviewStatus,
  /** Why it was rejected. */
  statusReason: z.string().nullable(),
  /** When it was shared as it is now; after a correction later than `createdAt`. */
  sharedAt: z.string(),
  /** When the administrator was last shown its password. */
  lastOpenedAt: z.string().nullable(),
  /** When the portal deletes it by itself; null before the decision about the person. */
  deletedOn: z.string().nullable(),
  createdAt: z.string(),
})
export type OwnCredential = z.infer<typeof ownCredential>

/** A monitoring login as lists and decisions show it: nothing that opens it. */
export const listedCredential = z.object({
  id: z.number(),
  serviceName: z.string(),
  username: z.string(),
  serviceUrl: z.string(),
  userId: z.number().nullable(),
  /** Its owner, and since when we wait for their answer, if we do; null while no account has claimed it. */
  owner: z
    .object({ firstName: z.string(), lastName: z.string(), askedAt: z.string().optional() })
    .nullable(),
  status: reviewStatus,
  statusReason: z.string().nullable(),
  /** Another one once its owner has corrected it. */
  version: z.string(),
  createdAt: z.string(),
})
export type ListedCredential = z.infer<typeof listedCredential>

/** A monitoring login on the one page that shows it whole, password in clear. */
export const monitoringCredential = listedCredential.extend({
  /** Null when no key opens it any more. */
  password: z.string().nullable(),
  notes: z.string().nullable(),
})
export type MonitoringCredential = z.infer<typeof monitoringCredential>

export const credentialListQuery = sortedListQuery.extend({ userId: recordId.optional() })
export type CredentialListQuery = z.infer<typeof credentialListQuery>

export const credentialExportQuery = credentialListQuery.omit(pageOfList).strict()

/** With `basedOnVersion`, a login that its owner has corrected since is not decided about. */
export const credentialDecision = reviewDecision.extend({
  basedOnVersion: z.string().max(100).optional(),
})
