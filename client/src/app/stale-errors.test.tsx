import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { Router, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { getToasts, toast } from '@/lib/toast-store'
import { StaleErrors } from './stale-errors'

function Page() {
  const [, navigate] = useLocation()
  const { mutate } = useMutation({ mutationFn: async () => null })
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Send
      </button>
      <button type="button" onClick={() => navigate('/mail?tab=outbox')}>
        Other tab
      </button>
      <button type="button" onClick={() => navigate('/')}>
        Other page
      </button>
      <StaleErrors />
    </>
  )
}

beforeEach(() => {
  const { hook, searchHook } = memoryLocation({ path: '/mail' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <Page />
      </Router>
    </QueryClientProvider>,
  )
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const openTitles = () => getToasts().flatMap(({ open, title }) => (open ? [title] : []))

it.each(['Send', 'Other tab'])('an error goes with %s', async (name) => {
  toast({ title: 'Subject required', variant: 'destructive' })
  await press(name)
  expect(openTitles()).toEqual([])
})

it('an error outlives a redirect, and what succeeded stays in any case', async () => {
  toast({ title: 'Admin access required', variant: 'destructive' })
  await press('Other page')
  expect(openTitles()).toEqual(['Admin access required'])

  toast({ title: 'Saved' })
  await press('Send')
  await press('Other tab')
  expect(openTitles()).toEqual(['Saved'])
})
