import { useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from '@shared/zod'
import { knownSession } from './known-session'
import { draftPrefix as prefix, forgetDrafts, keepTabText, readTabText } from './tab-storage'

/** Names of fields that hold what must not stay in a browser: passwords, codes, logins, bank accounts. */
type SecretName =
  | `${string}${'assword' | 'Token'}${string}`
  | 'code'
  | 'phoneEnd'
  | 'accountNumber'
  | 'routingNumber'

type SecretIn<Input> = Extract<keyof Input, SecretName>

/**
 * What a form keeps of what is typed, over a reload and a login in between: everything, by a name; everything but what
 * `never` lists, among it each field that is named like a secret; or nothing, as it holds a secret.
 */
export type Kept<Input> =
  | 'nothing'
  | (KeptAs & { never: Record<SecretIn<Input>, true> & Partial<Record<keyof Input, true>> })
  | (SecretIn<Input> extends never ? KeptAs & { never?: undefined } : never)

interface KeptAs {
  name: string
  /** It is about what the address names, such as the person of an open row. */
  isOfAddress?: true
}

const ownerKey = `${prefix}owner`
const draft = z.record(z.string(), z.unknown()).catch({})

/** Keeps what differs from what the form began with, while this tab is open and for who typed it alone. */
export function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  kept: Kept<Input>,
): void {
  const name = kept === 'nothing' ? null : kept.name
  const isOfAddress = kept !== 'nothing' && kept.isOfAddress === true
  const never = (kept === 'nothing' ? null : kept.never) ?? {}
  const { subscribe, control } = form

  const namesOf = (values: Input) =>
    Object.keys(values).filter((field): field is FieldPath<Input> => !Object.hasOwn(never, field))

  const restore = useEffectEvent((found: Record<string, unknown>) => {
    for (const field of namesOf(form.getValues())) {
      const value = found[field]
      const fits = (other: unknown): other is FieldPathValue<Input, typeof field> =>
        typeOf(other) === typeOf(form.getValues(field))
      if (fits(value)) form.setValue(field, value, { shouldDirty: true })
    }
  })

  const store = useEffectEvent((key: string) => {
    const began: Record<string, unknown> = { ...form.formState.defaultValues }
    const typed = namesOf(form.getValues())
      .map((field) => [field, form.getValues(field)] as const)
      .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(began[field]))
    keepDraft(key, typed)
  })

  useEffect(() => {
    if (name === null) return undefined
    const address = isOfAddress ? window.location.pathname + window.location.search : ''
    const key = `${prefix}${address} ${name}`
    keys.set(control, key)
    restore(readDraft(key))
    return subscribe({ formState: { values: true }, callback: () => store(key) })
  }, [control, subscribe, name, isOfAddress])
}

/** Where each form keeps its draft. */
const keys = new WeakMap<object, string>()

/** What was typed has arrived, or is not wanted any more. */
export function forgetDraft({ control }: { control: object }): void {
  const key = keys.get(control)
  if (key) keepDraft(key, [])
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

function readDraft(key: string): Record<string, unknown> {
  try {
    return isOwnTab() ? draft.parse(JSON.parse(readTabText(key) ?? '{}')) : {}
  } catch {
    return {}
  }
}

function keepDraft(key: string, values: readonly (readonly [field: string, value: unknown])[]) {
  // Where the browser refuses to keep anything, a reload loses it.
  if (values.length === 0) keepTabText(key, null)
  else if (isOwnTab()) keepTabText(key, JSON.stringify(Object.fromEntries(values)))
}

/**
 * Whether the drafts of this tab are those of who uses it. A visitor's become those of who logs in next; where someone
 * was logged in, no visitor sees or adds to theirs, and another person's login removes them.
 */
function isOwnTab(): boolean {
  const owner = readTabText(ownerKey)
  const user = knownSession()?.userId
  if (user === undefined) return owner === null
  if (owner !== null && owner !== String(user)) forgetDrafts()
  return keepTabText(ownerKey, String(user))
}
