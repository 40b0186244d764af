/** A paragraph, or a bulleted list. */
export type LegalBlock = string | { list: readonly string[] }

export interface LegalSection {
  id: string
  heading: string
  blocks: readonly LegalBlock[]
}

export interface LegalDocument {
  title: string
  /** For search engines: 140 to 160 characters. */
  description: string
  /** As it is shown, such as 'November 1, 2026'. */
  updated: string
  intro: readonly string[]
  sections: readonly LegalSection[]
}
