import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { later } from './later'

const Form = ({ label }: { label: string }) => <form aria-label={label} />

it('is asked for before anyone opens it, and is there at once when someone does', async () => {
  const load = vi.fn(async () => Form)
  const LaterForm = later(load)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  render(<LaterForm label="Note" />)
  expect(screen.getByRole('form', { name: 'Note' })).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(1)
})

it('is asked for again by whoever opens it, when it could not be fetched ahead', async () => {
  let isOffline = true
  const load = vi.fn(async () => {
    if (isOffline) throw new Error('No connection')
    return Form
  })
  const LaterForm = later(load, () => <p>Loading</p>)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  isOffline = false
  render(<LaterForm label="Note" />)
  expect(screen.getByText('Loading')).toBeInTheDocument()
  expect(await screen.findByRole('form', { name: 'Note' })).toBeInTheDocument()
})
