import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { createQueryClient } from '@/lib/query-client'
import { useToasts } from '@/ui/toast-store'
import { ErrorBoundary } from './error-boundary'

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>{children}</ErrorBoundary>
      <Toasts />
    </QueryClientProvider>
  )
}

const Toaster = lazy(async () => ({ default: (await import('@/ui/toast')).Toaster }))

/** Nothing of it is loaded by somebody who only reads: the first toast brings it along. */
function Toasts() {
  const hasToast = useToasts().length > 0
  return hasToast ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
