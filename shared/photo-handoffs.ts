import { z } from './zod'
import { uploadedFile } from './files'
import { token } from './text'

/** `token` is the phone's, once, for one document; `pickup` the computer's, which gets it. */
export const photoHandoff = z.object({ token, pickup: token, expiresAt: z.string() })
export type PhotoHandoff = z.infer<typeof photoHandoff>

export const handedDocument = z.object({ file: uploadedFile.nullable() })
export type HandedDocument = z.infer<typeof handedDocument>

/** The phone learns this of a code before any photo is taken. */
export const openHandoff = z.object({ secondsLeft: z.number() })
export type OpenHandoff = z.infer<typeof openHandoff>

/** All that the phone gets to know. */
const photoReceipt = z.object({ message: z.string() })
export type PhotoReceipt = z.infer<typeof photoReceipt>
