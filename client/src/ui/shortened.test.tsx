// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Shortened } from './shortened'

afterEach(cleanup)

it('leaves a name of 64 letters whole', () => {
  render(<Shortened text={'é'.repeat(64)} />)
  expect(screen.getByText('é'.repeat(64))).toBeTruthy()
})

it('cuts a longer one, and keeps all of it where one points at it', () => {
  const name = `${'😀'.repeat(62)} and more`
  render(<Shortened text={name} />)
  expect(screen.getByTitle(name).textContent).toBe(`${'😀'.repeat(62)}…`)
})
