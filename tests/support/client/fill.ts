import { fireEvent, screen } from '@testing-library/react'

/**
 * Fills a field right away, as pasting does. Key by key, each letter draws the form again; only tests of what
 * single keys do need that.
 */
export function fill(
  label: string | RegExp,
  value: string,
  part: Pick<typeof screen, 'getByLabelText'> = screen,
): void {
  fireEvent.change(part.getByLabelText(label), { target: { value } })
}

/** Fills several fields, by their labels. */
export function fillAll(values: Readonly<Record<string, string>>, part = screen): void {
  for (const [label, value] of Object.entries(values)) fill(label, value, part)
}
