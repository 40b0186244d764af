import type { ComponentProps } from 'react'
import { acceptedExtensions } from '@shared/file-kinds'
import { FileDrop } from '@/ui/file-drop'

/** A place for a document, which says what the portal takes. */
export function DocumentDrop(props: Omit<ComponentProps<typeof FileDrop>, 'hint' | 'accept'>) {
  return (
    <FileDrop
      {...props}
      hint="PDF, Word (doc, docx), JPG, JPEG, or PNG, up to 10 MB."
      accept={acceptedExtensions}
    />
  )
}
