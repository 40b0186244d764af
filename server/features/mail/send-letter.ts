import { fillPlaceholders, type Placeholder, type TemplateId } from '@shared/mail'
import type { MailKind } from '@shared/mail-kinds'
import type { Transaction } from '../../db/client'
import { isMailConfigured, type MailCtx } from './find-sender'
import { findPerson, getEditedTemplate, isDeclined, listWilling } from './queries'
import { queueMail, queueMails, type NewMail } from './queue-mail'
import { commonValues, personValues } from './templates'
import { defaultTemplates } from './default-templates'
import { fixedLetters } from './fixed-letters'

interface Letter {
  kind: MailKind
  subject: string
  /** `{{name}}` is replaced by a value: one of the person or the portal, or one that the sender gives. */
  body: string
  /** Shown in place of a page's address that is a paragraph: `{{link}}`, which has the token, or `{{dashboardLink}}`. */
  button?: { label: string; page: string }
}

type FixedId = keyof typeof fixedLetters
type LetterId = TemplateId | FixedId

const isTemplate = (id: LetterId): id is TemplateId => Object.hasOwn(defaultTemplates, id)

/** A letter as it was delivered, and which template of the administrator's replaces its text, if one can. */
const findLetter = (id: LetterId): { letter: Letter; template: TemplateId | null } =>
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

/** Without an id, the mail belongs to no account. */
interface Recipient {
  id?: number
  firstName: string
  lastName?: string
  email: string
}

interface AnySending extends Omit<NewMail, 'kind' | 'recipient' | 'subject' | 'text' | 'userId'> {
  letter: LetterId
  /** The id of an account, or a person who is known already. */
  to: number | Recipient
  values?: Record<string, string>
  /** Paragraphs that follow the news. */
  added?: string | undefined
}

type Sending<Id extends LetterId> = AnySending & { letter: Id } & (object extends LetterValues<Id>
    ? unknown
    : { values: LetterValues<Id> })

/**
 * Puts a letter into the outbox. Nothing is sent while no sender is configured, or to someone who is gone or
 * turned such mails off. What people typed, other than their own name, goes through `defangName` first.
 */
export async function sendLetter<Id extends LetterId>(ctx: MailCtx, sending: Sending<Id>) {
  const { db: tx } = ctx
  const { letter: id, to, values = {}, added, ...about }: AnySending = sending
  const userId = typeof to === 'number' ? to : to.id
  if (!(await isMailConfigured(tx, ctx.env))) return
  const person = typeof to === 'number' ? await findPerson(tx, to) : to
  if (!person) return
  const letter = await readLetter(tx, id)
  if (await isDeclined(tx, { kind: letter.kind, userId: userId ?? null })) return
  const mail = fillLetter(ctx, letter, { ...person, id: userId }, values)
  const text = added ? insertAfterNews(mail.text, added) : mail.text
  await queueMail(ctx, { ...mail, ...about, text })
}

/** Puts letters to many into the outbox, by the ids of their accounts. */
export async function sendLetters<Id extends LetterId>(
  ctx: MailCtx,
  { letter: id, values }: { letter: Id; values: ReadonlyMap<number, LetterValues<Id>> },
): Promise<void> {
  const { db: tx } = ctx
  if (!(await isMailConfigured(tx, ctx.env))) return
  const letter = await readLetter(tx, id)
  const people = await listWilling(tx, letter.kind, [...values.keys()])
  const mails = people.map((person) => fillLetter(ctx, letter, person, values.get(person.id)))
  await queueMails(ctx, mails)
}

async function readLetter(tx: Transaction, id: LetterId): Promise<Letter> {
  const { letter, template } = findLetter(id)
  const edited = template && (await getEditedTemplate(tx, template))
  return edited ? { ...letter, subject: edited.subject, body: edited.body } : letter
}

function fillLetter(
  { env }: Pick<MailCtx, 'env'>,
  { kind, subject, body, button }: Letter,
  person: Recipient,
  { token, ...news }: Record<string, string> = {},
): NewMail {
  const page = button && `${env.publicOrigin}${button.page}`
  const address = page && token ? `${page}#token=${token}` : page
  const values = {
    portalName: env.brand.portalName,
    ...commonValues(env),
    ...personValues({ lastName: '', ...person }),
    // To the card that the letter is about.
    ...(page?.startsWith(commonValues(env).dashboardLink) && { dashboardLink: page }),
    ...news,
    ...(address && { link: address }),
  }
  return {
    kind,
    recipient: person.email,
    userId: person.id,
    subject: fillPlaceholders(subject, values),
    text: fillPlaceholders(body, values),
    ...(button && address && { button: { label: button.label, address } }),
  }
}

/**
 * The template's words stay as they are, also when they were edited: what is added follows the second
 * paragraph, which is the first after the greeting.
 */
function insertAfterNews(text: string, added: string): string {
  const [greeting = '', news, ...rest] = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  const paragraphs = news === undefined ? [greeting] : [greeting, news]
  return [...paragraphs, added, ...rest].join('\n\n')
}
