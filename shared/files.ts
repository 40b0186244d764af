import { z } from './zod'
import { fileSorts, quarantineStates } from './list-choices'
import { pageOfList, recordId, recordIdNumber, sortedListQuery } from './lists'
import { reviewDecision, reviewStatus } from './review'
import { token } from './text'

export const maxFileNameLength = 150

/** Limits of the earlier contents of a document that are kept, for restoring. */
export const maxEarlierContents = 10
export const maxEarlierBytes = 60 * 1024 * 1024
/** The sum of a person's documents, earlier contents included. The present ones alone never reach it. */
export const maxBytesPerUser = 200 * 1024 * 1024

/** How long an uploadKey may be claimed by registering or linking, in hours. */
export const claimHours = 24

export const uploadedFile = z.object({
  uploadKey: token,
  fileName: z.string(),
  fileSize: z.number(),
  fileType: z.string(),
})
export type UploadedFile = z.infer<typeof uploadedFile>

export type QuarantineState = (typeof quarantineStates)[number]

const creditFile = z.object({
  id: z.number(),
  fileName: z.string(),
  fileSize: z.number(),
  fileType: z.string(),
  status: reviewStatus,
  /** Why it was rejected; its owner reads it. The administrator sees it with any decision. */
  statusReason: z.string().nullable(),
  /** Absent from what can be read. */
  quarantine: z.enum(quarantineStates).optional(),
  uploadKey: z.string(),
  userId: z.number().nullable(),
  createdAt: z.string(),
})
export type CreditFile = z.infer<typeof creditFile>

/** A file as its owner sees it. */
export const ownFile = creditFile.extend({
  /** When the content that it shows now was sent; after a re-upload later than `createdAt`. */
  uploadedAt: z.string(),
  /** When its status was last decided about. */
  statusAt: z.string().nullable(),
  /** When our team last opened the content that it shows now; null before that. */
  lastOpenedAt: z.string().nullable(),
})
export type OwnFile = z.infer<typeof ownFile>

/** A file as the administrator sees it, with its owner; null is 'No User Account'. */
export const reviewedFile = creditFile.extend({
  /** Names the content shown now; another one means that the file was replaced. */
  version: z.string(),
  owner: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      /** Present while we wait for their answer: since when. */
      askedAt: z.string().optional(),
    })
    .nullable(),
})
export type ReviewedFile = z.infer<typeof reviewedFile>

const seenVersion = { basedOnVersion: z.string().max(100).optional() }

/** With `basedOnVersion`, content that the reviewer has not seen is neither approved nor rejected. */
export const fileDecision = reviewDecision.extend(seenVersion)

/**
 * With `basedOnVersion`, content that has come since is not replaced. `version` is the id of the one to
 * bring back; without it the newest that is whole and differs.
 */
export const restoreRequest = z
  .object({ ...seenVersion, version: recordIdNumber.optional() })
  .default({})

export const versionReasons = ['upload', 're-upload', 'restore'] as const
/** As far as is known without reading its bytes. */
const versionStates = ['whole', 'damaged', 'missing'] as const
export type VersionState = (typeof versionStates)[number]

/** One content that is kept of a document, newest first. */
export const fileVersion = z.object({
  id: z.number(),
  fileName: z.string(),
  fileSize: z.number(),
  fileType: z.string(),
  sha256: z.string(),
  reason: z.enum(versionReasons),
  createdAt: z.string(),
  /** Null when no one was logged in, or the account is deleted. */
  by: z.object({ id: z.number(), name: z.string(), isAdmin: z.boolean() }).nullable(),
  /** Whether it is what the document shows now. */
  isShown: z.boolean(),
  state: z.enum(versionStates),
  /** Whether there is a second copy to restore it from. */
  hasCopy: z.boolean(),
  approvedAt: z.string().nullable(),
})
export type FileVersion = z.infer<typeof fileVersion>

export type FileSort = (typeof fileSorts)[number]

export const fileListQuery = sortedListQuery.extend({
  sort: z.enum(fileSorts).default('newest'),
  userId: recordId.optional(),
  /** Those in that state; `any`: all that are in quarantine. */
  quarantine: z.enum([...quarantineStates, 'any']).optional(),
})
export type FileListQuery = z.infer<typeof fileListQuery>

export const fileExportQuery = fileListQuery.omit(pageOfList).strict()

export const fileTokenRequest = z.object({ uploadKey: token })
/** The content that was loaded ahead and is on the screen now. */
export const openedRequest = z.object({ basedOnVersion: z.string().max(100) })

export const fileToken = z.object({ token })
export type FileToken = z.infer<typeof fileToken>

/** A body may be left out: the document then answers nothing. */
export const linkFileRequest = z
  .object({
    /** Whether it answers what its owner is asked, as they say. */
    isAnswer: z.boolean().optional(),
  })
  .default({})
export type LinkFileRequest = z.infer<typeof linkFileRequest>
