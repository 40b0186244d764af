import { z } from '@shared/zod'

type Pick = (value: unknown) => unknown

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Made once per route: a schema's own `parse` takes several times as long, and doesn't take dates for their text. */
export function pickFrom(schema: unknown): Pick {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return pickFrom(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const pick = pickFrom(schema.element)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (schema instanceof z.ZodRecord) {
    const pick = pickFrom(schema.valueType)
    return (value) =>
      isFields(value)
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pick(one)]))
        : value
  }
  const fields = fieldsOf(schema)
  if (fields.size === 0) return (value) => value
  return (value) => {
    if (!isFields(value)) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field = value[name]
      if (field !== undefined) picked[name] = pick(field)
    }
    return picked
  }
}

/** Every field of an object, of a choice of objects, or of objects that are put together. */
function fieldsOf(schema: unknown): Map<string, Pick> {
  if (schema instanceof z.ZodObject)
    return new Map(Object.entries(schema.shape).map(([name, field]) => [name, pickFrom(field)]))
  const parts =
    schema instanceof z.ZodUnion
      ? schema.options
      : schema instanceof z.ZodIntersection
        ? [schema.def.left, schema.def.right]
        : []
  return new Map(parts.flatMap((part: unknown) => [...fieldsOf(part)]))
}
