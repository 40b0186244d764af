// Without zod, for the pages that check a file before they send it.

export const maxFileBytes = 10 * 1024 * 1024
export const maxFilesPerUser = 3

export const fileKinds = ['pdf', 'doc', 'docx', 'jpeg', 'png'] as const
export type FileKind = (typeof fileKinds)[number]

export const mimeTypes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

export const fileExtensions: Record<FileKind, readonly string[]> = {
  pdf: ['pdf'],
  doc: ['doc'],
  docx: ['docx'],
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
}

const typesOpenedInBrowser = new Set([mimeTypes.pdf, mimeTypes.jpeg, mimeTypes.png])

/** Whether a file is shown in the browser. Everything else is only downloaded. */
export const canOpenInBrowser = (fileType: string): boolean => typesOpenedInBrowser.has(fileType)

/** For a file picker's `accept`: '.pdf,.doc,.docx,.jpg,.jpeg,.png'. */
export const acceptedExtensions = fileKinds
  .flatMap((kind) => fileExtensions[kind])
  .map((extension) => `.${extension}`)
  .join(',')

/** How long a phone can hand a photo over to the form on a computer. */
export const handoffMinutes = 10
export const mostPhotos = 10
