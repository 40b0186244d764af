import { useEffect, useEffectEvent } from 'react'
import type {
  DefaultValues,
  FieldPath,
  FieldPathValue,
  FieldValues,
  UseFormReturn,
} from 'react-hook-form'
import { z } from '@shared/zod'
import { sessionHint } from './session-hint'
import { draftKeys, keepTabText, keepTabValue, readTabValue } from './tab-storage'

/** Names of fields that hold what must not stay in a browser: passwords, codes, logins, bank accounts. */
type SecretName =
  | `${string}${'assword' | 'Token'}${string}`
  | 'code'
  | 'phoneEnd'
  | 'accountNumber'
  | 'routingNumber'

/** Distributes over the members of a union. */
type KeyOf<Input> = Input extends unknown ? keyof Input : never

type SecretIn<Input> = Extract<KeyOf<Input>, SecretName>

/**
 * The fields that a form keeps over a reload and a login in between: everything, by a name; everything but what
 * `never` lists, among it each field that is named like a secret; or nothing, as it holds a secret.
 */
export type Kept<Input> =
  | 'nothing'
  | (KeptAs & { never: Record<SecretIn<Input>, true> & Partial<Record<KeyOf<Input>, true>> })
  | (SecretIn<Input> extends never ? KeptAs & { never?: undefined } : never)

interface KeptAs {
  name: string
  /** The subject, such as a person's id: no draft is shown for another. Null: there is one such form, as of settings. */
  of: number | string | null
}

const draftSchema = z.record(z.string(), z.unknown())
type Draft = z.infer<typeof draftSchema>
const draftsSchema = z.record(z.string(), draftSchema).catch({})
type Drafts = z.infer<typeof draftsSchema>
const owned = z.object({ owner: z.number(), drafts: draftsSchema }).catch({ owner: 0, drafts: {} })

/** Keeps what differs from what the form began with, while this tab is open and for who typed it alone. */
export function usePersistedFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  kept: Kept<Input>,
  defaultValues: DefaultValues<Input>,
): void {
  const key = kept === 'nothing' ? null : `${kept.name} ${kept.of ?? ''}`
  const never = (kept === 'nothing' ? null : kept.never) ?? {}
  const { subscribe, control } = form

  const namesOf = (values: Input) =>
    Object.keys(values).filter((field): field is FieldPath<Input> => !Object.hasOwn(never, field))

  const restore = useEffectEvent((found: Draft) => {
    for (const field of namesOf(form.getValues())) {
      const value = found[field]
      const fits = (other: unknown): other is FieldPathValue<Input, typeof field> =>
        other !== undefined && [typeOf(other), 'undefined'].includes(typeOf(form.getValues(field)))
      if (fits(value)) form.setValue(field, value, { shouldDirty: true })
    }
  })

  const store = useEffectEvent((place: string) => {
    const began: Record<string, unknown> = { ...form.formState.defaultValues }
    const typed = namesOf(form.getValues())
      .map((field) => [field, form.getValues(field)] as const)
      .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(began[field]))
    keepDraft(place, typed)
  })

  /** A draft about one subject is not shown for the next. */
  const begin = useEffectEvent((place: string) => {
    const before = keys.get(control)
    if (before !== undefined && before !== place) form.reset(defaultValues)
    keys.set(control, place)
  })

  useEffect(() => {
    if (key === null) return undefined
    begin(key)
    restore(readDraft(key))
    return subscribe({ formState: { values: true }, callback: () => store(key) })
  }, [subscribe, key])
}

/** Where each form keeps its draft. */
const keys = new WeakMap<object, string>()

/** The draft has arrived, or is not wanted any more. */
export function forgetDraft({ control }: { control: object }): void {
  const key = keys.get(control)
  if (key !== undefined) keepDraft(key, [])
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const readDraft = (key: string): Draft => claimDrafts().drafts[key] ?? {}

// Where the browser refuses to keep anything, a reload loses it.
function keepDraft(key: string, values: readonly (readonly [field: string, value: unknown])[]) {
  const { owner, drafts } = claimDrafts()
  const { [key]: _before, ...others } = drafts
  const kept = values.length === 0 ? others : { ...others, [key]: Object.fromEntries(values) }
  keepDrafts(owner, kept)
}

/**
 * The drafts of who uses this tab. A visitor's are apart, and become those of who logs in next; another person's login
 * removes those of the one before.
 */
function claimDrafts(): { owner: number | undefined; drafts: Drafts } {
  const owner = sessionHint()?.userId
  const visitors = draftsSchema.parse(readTabValue(draftKeys.visitor))
  if (owner === undefined) return { owner, drafts: visitors }
  const own = owned.parse(readTabValue(draftKeys.own))
  const all = { ...visitors, ...(own.owner === owner && own.drafts) }
  keepDrafts(owner, all)
  keepTabText(draftKeys.visitor, null)
  return { owner, drafts: all }
}

const keepDrafts = (owner: number | undefined, kept: Drafts) =>
  owner === undefined
    ? keepTabValue(draftKeys.visitor, kept)
    : keepTabValue(draftKeys.own, { owner, drafts: kept })
