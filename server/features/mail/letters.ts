import type { Placeholder, TemplateId } from '@shared/mail'
import type { MailKind } from '@shared/mail-kinds'
import { defaultTemplates } from './default-templates'
import { fixedLetters } from './fixed-letters'

export interface Letter {
  kind: MailKind
  subject: string
  /** `{{name}}` is replaced by a value: one of the person or the portal, or one that the sender gives. */
  body: string
  /** Shown in place of a page's address that is a paragraph; `{{link}}` is that address with the token. */
  button?: { label: string; page: string }
}

type FixedId = keyof typeof fixedLetters
export type LetterId = TemplateId | FixedId

const isTemplate = (id: LetterId): id is TemplateId => Object.hasOwn(defaultTemplates, id)

/** A letter as it was delivered, and which template of the administrator's replaces its text, if one can. */
export const findLetter = (id: LetterId): { letter: Letter; template: TemplateId | null } =>
  isTemplate(id)
    ? { letter: { ...defaultTemplates[id], kind: id }, template: id }
    : { letter: fixedLetters[id], template: null }

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type Asked<Text, Name extends string> = Name extends 'link'
  ? Text extends { button: object }
    ? 'token'
    : 'link'
  : Exclude<Name, Placeholder | 'portalName'>

type Texts = typeof defaultTemplates & typeof fixedLetters

/** The values of a letter that only its sender knows. */
export type LetterValues<Id extends LetterId> = Record<
  Asked<Texts[Id], NamesIn<Texts[Id]['subject' | 'body']>>,
  string
>
