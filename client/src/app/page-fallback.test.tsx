import { render, screen } from '@testing-library/react'
import { lazy, Suspense, type ComponentType } from 'react'
import { expect, it, vi } from 'vitest'

/** A page whose code arrives when the test says so, behind a fallback that was never shown before. */
async function renderLoadingPage() {
  vi.resetModules()
  const { PageFallback } = await import('./guards')
  const waiting: ((page: { default: ComponentType }) => void)[] = []
  const Page = lazy(() => new Promise<{ default: ComponentType }>((done) => waiting.push(done)))
  const { container } = render(
    <Suspense fallback={<PageFallback />}>
      <Page />
    </Suspense>,
  )
  const arrive = () => waiting.forEach((done) => done({ default: () => <h1>Here</h1> }))
  return { container, arrive }
}

it('paints nothing before the page that comes along with the app', async () => {
  const { container, arrive } = await renderLoadingPage()
  expect(container).toBeEmptyDOMElement()
  arrive()
  expect(await screen.findByRole('heading')).toHaveTextContent('Here')
})

it('says that it is loading when that takes longer', async () => {
  const { arrive } = await renderLoadingPage()
  expect(await screen.findByRole('status', {}, { timeout: 10_000 })).toHaveTextContent('Loading')
  arrive()
  expect(await screen.findByRole('heading')).toHaveTextContent('Here')
  expect(screen.queryByRole('status')).toBeNull()
})
