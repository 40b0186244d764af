import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from '@shared/zod'

const prefix = 'draft:'
const draft = z.record(z.string(), z.unknown()).catch({})

/**
 * Keeps the named fields while this tab is open, so that a reload, the Back button or a phone that
 * drops the tab loses nothing that was typed. Never name a field that holds a secret: a person who uses
 * this browser next could read it.
 */
export function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  key: string,
  fields: readonly FieldPath<Input>[],
): void {
  useEffect(() => {
    const kept = readDraft(key)
    for (const field of fields) {
      const value = kept[field]
      const fits = (found: unknown): found is FieldPathValue<Input, typeof field> =>
        typeof found === typeof form.getValues(field)
      if (fits(value)) form.setValue(field, value)
    }
    return form.subscribe({
      name: fields,
      formState: { values: true },
      callback: () =>
        keepDraft(
          key,
          fields.map((field) => [field, form.getValues(field)]),
        ),
    })
  }, [form, key, fields])
}

function readDraft(key: string): Record<string, unknown> {
  try {
    return draft.parse(JSON.parse(sessionStorage.getItem(prefix + key) ?? '{}'))
  } catch {
    return {}
  }
}

function keepDraft(key: string, values: [field: string, value: unknown][]): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(Object.fromEntries(values)))
  } catch {
    // Where the browser refuses to keep anything, a reload loses it.
  }
}

/** What was typed has arrived, or is not wanted any more. */
export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key)
  } catch {
    // Then nothing was kept.
  }
}
