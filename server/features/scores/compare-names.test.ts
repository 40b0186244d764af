import { describe, expect, it } from 'vitest'
import { isSamePerson } from './compare-names'

const rosa = { firstName: 'Rosa', lastName: 'Delgado' }

describe('a name on a report', () => {
  it.each([
    'Rosa Delgado',
    'ROSA DELGADO',
    'Delgado, Rosa',
    'ROSA M DELGADO',
    'Rosa Maria Delgado-Ruiz',
    'R. Delgado',
    'Rósa Delgádo Jr.',
    'DELGADO ROSA MARIA',
  ])('is the same person’s: %s', (name) => expect(isSamePerson(name, rosa)).toBe(true))

  it.each([
    'Miguel Delgado',
    'M Delgado',
    'Rosa Haddad',
    'Delgado',
    'Rosa',
    '',
    'Rosalind Delgadillo',
  ])('differs: %s', (name) => expect(isSamePerson(name, rosa)).toBe(false))

  it.each([
    ['O’Brien', "PAT O'BRIEN"],
    ['de la Cruz', 'PAT DELACRUZ'],
    ['van Dyke', 'Pat Van Dyke'],
    ['Pat', 'Pat Pat'],
    ['Müller', 'Pat Muller'],
  ])('may write %s otherwise: %s', (lastName, name) =>
    expect(isSamePerson(name, { firstName: 'Pat', lastName })).toBe(true),
  )
})
